import { randomInt } from 'node:crypto'
import { addDays, periodEnd } from '@throughline/contracts/billing-days'
import { type MemberId, type PersonId, SubscriptionId, type TenantId } from '@throughline/contracts/ids'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { makeTenant } from '../../../test/factories.ts'
import { createShop } from '../../../test/paying.ts'
import { openQueued } from '../../../test/queued-mails.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { randomFrom } from '../../../test/statistics.ts'
import { viewerOf } from '../../../test/viewer-of.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { ProviderError } from '../../core/payments/provider.ts'
import { wallClock } from '../../core/zone-clock.ts'
import { chooseNextPlan, renew } from './billing.service.ts'
import { BillingNotice } from './mails/notice.ts'
import { openPayment } from './payments.service.ts'
import { takeSteps } from './take-steps.ts'

/** `pnpm bench billing-clock` plays 2,000 over 800 days; `BILLING_SEED` plays the same again. */
const COUNT = Number(process.env['BILLING_SUBSCRIPTIONS'] ?? 200)
const DAYS = Number(process.env['BILLING_DAYS'] ?? 400)
const seed = Number(process.env['BILLING_SEED'] ?? randomInt(2 ** 31))
const random = randomFrom(seed)
const below = (n: number) => Math.floor(random() * n)

/** Before the end of a February with 29 days; clocks change in three of them. */
const START = Date.parse('2028-01-28T00:00:00Z')
const HOUR = 3_600_000
const ZONES = ['UTC', 'America/New_York', 'Pacific/Auckland', 'Europe/Rome', 'Asia/Kolkata'] as const
const AT_ONCE = 4
/** Of so many, one pays by the month. */
const MONTHLY = 16
/** For each day of a subscription; what runs with the tests is bounded by the times of CI besides. */
const LONGEST_MS = 1.5

const shop = await createShop()
afterAll(() => shop.close())
const { payments } = shop

/** One connection for all: the clock alone is moved some hundred times. */
type Ask = <Row extends object>(query: string, values?: unknown[]) => Promise<Row[]>
const askBy =
  (admin: pg.Client): Ask =>
  async (query, values = []) =>
    (await admin.query(query, values)).rows

const dayIn = (zone: string, ms: number) => new Date(wallClock(zone, ms)).toISOString().slice(0, 10)

interface Played {
  tenantId: TenantId
  ownerId: MemberId
  subscriptionId: SubscriptionId
  zone: string
  period: 'monthly' | 'yearly'
  anchor: string
  /** The day on which it is canceled, if ever. */
  canceledOn: string | undefined
  /** The day on which Solo is chosen to come next, if ever: around the end of a period, or of the renewal. */
  switchedOn: string | undefined
  /** The day on which Business is bought, if ever. */
  upgradedOn: string | undefined
}

/** Whether a day has come since the moment before. */
const hasCome = (day: string | undefined, today: string, before: string): boolean =>
  day !== undefined && day > before && day <= today

/** A workspace that paid at the start, with a card that may be charged. */
async function paidWorkspace(rows: Ask, personId: PersonId, at: number): Promise<Played> {
  const zone = ZONES[at % ZONES.length] ?? 'UTC'
  const { tenantId, ownerId } = await makeTenant(shop.api.ctx, personId, 'organization', `W${at}`, zone)
  const period = at % MONTHLY === 0 ? 'monthly' : 'yearly'
  const plan = shop.planId(`Team US ${period}`)
  // Days around the end of a month, and years that are nearly over.
  const anchor = addDays('2028-01-28', below(4) - (period === 'yearly' ? 366 - below(40) : 0))
  const customer = payments.ledger.join({ name: 'W', email: `${tenantId}@example.test` })
  const order = payments.ledger.open({ amount: 1, currency: 'USD', customer_id: customer.id, token: {} })
  const first = payments.ledger.attempt(order, '4242', 'captured')
  payments.ledger.store(first, '2099-12')
  const to = periodEnd(anchor, anchor, period)
  const [made] = await rows<{ id: string }>(
    `with sold as (select id, price, currency from plans where id = $2), paid as (
      insert into payments (tenant_id, member_id, plan_id, quote, quote_until, basis, amount, currency, status, credited_at)
      select $1, $3, id, jsonb_build_object('from', $6::date, 'to', $7::date), now(), 1, price, currency, 'paid', now() from sold returning 1), card as (
      insert into payment_methods (tenant_id, customer_ref, token_ref, network, last4) values ($1, $4, $5, 'Visa', '4242'))
    update subscriptions s set plan_id = sold.id, price = sold.price, currency = sold.currency, period_from = $6,
      period_to = $7, anchor = $6, next_at = '2028-01-01' from sold where s.tenant_id = $1 returning s.id`,
    [tenantId, plan, ownerId, customer.id, first.token_id, anchor, to],
  )
  const canceledOn = below(10) === 0 ? addDays('2028-01-28', 20 + below(DAYS)) : undefined
  const switchedOn = below(5) === 0 ? addDays(canceledOn ?? to, below(20) - 5) : undefined
  const upgradedOn = below(5) === 0 ? addDays('2028-01-28', 10 + below(DAYS)) : undefined
  const subscriptionId = SubscriptionId.parse(made?.id)
  return { tenantId, ownerId, subscriptionId, zone, period, anchor, canceledOn, switchedOn, upgradedOn }
}

/** Hours mostly, days now and then, a week seldom; once we were away for three days. */
function moments(): number[] {
  const all: number[] = []
  for (let at = START; at < START + DAYS * 24 * HOUR; ) {
    all.push(at)
    const pick = below(20)
    at += HOUR * (pick === 0 ? 24 * 7 : pick < 4 ? 72 : 12 + below(30))
  }
  return all
}

/** What a subscription should do, told by the specification: on which day each thing happens, given what the bank says. */
function expected(one: Played, times: number[], verdicts: boolean[]): string[] {
  const { zone, period, canceledOn, switchedOn, upgradedOn } = one
  const happened: string[] = []
  const answers = [...verdicts]
  const notice = period === 'yearly' ? 30 : 3
  let [anchor, from, to] = [one.anchor, one.anchor, periodEnd(one.anchor, one.anchor, period)]
  let isTold = false
  let isOver = false
  let tries: string[] = []
  let [plan, isCanceled, before] = ['Team', false, '']
  for (const time of times) {
    const today = dayIn(zone, time)
    if (hasCome(canceledOn, today, before)) isCanceled = true
    // What is chosen renews, and is what every attempt from then on is for.
    if (hasCome(switchedOn, today, before) && !isOver) [plan, isCanceled] = ['Solo', false]
    if (hasCome(upgradedOn, today, before) && !isOver) {
      // What is left of a period keeps its end; where nothing is left, a new one begins.
      if (today >= to) [anchor, from, to] = [today, today, periodEnd(today, today, period)]
      ;[plan, isCanceled, isTold, tries] = ['Business', false, false, []]
      happened.push(`${today} upgraded`)
    }
    before = today
    while (!isOver) {
      if (isCanceled) {
        if (today >= to) {
          happened.push(`${today} ended`)
          isOver = true
        }
        break
      }
      if (!isTold && today >= addDays(to, -notice)) {
        happened.push(`${today} notice`)
        isTold = true
      }
      const next = tries.length === 0 ? to : addDays(tries.at(-1) ?? to, [0, 3, 4, 7][tries.length] ?? 0)
      if (today < next) break
      if (answers.shift()) {
        happened.push(`${today} paid ${plan}`)
        from = to
        to = periodEnd(anchor, from, period)
        isTold = false
        tries = []
        continue
      }
      happened.push(`${today} declined ${plan}`)
      tries = [...tries, today]
      if (tries.length === 4) {
        happened.push(`${today} lapsed`)
        isOver = true
      }
    }
  }
  return happened
}

interface Seen {
  tenant_id: string
  status: string
}

/** The tenants that were sent a reminder since the last look, once for each mail. */
function remindersBy(rows: Ask): () => Promise<string[]> {
  let last = 0
  return async () => {
    const sent = await rows<{ id: number; tenant_id: string; payload: unknown }>(
      `select id, tenant_id, payload from outbox where id > $1 and payload ->> 'workflow' = 'sendMail' order by id`,
      [last],
    )
    last = sent.at(-1)?.id ?? last
    const mails = await Promise.all(sent.map(({ payload }) => openQueued(shop.api.ctx, payload)))
    const isReminder = (content: unknown) => / renews on /.test(z.safeParse(BillingNotice, content).data?.subject ?? '')
    return sent.flatMap(({ tenant_id }, at) => (isReminder(mails[at]?.content) ? [tenant_id] : []))
  }
}

const timeout = Math.max(60_000, COUNT * DAYS * LONGEST_MS)
test(`every reminder, charge, attempt and end is on its day and once (seed ${seed})`, { timeout }, () =>
  shop.api.database.admin((admin) => play(askBy(admin))),
)

/** A clock that is moved by a row: another function each time would have all statements planned anew. */
async function movableClock(rows: Ask): Promise<(time: number) => Promise<unknown>> {
  await rows('create table public.billing_clock (at timestamptz not null)')
  await rows('grant select on public.billing_clock to public')
  await rows(`insert into public.billing_clock values ('2028-01-28')`)
  await rows(`create or replace function app.billing_now() returns timestamptz language sql stable
    as $$ select at from public.billing_clock $$`)
  return (time) => rows('update public.billing_clock set at = $1', [new Date(time)])
}

const ownerOf = (viewer: Viewer, { tenantId, ownerId: memberId }: Played): Viewer => ({ ...viewer, tenantId, memberId })

/** Before the end, or while attempts are declined. */
const cancel = (viewer: Viewer, one: Played) => renew(shop.api.ctx, ownerOf(viewer, one), one.subscriptionId, false)

/** Before the end, while attempts are declined, or after canceling. */
const switchPlan = (viewer: Viewer, one: Played) =>
  chooseNextPlan(shop.api.ctx, ownerOf(viewer, one), one.subscriptionId, shop.planId(`Solo US ${one.period}`))

/** At the same moments, in a window. */
async function upgrade(viewer: Viewer, one: Played): Promise<void> {
  const planId = shop.planId(`Business US ${one.period}`)
  const opened = await openPayment(shop.api.ctx, shop.provider, ownerOf(viewer, one), planId)
  shop.pay(opened)
  await shop.settle(one.tenantId, opened.payment_id)
}

/** Repeated as the engine does, where an answer of the provider was lost. */
const takeAgain: typeof takeSteps = (...of) =>
  takeSteps(...of).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    return takeAgain(...of)
  })

/** A charge that is made, and whose answer gets lost on its way. */
function losingAnswers(): () => void {
  const { signedAnswer } = payments.ledger
  let isLost = false
  payments.ledger.signedAnswer = (payment) => {
    if (!isLost) return signedAnswer(payment)
    isLost = false
    throw new Error('the answer got lost')
  }
  return () => {
    isLost = true
  }
}

interface Ordered {
  id: string
  tenant_id: string
  plan: string
}

async function play(rows: Ask): Promise<void> {
  const { personId } = await makeSomeone(shop.api.ctx)
  const played: Played[] = []
  const moveClock = await movableClock(rows)
  for (let at = 0; at < COUNT; at++) played.push(await paidWorkspace(rows, personId, at))
  const changing = played.filter(({ canceledOn, switchedOn, upgradedOn }) => canceledOn ?? switchedOn ?? upgradedOn)
  const of = new Map<string, Played>(played.map((one) => [one.tenantId, one]))
  const statuses = new Map<string, string>(played.map(({ tenantId }) => [tenantId, 'active']))
  const reminders = remindersBy(rows)
  const happened = new Map<string, string[]>(played.map(({ tenantId }) => [tenantId, []]))
  const attempts: { receipt: string; ok: boolean; at: number }[] = []
  let now = START
  const loseAnswer = losingAnswers()
  payments.bank.declines = (receipt) => {
    const isDeclined = below(4) === 0 || (attempts.at(-1)?.ok === false && below(3) === 0)
    attempts.push({ receipt, ok: !isDeclined, at: now })
    if (below(10) === 0) loseAnswer()
    return isDeclined
  }
  const times = moments()
  const viewer = await viewerOf(shop.api.ctx, personId)
  const canceled = new Set<string>()
  for (const time of times) {
    const before = now
    now = time
    await moveClock(time)
    for (const one of changing) {
      const { tenantId, zone, canceledOn, switchedOn, upgradedOn } = one
      if (statuses.get(tenantId) !== 'active') continue
      const [today, day] = [dayIn(zone, time), time === START ? '' : dayIn(zone, before)]
      const isDay = (on: string | undefined) => hasCome(on, today, day)
      if (isDay(canceledOn)) {
        canceled.add(tenantId)
        await cancel(viewer, one)
      }
      if (isDay(switchedOn) || isDay(upgradedOn)) canceled.delete(tenantId)
      if (isDay(switchedOn)) await switchPlan(viewer, one)
      if (!isDay(upgradedOn)) continue
      await upgrade(viewer, one)
      happened.get(tenantId)?.push(`${today} upgraded`)
    }
    if ((await shop.takeDueSteps(AT_ONCE, takeAgain)) === 0) continue
    const rowsNow = await rows<Seen>('select s.tenant_id, s.status from subscriptions s where s.tenant_id = any($1)', [
      [...of.keys()],
    ])
    const note = (tenantId: string, what: string) =>
      happened.get(tenantId)?.push(`${dayIn(of.get(tenantId)?.zone ?? 'UTC', time)} ${what}`)
    for (const tenantId of await reminders()) note(tenantId, 'notice')
    for (const { tenant_id, status } of rowsNow) {
      if (status === 'lapsed' && statuses.get(tenant_id) !== 'lapsed')
        note(tenant_id, canceled.has(tenant_id) ? 'ended' : 'lapsed')
      statuses.set(tenant_id, status)
    }
  }
  const orders = await rows<Ordered>(
    'select p.id, p.tenant_id, n.name as plan from payments p join plans n on n.id = p.plan_id',
  )
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const verdicts = new Map<string, boolean[]>()
  for (const { receipt, ok, at } of attempts) {
    const { tenant_id: tenantId = '', plan } = orderOf.get(receipt) ?? {}
    verdicts.set(tenantId, [...(verdicts.get(tenantId) ?? []), ok])
    happened.get(tenantId)?.push(`${dayIn(of.get(tenantId)?.zone ?? 'UTC', at)} ${ok ? 'paid' : 'declined'} ${plan}`)
  }
  for (const one of played) {
    const wanted = expected(one, times, verdicts.get(one.tenantId) ?? [])
    expect({ ...one, happened: happened.get(one.tenantId)?.sort() }).toEqual({ ...one, happened: wanted.sort() })
  }
  const upgrades = [...happened.values()].flat().filter((what) => what.endsWith('upgraded'))
  const paid = attempts.filter(({ ok }) => ok).length + upgrades.length
  const [billed] = await rows<{ n: number; last: number }>(`select count(*)::int as n,
    (select sum(last)::int from invoice_series where series = 'TL') as last from invoices`)
  expect(billed).toEqual({ n: paid, last: paid })
}
