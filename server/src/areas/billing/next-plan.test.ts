import { chooseNextPlan, getPlans, setAutoRenew, startTrial } from '@throughline/contracts/billing'
import type { Client } from '@throughline/contracts/client'
import { PlanId } from '@throughline/contracts/ids'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createShop } from '../../../test/paying.ts'
import { CARD } from '../../../test/payments-simulator.ts'
import { verdict } from '../../../test/verdict.ts'
import { FREE_PLAN } from './billing.queries.ts'

const shop = await createShop()
afterAll(() => shop.close())
const { order, pay, verify, buy, at, subscriptionOf, noticesTo, invoices, payments, rows } = shop

const FREE = PlanId.parse(FREE_PLAN)
beforeEach(async () => {
  // What others bought goes on by itself otherwise.
  await rows('update subscriptions set next_at = null')
  await shop.setClock('2026-03-03T12:00:00Z')
})

const choose = async (client: Client, plan: string | null) =>
  client(chooseNextPlan, {
    params: { subscriptionId: (await subscriptionOf(client)).id },
    body: { plan_id: plan === null ? null : plan === 'Free' ? FREE : shop.planId(plan) },
  })

describe('a smaller plan', () => {
  test('that is chosen after a declined renewal is charged at the next attempt, and nothing of the plan before', async () => {
    const { client, tenantId } = await shop.newBuyer()
    await buy(client, 'Business US monthly', CARD.renewalsRefused)
    await at('2026-04-03T08:00:00Z')
    const before = await order(client, 'Business US monthly')
    expect(before.amount).toBe(17_900)
    expect(await choose(client, 'Team US monthly')).toMatchObject({ due: { amount: 5_900, plan_name: 'Team' } })
    expect(await order(client, 'Team US monthly')).toMatchObject({ amount: 5_900, plan_name: 'Team' })
    const taken = payments.ledger.total()
    // The window of the order before was still open.
    expect(await verify(client, pay(before))).toMatchObject({ status: 'refunded' })
    expect(payments.ledger.total()).toBe(taken)
    await at('2026-04-06T08:00:00Z')
    expect(await subscriptionOf(client)).toMatchObject({ plan_name: 'Team', price: 5_900, due: null })
    expect((await invoices(tenantId)).map(({ total }) => total)).toEqual([17_900, 5_900])
  })

  test.each([
    ['Team US monthly', { plan_name: 'Team', status: 'Active', current_period_end: '2026-05-03' }],
    ['Free', { plan_name: 'Free', status: 'Active', end_date: null }],
  ])('that is chosen after canceling begins all the same: %s', async (plan, after) => {
    const { client, tenantId } = await shop.newBuyer()
    await buy(client, 'Business US monthly')
    const { id: subscriptionId } = await subscriptionOf(client)
    await client(setAutoRenew, { params: { subscriptionId }, body: { auto_renew: false } })
    expect(await choose(client, plan)).toMatchObject({ auto_renew: true, next_plan: { name: after.plan_name } })
    const renewal = (before: boolean) => ({
      act: 'subscription.renewal_changed',
      data: { name: 'Business', before: { auto_renew: before }, after: { auto_renew: !before } },
    })
    const chosen = { act: 'subscription.next_plan_changed', data: { name: after.plan_name } }
    expect((await shop.audited(tenantId)).slice(2)).toEqual([renewal(true), renewal(false), chosen])
    await at('2026-04-03T08:00:00Z')
    const plans = { before: { plan: 'Business' }, after: { plan: after.plan_name } }
    expect((await shop.audited(tenantId)).at(-1)?.data).toMatchObject(plans)
    expect(await subscriptionOf(client)).toMatchObject({ ...after, lapsed_on: null })
  })

  test('is charged alone, although the bank took the money for the plan before and nobody told us', async () => {
    const { client, tenantId } = await shop.newBuyer()
    await buy(client, 'Business US monthly', CARD.renewalsRefused)
    await at('2026-04-03T08:00:00Z')
    const { razorpay_order_id } = await order(client, 'Business US monthly')
    const before = payments.ledger.total()
    shop.take(razorpay_order_id)
    await choose(client, 'Team US monthly')
    await shop.setClock('2026-04-03T08:02:01Z')
    while ((await shop.ask()) > 0);
    expect(payments.ledger.total()).toBe(before)
    expect(await invoices(tenantId)).toHaveLength(1)
  })

  describe('that is chosen while the money of a renewal is looked at', () => {
    async function setAside() {
      const { client, tenantId } = await shop.newBuyer()
      await buy(client, 'Business US monthly', CARD.renewalsRefused)
      await at('2026-04-03T08:00:00Z')
      const { payment_id, razorpay_order_id } = await order(client, 'Business US monthly')
      const taken = shop.take(razorpay_order_id, 1)
      await at('2026-04-06T08:00:00Z')
      const renewals = async () => {
        const found = await rows<{ status: string }>(
          `select status from payments where tenant_id = $1 and kind = 'renewal' order by id`,
          [tenantId],
        )
        return found.map(({ status }) => status)
      }
      return { client, taken, renewals, settle: () => shop.settle(tenantId, payment_id) }
    }

    test('is charged once that was refunded, and not before', async () => {
      const { client, taken, renewals, settle } = await setAside()
      const due = { amount: 5_900, plan_name: 'Team' }
      expect(await choose(client, 'Team US monthly')).toMatchObject({ due })
      await at('2026-04-06T08:11:00Z')
      expect(await renewals()).toEqual(['set_aside'])
      expect(await verdict(order(client, 'Team US monthly'))).toBe('409 payment_in_review')
      await shop.giveBack(taken)
      await settle()
      await at('2026-04-06T08:22:00Z')
      expect(await renewals()).toEqual(['refunded', 'open'])
      expect((await subscriptionOf(client)).due).toMatchObject({ ...due, next_attempt_on: '2026-04-10' })
    })

    test('may be Free: then nothing is charged', async () => {
      const { client, renewals } = await setAside()
      await choose(client, 'Free')
      await at('2026-04-06T08:11:00Z')
      expect(await subscriptionOf(client)).toMatchObject({ plan_name: 'Free', status: 'Active', due: null })
      expect(await renewals()).toEqual(['set_aside'])
    })
  })

  test('whose first period is due is paid by hand, by whichever of the two plans it is asked for', async () => {
    const { client, tenantId } = await shop.newBuyer()
    await buy(client, 'Business US monthly', CARD.renewalsRefused)
    await choose(client, 'Team US monthly')
    await at('2026-04-03T08:00:00Z')
    const due = await order(client, 'Business US monthly')
    expect(due).toMatchObject({ plan_name: 'Team', amount: 5_900, description: 'Subscription to Team' })
    expect((await order(client, 'Team US monthly')).payment_id).toBe(due.payment_id)
    const paid = { status: 'success', plan_name: 'Team', valid_until: '2026-05-03' }
    expect(await verify(client, pay(due))).toMatchObject(paid)
    expect(await subscriptionOf(client)).toMatchObject({ plan_name: 'Team', due: null })
    expect((await invoices(tenantId)).map(({ total }) => total)).toEqual([17_900, 5_900])
  })

  test('that is taken back after a declined renewal has the present plan charged', async () => {
    const { client, tenantId } = await shop.newBuyer()
    await buy(client, 'Business US monthly', CARD.renewalsRefused)
    await choose(client, 'Team US monthly')
    await at('2026-04-03T08:00:00Z')
    expect(await choose(client, null)).toMatchObject({ due: { amount: 17_900, plan_name: 'Business' } })
    expect((await shop.audited(tenantId)).at(-1)).toEqual({
      act: 'subscription.next_plan_canceled',
      data: { name: 'Team' },
    })
    await verify(client, pay(await order(client, 'Business US monthly')))
    expect((await invoices(tenantId)).map(({ total }) => total)).toEqual([17_900, 17_900])
  })

  test.each([
    ['Team US monthly', 'Team', shop.planId('Team US monthly')],
    ['Free', 'Free', FREE],
  ])('that does not fit by then is passed over, which is said beforehand and told once: %s', async (plan, name, id) => {
    const { client, user } = await shop.newBuyer()
    await buy(client, 'Business US monthly', CARD.renewalsRefused)
    expect((await choose(client, plan)).next_plan).toEqual({ id, name, fits: true })
    const [before] = await rows<{ people: number | null }>('select people from plans where id = $1', [id])
    // The owner and the admin are two.
    await rows('update plans set people = 1 where id = $1', [id])
    onTestFinished(async () => void (await rows('update plans set people = $2 where id = $1', [id, before?.people])))
    expect(await subscriptionOf(client)).toMatchObject({
      next_plan: { name, fits: false },
      renewal: { plan_name: 'Business', amount: 17_900 },
    })
    for (const day of ['03-31', '04-03', '04-06']) await at(`2026-${day}T08:00:00Z`)
    expect(await noticesTo(user.email)).toEqual([
      'Business renews on Apr 3, 2026',
      `${name} couldn’t start on Apr 3, 2026`,
      'Your payment of $179.00 didn’t go through',
      'Your payment of $179.00 didn’t go through',
    ])
  })

  test('begins when the paid period ends, at its own price', async () => {
    const { client, tenantId } = await shop.newBuyer()
    await buy(client, 'Business US monthly')
    expect(await choose(client, 'Team US monthly')).toMatchObject({
      plan_name: 'Business',
      next_plan: { name: 'Team' },
      renewal: { plan_name: 'Team', amount: 5_900 },
    })
    expect(await choose(client, null)).toMatchObject({ next_plan: null, renewal: { amount: 17_900 } })
    expect(await verdict(choose(client, 'Business 200 US monthly'))).toBe('409 not_smaller')
    expect(await verdict(choose(client, 'Solo US monthly'))).toBe('409 does_not_fit')
    await choose(client, 'Team US monthly')
    await at('2026-04-03T08:00:00Z')
    expect(await subscriptionOf(client)).toMatchObject({ plan_name: 'Team', next_plan: null, price: 5_900 })
    expect((await invoices(tenantId)).at(-1)?.total).toBe(5_900)
  })

  test('may be Free', async () => {
    const { client } = await shop.newBuyer()
    await buy(client, 'Team US monthly')
    await choose(client, 'Free')
    await at('2026-04-03T08:00:00Z')
    expect(await subscriptionOf(client)).toMatchObject({ plan_name: 'Free', status: 'Active', end_date: null })
  })
})

describe('a renewal that is canceled', () => {
  const renewing = async (client: Client, auto_renew: boolean) =>
    client(setAutoRenew, { params: { subscriptionId: (await subscriptionOf(client)).id }, body: { auto_renew } })

  test('while the bank still has the charge, is given back once that is let through', async () => {
    const { client, tenantId } = await shop.newBuyer()
    await buy(client, 'Team US monthly', CARD.renewalsRefused)
    await at('2026-04-03T08:00:00Z')
    const { payment_id, razorpay_order_id } = await order(client, 'Team US monthly')
    const known = payments.ledger.orders.get(razorpay_order_id)
    if (!known) throw new Error('no order')
    const taken = payments.ledger.total()
    const pending = payments.ledger.attempt(known, '4242', 'authorized')
    await at('2026-04-06T08:00:00Z')
    await renewing(client, false)
    payments.ledger.capture(pending)
    await shop.settle(tenantId, payment_id)
    expect(payments.ledger.total()).toBe(taken)
    await at('2026-04-06T08:10:00Z')
    expect(await subscriptionOf(client)).toMatchObject({ status: 'Canceled', lapsed_on: '2026-04-06' })
    expect(await invoices(tenantId)).toHaveLength(1)
  })

  test('and renewed again, is charged for the present plan, not for the one that came next before', async () => {
    const { client, tenantId } = await shop.newBuyer()
    await buy(client, 'Business US monthly', CARD.renewalsRefused)
    await choose(client, 'Team US monthly')
    await at('2026-04-03T08:00:00Z')
    expect(await subscriptionOf(client)).toMatchObject({ due: { amount: 5_900, plan_name: 'Team' } })
    await renewing(client, false)
    const due = { amount: 17_900, plan_name: 'Business' }
    expect(await renewing(client, true)).toMatchObject({ next_plan: null, due })
    await at('2026-04-06T08:00:00Z')
    const opened = await order(client, 'Business US monthly')
    expect(opened).toMatchObject(due)
    await verify(client, pay(opened))
    expect((await invoices(tenantId)).map(({ total }) => total)).toEqual([17_900, 17_900])
  })
})

describe('a trial', () => {
  async function offerTrial(days: number): Promise<PlanId> {
    const [made] = await rows<{ id: string }>(
      `insert into plans (name, plan_type, country, billing_period, currency, price, rank, is_trial, trial_days, valid_from)
      values ('Business trial', 'business', 'US', 'monthly', 'USD', 0, 3, true, $1, '2020-01-01') returning id`,
      [days],
    )
    const id = PlanId.parse(made?.id)
    onTestFinished(async () => void (await rows(`update plans set valid_to = '2020-01-02' where id = $1`, [id])))
    return id
  }

  test.each([
    ['7 days is told 1 day before alone', 7, ['03', '09'], ['tomorrow']],
    ['3 days, too', 3, ['03', '05'], ['tomorrow']],
    ['14 days is told, after an outage, how many are left', 14, ['12', '16'], ['in 5 days', 'tomorrow']],
    ['14 days is told its last day alone, after an outage until then', 14, ['16'], ['tomorrow']],
    ['14 days is told nothing but its end, after an outage until then', 14, ['17'], []],
  ])('of %s', async (_, days, looks, told) => {
    const { client, user } = await shop.newBuyer()
    await client(startTrial, { body: { plan_id: await offerTrial(days) } })
    for (const day of looks) await at(`2026-03-${day}T08:00:00Z`)
    const ends = (await noticesTo(user.email)).filter((subject) => subject.startsWith('Your trial'))
    expect(ends).toEqual(told.map((when) => `Your trial of Business trial ends ${when}`))
  })

  test('is once, without a card, told 7 days and 1 day before, then Free', async () => {
    const { client, user, tenantId } = await shop.newBuyer()
    const plan_id = await offerTrial(14)
    const offers = async () => (await client(getPlans, { query: {} })).filter(({ is_trial }) => is_trial)
    expect(await offers()).toMatchObject([{ change: 'now', trial_days: 14 }])
    expect(await client(startTrial, { body: { plan_id } })).toMatchObject({
      status: 'Trial',
      trial: { ends_on: '2026-03-17', days_left: 14 },
    })
    await at('2026-03-10T08:00:00Z')
    await at('2026-03-16T08:00:00Z')
    expect(await subscriptionOf(client)).toMatchObject({ trial: { days_left: 1 } })
    await at('2026-03-17T00:00:00Z')
    expect(await subscriptionOf(client)).toMatchObject({ plan_name: 'Free', status: 'Active', trial: null })
    expect(await noticesTo(user.email)).toEqual([
      'Your trial of Business trial ends in 7 days',
      'Your trial of Business trial ends tomorrow',
      'Ours is on Free now',
    ])
    const name = 'Business trial'
    expect(await shop.audited(tenantId)).toEqual([
      { act: 'subscription.trial_started', data: { name } },
      { act: 'subscription.ended', data: { name, before: { plan: name }, after: { plan: 'Free' } } },
    ])
    expect(await offers()).toEqual([])
    expect(await verdict(client(startTrial, { body: { plan_id } }))).toBe('409 trial_used')
  })
})
