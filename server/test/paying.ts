import { getSubscriptions, openPayment, type PaymentOrder, verifyPayment } from '@throughline/contracts/billing'
import type { Client } from '@throughline/contracts/client'
import type { Body } from '@throughline/contracts/endpoint'
import { PlanId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import { dueSubscriptions } from '../src/areas/billing/billing-steps.activities.ts'
import { BillingNotice } from '../src/areas/billing/mails/notice.ts'
import { askOpenPayments, settlePayment } from '../src/areas/billing/settle.ts'
import { takeSteps } from '../src/areas/billing/take-steps.ts'
import type { Context } from '../src/core/context.ts'
import { createEgress } from '../src/core/egress/egress.ts'
import { createPaymentProvider, type PaymentProvider } from '../src/core/payments/provider.ts'
import { createTestApi, signIn, type TestApi } from './api.ts'
import { makeMember, makeTenant } from './factories.ts'
import { CARD, startPayments } from './payments-simulator.ts'
import { sellPlans } from './plans.ts'
import { ENGINE_AWAY, queuedContents } from './queued-mails.ts'
import { makeSomeone } from './someone.ts'
import { createWorld } from './world.ts'

/** Everything that is due by now, as the schedule would have it done. Answers of how many subscriptions. */
async function takeDueSteps(
  ctx: Context,
  provider: PaymentProvider,
  atOnce: number,
  take: typeof takeSteps,
): Promise<number> {
  let count = 0
  const first = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  let after: typeof first | undefined = first
  while (after) {
    const due = await dueSubscriptions(ctx, after)
    const last = due.at(-1)
    count += due.length
    after = last && { at: last.due_at, id: last.subscriptionId }
    const takeAll = async () => {
      for (let ref = due.shift(); ref; ref = due.shift()) await take(ctx, provider, ref)
    }
    await Promise.all(Array.from({ length: atOnce }, takeAll))
  }
  return count
}

type Report = { body: string; signature: string; id: string }

/** As the provider sends it. */
const report = (api: TestApi, { body, signature, id }: Report) =>
  api.app.inject({
    method: 'POST',
    url: '/v1/pricing/webhook/',
    headers: {
      host: new URL(api.ctx.config.APP_ORIGIN).host,
      'content-type': 'application/json',
      'x-razorpay-signature': signature,
      'x-razorpay-event-id': id,
    },
    payload: body,
  })

type Payments = Awaited<ReturnType<typeof startPayments>>

/** What a buyer does in the browser, and in the window of the provider. */
function buying(payments: Payments, planId: (name: string) => PlanId) {
  const order = (client: Client, plan: string) => client(openPayment, { body: { plan_id: planId(plan) } })
  /** What somebody's window answers. */
  const pay = ({ payment_id, razorpay_order_id: order_id }: PaymentOrder, card = CARD.paid, expires = '2099-12') => {
    const done = payments.pay({ order_id, card, expires })
    if (done.kind !== 'paid') throw new Error(`not paid: ${done.kind}`)
    return { payment_id, ...done.answer }
  }
  const verify = (client: Client, body: Body<typeof verifyPayment>) => client(verifyPayment, { body })
  return {
    order,
    pay,
    verify,
    buy: async (client: Client, plan: string, card = CARD.paid, expires?: string) =>
      verify(client, pay(await order(client, plan), card, expires)),
    subscriptionOf: async (client: Client) => {
      const [found] = await client(getSubscriptions, { query: { history: 'true' } })
      if (!found) throw new Error('no subscription')
      return found
    },
  }
}

type Charged = ReturnType<Payments['ledger']['attempt']>

/** What happens at the provider while nobody here looks. */
function unheard({ ledger, reports }: Payments, send: (sent: Report) => ReturnType<typeof report>) {
  /** The bank takes the money of an order, in another amount where one is given. */
  function take(orderId: string, amount?: number): Charged {
    const known = ledger.orders.get(orderId)
    if (!known) throw new Error('no order')
    known.amount = amount ?? known.amount
    const taken = ledger.attempt(known, '4242', 'authorized')
    ledger.capture(taken)
    return taken
  }
  /** Staff give it back, and the provider reports that. */
  async function giveBack(taken: Charged): Promise<void> {
    ledger.refund(taken, taken.amount)
    await reports.send(['refund.processed', taken])
    const sent = reports.sent.at(-1)
    if (!sent || (await send(sent)).statusCode !== 200) throw new Error('not reported')
  }
  return { take, giveBack }
}

type ReadRows = <Row extends object>(query: string, values?: unknown[]) => Promise<Row[]>

/** What was written down of a buyer, in order. */
const written = (api: TestApi, rows: ReadRows) => ({
  /** What the audit says of plans and payments. */
  audited: (tenantId: string) =>
    rows<{ act: string; data: object }>(
      `select act, data from audit_pending where tenant_id = $1
        and act ~ '^(subscription|payment|payment_method|billing)[.]' order by id`,
      [tenantId],
    ),
  /** The subjects of what those who can pay were told. */
  noticesTo: async (address: string) =>
    (await queuedContents(api, address)).flatMap((mail) => z.safeParse(BillingNotice, mail).data?.subject ?? []),
  invoices: (tenantId: string) =>
    rows<{ words: string; total: number }>('select words, total from invoices where tenant_id = $1 order by number', [
      tenantId,
    ]),
})

/** An installation that sells plans, and somebody who buys. What the engine would do, tests do by hand. */
export async function createShop(more: Record<string, string> = {}) {
  const payments = await startPayments()
  const api = await createTestApi({ ...ENGINE_AWAY, ...payments.settings, ...more })
  const plans = await api.database.admin(sellPlans)
  // Who has not bought yet is to have colleagues.
  await api.database.admin((admin) => admin.query('update plans set people = null where price = 0'))
  const provider = createPaymentProvider(api.ctx.config, createEgress({ trustedOrigins: [payments.origin] }))
  if (!provider) throw new Error('no provider')
  const planId = (name: string) => PlanId.parse(plans[name])
  const rows = <Row extends object>(query: string, values: unknown[] = []) =>
    api.database.admin(async (admin) => (await admin.query<Row>(query, values)).rows)

  /** An organization of its own, with an owner and an admin. */
  async function newBuyer() {
    const [owner, admin] = [await makeSomeone(api.ctx), await makeSomeone(api.ctx)]
    const tenant = await makeTenant(api.ctx, owner.personId, 'organization', 'Ours')
    await makeMember(api.ctx, tenant, { ...admin, name: 'Admin', role: 'admin' })
    const { client, user, visitor } = await signIn(api, owner.username)
    const asAdmin = async () => (await signIn(api, admin.username)).client
    return { client, user, visitor, tenantId: tenant.tenantId, tenant, asAdmin }
  }

  /** The same on a plan with these limits. */
  async function newLimited(limits: { people?: number; runs?: number; storage?: number }) {
    const buyer = await newBuyer()
    await rows(
      `with plan as (insert into plans (name, plan_type, country, billing_period, currency, price, rank, people, runs, storage)
        values ('Small', 'business', 'US', 'monthly', 'USD', 0, 1, $2, $3, $4) returning id)
      update subscriptions set plan_id = (select id from plan) where tenant_id = $1`,
      [buyer.tenantId, limits.people ?? null, limits.runs ?? null, limits.storage ?? null],
    )
    const usage = async () => (await buyer.client(getSubscriptions, { query: {} }))[0]?.usage
    return { ...buyer, usage }
  }

  /** As long as nothing says otherwise, it is this moment for everything that is billed. */
  const setClock = (moment: string) =>
    api.database.admin((admin) =>
      admin.query(`create or replace function app.billing_now() returns timestamptz language sql stable
          as $$ select '${moment}'::timestamptz $$`),
    )

  return {
    api,
    newBuyer,
    newLimited,
    payments,
    rows,
    ...written(api, rows),
    planId,
    newWorld: () => createWorld(api),
    ...buying(payments, planId),
    settle: (tenantId: string, paymentId: string) => settlePayment(api.ctx, provider, { tenantId, paymentId }),
    provider,
    takeDueSteps: (atOnce: number, take = takeSteps) => takeDueSteps(api.ctx, provider, atOnce, take),
    ask: () => askOpenPayments(api.ctx, provider),
    report: (sent: Report) => report(api, sent),
    ...unheard(payments, (sent) => report(api, sent)),
    setClock,
    /** The schedule's next look is at this moment. */
    at: async (moment: string) => {
      await setClock(moment)
      await takeDueSteps(api.ctx, provider, 1, takeSteps)
    },
    async close() {
      await api.close()
      await payments.stop()
    },
  }
}
