import {
  chooseNextPlan,
  getPlans,
  getSubscription,
  getSubscriptions,
  notifyAdministrators,
  openCardCheck,
  setAutoRenew,
  startTrial,
} from '@throughline/contracts/billing'
import type { Client } from '@throughline/contracts/client'
import { PlanId } from '@throughline/contracts/ids'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createShop } from '../../../test/paying.ts'
import { CARD } from '../../../test/payments-simulator.ts'
import { queuedContents } from '../../../test/queued-mails.ts'
import { verdict } from '../../../test/verdict.ts'
import { FREE_PLAN } from './billing.queries.ts'
import { BillingNotice } from './mails/notice.ts'

const shop = await createShop()
afterAll(() => shop.close())
const { order, pay, verify, payments, rows } = shop

const FREE = PlanId.parse(FREE_PLAN)
const NOW = '2026-03-03T12:00:00Z'
beforeEach(async () => {
  // What others bought goes on by itself otherwise.
  await rows('update subscriptions set next_at = null')
  await shop.setClock(NOW)
})

const subscriptionOf = async (client: Client) => {
  const [found] = await client(getSubscriptions, { query: { history: 'true' } })
  if (!found) throw new Error('no subscription')
  return found
}
const buy = async (client: Client, plan: string, card = CARD.paid, expires?: string) =>
  verify(client, pay(await order(client, plan), card, expires))
const at = async (moment: string) => {
  await shop.setClock(moment)
  await shop.takeDueSteps()
}
const subjects = async (address: string) => {
  const mails = await queuedContents(shop.api, address)
  return mails.flatMap((mail) => z.safeParse(BillingNotice, mail).data?.subject ?? [])
}
const invoices = (tenantId: string) =>
  rows<{ words: string; total: number }>('select words, total from invoices where tenant_id = $1 order by number', [
    tenantId,
  ])

describe('a renewal', () => {
  test('is announced, then charged to the stored card once, on the day', async () => {
    const { client, user, tenantId } = await shop.newBuyer()
    await buy(client, 'Team US monthly')
    expect(await subscriptionOf(client)).toMatchObject({
      payment_method: { network: 'Visa', last4: '4242', expires: '2099-12', expires_before_charge: false },
      renewal: { on: '2026-04-03', to: '2026-05-03', plan_name: 'Team', amount: 5_900, charges_card: true },
      due: null,
    })
    expect((await subscriptionOf(client)).renewal?.remind_on).toBe('2026-03-31')
    await at('2026-03-30T23:59:00Z')
    expect(await subjects(user.email)).toEqual([])
    await at('2026-03-31T00:00:00Z')
    await at('2026-03-31T00:10:00Z')
    expect(await subjects(user.email)).toEqual(['Team renews on Apr 3, 2026'])
    expect((await subscriptionOf(client)).renewal?.remind_on).toBeNull()
    await at('2026-04-02T23:59:00Z')
    expect(await invoices(tenantId)).toHaveLength(1)
    await at('2026-04-03T00:00:00Z')
    await at('2026-04-03T00:10:00Z')
    expect((await invoices(tenantId)).map(({ words }) => words)).toEqual([
      'Ours began Team on Mar 3, 2026, paid until Apr 3, 2026.',
      'Ours renewed Team on Apr 3, 2026, paid until May 3, 2026.',
    ])
    expect(await subscriptionOf(client)).toMatchObject({ status: 'Active', current_period_end: '2026-05-03' })
  })

  test('that the bank declines is tried on days 0, 3, 7 and 14; then the workspace is read-only until it is paid', async () => {
    const { client, user, tenantId } = await shop.newBuyer()
    await buy(client, 'Team US monthly', CARD.renewalsRefused)
    for (const day of ['03', '04', '06', '10', '16']) await at(`2026-04-${day}T08:00:00Z`)
    expect(await subscriptionOf(client)).toMatchObject({
      status: 'Active',
      renewal: null,
      due: {
        amount: 5_900,
        attempts: [
          { on: '2026-04-03', outcome: 'declined', problem: null },
          { on: '2026-04-06', outcome: 'declined', problem: null },
          { on: '2026-04-10', outcome: 'declined', problem: 'Insufficient funds' },
          { on: '2026-04-17', outcome: 'next', problem: null },
        ],
        next_attempt_on: '2026-04-17',
        read_only_on: '2026-04-17',
      },
    })
    await at('2026-04-17T08:00:00Z')
    expect(await client(getSubscription)).toMatchObject({
      status: 'Lapsed',
      end_date: '2026-04-17T00:00:00.000Z',
      administrators: ['Some One', 'Some One'],
    })
    expect(await subscriptionOf(client)).toMatchObject({
      lapsed_on: '2026-04-17',
      payments: [{ status: 'Failed', problem: 'Insufficient funds' }, { status: 'Paid' }],
    })
    expect(await subjects(user.email)).toEqual([
      'Team renews on Apr 3, 2026',
      ...Array.from({ length: 3 }, () => 'Your payment of $59.00 didn’t go through'),
      'Ours is read-only now',
    ])
    expect([...payments.ledger.payments.values()].filter(({ status }) => status === 'failed')).toHaveLength(4)
    expect(await client(notifyAdministrators)).toEqual({ notified: true })
    expect(await client(notifyAdministrators)).toEqual({ notified: false })
    await buy(client, 'Team US monthly')
    expect(await subscriptionOf(client)).toMatchObject({
      status: 'Active',
      current_period_end: '2026-05-17',
      lapsed_on: null,
      payment_method: { last4: '4242' },
    })
    expect(await invoices(tenantId)).toHaveLength(2)
  })

  test('that is due can be paid by hand with another card, and is not charged again', async () => {
    const { client, tenantId } = await shop.newBuyer()
    await buy(client, 'Team US monthly', CARD.renewalsRefused)
    await at('2026-04-03T08:00:00Z')
    const due = await order(client, 'Team US monthly')
    expect(due.quote).toMatchObject({ from: '2026-04-03', to: '2026-05-03' })
    expect(await verify(client, pay(due))).toMatchObject({ status: 'success', valid_until: '2026-05-03' })
    await at('2026-04-10T08:00:00Z')
    expect(await invoices(tenantId)).toHaveLength(2)
    expect(await subscriptionOf(client)).toMatchObject({ due: null, payment_method: { last4: '4242' } })
  })

  test('whose charge staff gave back before we heard of it is tried again in its turn, not at once', async () => {
    const { client } = await shop.newBuyer()
    await buy(client, 'Team US monthly', CARD.renewalsRefused)
    await at('2026-04-03T08:00:00Z')
    const { razorpay_order_id } = await order(client, 'Team US monthly')
    const known = payments.ledger.orders.get(razorpay_order_id)
    if (!known) throw new Error('no order')
    const taken = payments.ledger.attempt(known, '4242', 'authorized')
    payments.ledger.capture(taken)
    payments.ledger.refund(taken, taken.amount)
    await at('2026-04-06T08:00:00Z')
    const { due, plan_name } = await subscriptionOf(client)
    expect(plan_name).toBe('Team')
    expect(due).toMatchObject({ next_attempt_on: '2026-04-10' })
    expect(payments.ledger.paymentsOf(razorpay_order_id)).toHaveLength(2)
  })

  test('goes on where the first payment was refunded by somebody', async () => {
    const { client, tenantId } = await shop.newBuyer()
    const paid = pay(await order(client, 'Team US monthly'))
    await verify(client, paid)
    const taken = payments.ledger.payments.get(paid.razorpay_payment_id)
    if (!taken) throw new Error('no payment')
    payments.ledger.refund(taken, taken.amount)
    await shop.settle(tenantId, paid.payment_id)
    await at('2026-04-03T08:00:00Z')
    expect(await subscriptionOf(client)).toMatchObject({ status: 'Active', current_period_end: '2026-05-03' })
  })

  test('above what an Indian card may be charged unasked is an order and a mail', async () => {
    const { client, user, tenantId } = await shop.newBuyer()
    await buy(client, 'Business 200 IN monthly')
    expect(await subscriptionOf(client)).toMatchObject({
      payment_method: { last4: '4242' },
      renewal: { amount: 3_303_882, charges_card: false },
    })
    await at('2026-03-31T08:00:00Z')
    expect(await queuedContents(shop.api, user.email)).toContainEqual(
      expect.objectContaining({
        body: '₹33,038.82 is due on Apr 3, 2026, for the time through May 3, 2026. Your card can’t be charged this amount automatically: open your subscription to pay.',
      }),
    )
    await at('2026-04-03T08:00:00Z')
    expect(await subjects(user.email)).toEqual([
      'Business 200 renews on Apr 3, 2026',
      'Pay ₹33,038.82 to keep Business 200',
    ])
    await verify(client, pay(await order(client, 'Business 200 IN monthly')))
    expect(await invoices(tenantId)).toHaveLength(2)
  })

  test('says beforehand that a card will have expired', async () => {
    const { client, user } = await shop.newBuyer()
    await buy(client, 'Team US yearly', CARD.paid, '2027-02')
    expect((await subscriptionOf(client)).payment_method).toMatchObject({ expires_before_charge: true })
    await at('2027-02-01T08:00:00Z')
    expect(await queuedContents(shop.api, user.email)).toContainEqual(
      expect.objectContaining({ note: 'This card expires before then. Replace it to avoid an interruption.' }),
    )
  })

  test('that was canceled ends read-only, and is not charged', async () => {
    const { client, tenantId } = await shop.newBuyer()
    await buy(client, 'Team US monthly')
    const { id: subscriptionId } = await subscriptionOf(client)
    await client(setAutoRenew, { params: { subscriptionId }, body: { auto_renew: false } })
    await at('2026-04-02T08:00:00Z')
    expect(await subscriptionOf(client)).toMatchObject({ status: 'Active', auto_renew: false, renewal: null })
    await at('2026-04-03T08:00:00Z')
    expect(await subscriptionOf(client)).toMatchObject({ status: 'Canceled', lapsed_on: '2026-04-03' })
    expect(await invoices(tenantId)).toHaveLength(1)
    const renewed = client(setAutoRenew, { params: { subscriptionId }, body: { auto_renew: true } })
    expect(await verdict(renewed)).toBe('409 period_over')
  })
})

describe('a smaller plan', () => {
  const choose = async (client: Client, plan: string | null) =>
    client(chooseNextPlan, {
      params: { subscriptionId: (await subscriptionOf(client)).id },
      body: { plan_id: plan === null ? null : plan === 'Free' ? FREE : shop.planId(plan) },
    })

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
    const renewals = `select from audit_pending where tenant_id = $1 and act = 'subscription.renewal_changed'`
    expect(await rows(renewals, [tenantId])).toHaveLength(2)
    await at('2026-04-03T08:00:00Z')
    expect(await subscriptionOf(client)).toMatchObject({ ...after, lapsed_on: null })
  })

  test('is charged alone, although the bank took the money for the plan before and nobody told us', async () => {
    const { client, tenantId } = await shop.newBuyer()
    await buy(client, 'Business US monthly', CARD.renewalsRefused)
    await at('2026-04-03T08:00:00Z')
    const { razorpay_order_id } = await order(client, 'Business US monthly')
    const before = payments.ledger.total()
    const known = payments.ledger.orders.get(razorpay_order_id)
    if (!known) throw new Error('no order')
    payments.ledger.capture(payments.ledger.attempt(known, '4242', 'authorized'))
    await choose(client, 'Team US monthly')
    await shop.setClock('2026-04-03T08:02:01Z')
    while ((await shop.ask()) > 0);
    expect(payments.ledger.total()).toBe(before)
    expect(await invoices(tenantId)).toHaveLength(1)
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
    expect(await verify(client, pay(due))).toEqual(paid)
    expect(await subscriptionOf(client)).toMatchObject({ plan_name: 'Team', due: null })
    expect((await invoices(tenantId)).map(({ total }) => total)).toEqual([17_900, 5_900])
  })

  test('that is taken back after a declined renewal has the present plan charged', async () => {
    const { client, tenantId } = await shop.newBuyer()
    await buy(client, 'Business US monthly', CARD.renewalsRefused)
    await choose(client, 'Team US monthly')
    await at('2026-04-03T08:00:00Z')
    expect(await choose(client, null)).toMatchObject({ due: { amount: 17_900, plan_name: 'Business' } })
    const audited = `select act from audit_pending where tenant_id = $1 and act like 'subscription.next_plan%' order by act`
    expect((await rows<{ act: string }>(audited, [tenantId])).map(({ act }) => act)).toEqual([
      'subscription.next_plan_canceled',
      'subscription.next_plan_changed',
    ])
    await verify(client, pay(await order(client, 'Business US monthly')))
    expect((await invoices(tenantId)).map(({ total }) => total)).toEqual([17_900, 17_900])
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

describe('a trial', () => {
  test('is once, without a card, told 7 days and 1 day before, then Free', async () => {
    const { client, user } = await shop.newBuyer()
    const [trial] = await rows<{
      id: string
    }>(`insert into plans (name, plan_type, country, billing_period, currency, price,
      rank, is_trial, trial_days, valid_from)
      values ('Business trial', 'business', 'US', 'monthly', 'USD', 0, 3, true, 14, '2020-01-01') returning id`)
    const plan_id = PlanId.parse(trial?.id)
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
    expect(await subjects(user.email)).toEqual([
      'Your trial of Business trial ends in 7 days',
      'Your trial of Business trial ends tomorrow',
      'Ours is on Free now',
    ])
    expect(await offers()).toEqual([])
    expect(await verdict(client(startTrial, { body: { plan_id } }))).toBe('409 trial_used')
  })
})

test('a card is replaced by a small payment that is given back', async () => {
  const { client, tenantId } = await shop.newBuyer()
  await buy(client, 'Team US monthly', CARD.renewalsRefused)
  const before = payments.ledger.total()
  expect(await verify(client, pay(await client(openCardCheck)))).toMatchObject({ status: 'refunded' })
  expect(payments.ledger.total()).toBe(before)
  expect(await subscriptionOf(client)).toMatchObject({
    payment_method: { last4: '4242' },
    payments: [{ amount: 5_900 }],
  })
  await at('2026-04-03T08:00:00Z')
  expect(await invoices(tenantId)).toHaveLength(2)
})
