import { getSubscription, notifyAdministrators, setAutoRenew, setBillingDetails } from '@throughline/contracts/billing'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createShop } from '../../../test/paying.ts'
import { CARD } from '../../../test/payments-simulator.ts'
import { queuedContents } from '../../../test/queued-mails.ts'
import { verdict } from '../../../test/verdict.ts'

const shop = await createShop()
afterAll(() => shop.close())
const { order, pay, verify, buy, at, subscriptionOf, noticesTo, invoices, payments, rows } = shop

beforeEach(async () => {
  // What others bought goes on by itself otherwise.
  await rows('update subscriptions set next_at = null')
  await shop.setClock('2026-03-03T12:00:00Z')
})

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
    expect(await noticesTo(user.email)).toEqual([])
    await at('2026-03-31T00:00:00Z')
    await at('2026-03-31T00:10:00Z')
    expect(await noticesTo(user.email)).toEqual(['Team renews on Apr 3, 2026'])
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
        charges_card: true,
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
    expect(await noticesTo(user.email)).toEqual([
      'Team renews on Apr 3, 2026',
      ...Array.from({ length: 3 }, () => 'Your payment of $59.00 didn’t go through'),
      'Ours is read-only now',
    ])
    expect([...payments.ledger.payments.values()].filter(({ status }) => status === 'failed')).toHaveLength(4)
    const attempt = { name: 'Team', amount: '$59.00', problem: 'Insufficient funds' }
    expect((await shop.audited(tenantId)).slice(2)).toEqual([
      ...[1, 2, 3, 4].map((n) => ({ act: 'subscription.payment_declined', data: { ...attempt, attempt: n } })),
      { act: 'subscription.lapsed', data: { name: 'Team' } },
    ])
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
    const { client, user } = await shop.newBuyer()
    await buy(client, 'Team US monthly', CARD.renewalsRefused)
    await at('2026-04-03T08:00:00Z')
    const { razorpay_order_id } = await order(client, 'Team US monthly')
    const taken = shop.take(razorpay_order_id)
    payments.ledger.refund(taken, taken.amount)
    await at('2026-04-06T08:00:00Z')
    const { due, plan_name } = await subscriptionOf(client)
    expect(plan_name).toBe('Team')
    expect(due).toMatchObject({ next_attempt_on: '2026-04-10' })
    expect(payments.ledger.paymentsOf(razorpay_order_id)).toHaveLength(2)
    const mails = await queuedContents(shop.api, user.email)
    expect(mails.at(-2)).toMatchObject({ subject: 'Your payment of $59.00 was refunded' })
    const words = 'The payment was refunded. We’ll try again on Apr 10, 2026.'
    expect(mails.at(-1)).toMatchObject({ body: expect.stringContaining(words) })
  })

  describe('whose charge was taken', () => {
    /** Declined once, then taken without anybody hearing of it; `amount` where the bank took another. */
    async function takenRenewal(amount?: number) {
      const { client, tenantId } = await shop.newBuyer()
      await buy(client, 'Team US monthly', CARD.renewalsRefused)
      await at('2026-04-03T08:00:00Z')
      const { razorpay_order_id: orderId, payment_id } = await order(client, 'Team US monthly')
      const taken = shop.take(orderId, amount)
      const renewals = () =>
        rows<{ status: string; order_ref: string }>(
          `select status, order_ref from payments where tenant_id = $1 and kind = 'renewal' order by id`,
          [tenantId],
        )
      /** What a report of the provider has the engine do. */
      const settle = () => shop.settle(tenantId, payment_id)
      return { client, orderId, taken, renewals, settle }
    }

    test('in another amount is looked at by somebody, and nothing is charged again until they refund it', async () => {
      const { client, orderId, taken, renewals } = await takenRenewal(1)
      const before = payments.ledger.total()
      for (const minute of ['00', '11', '22']) {
        await at(`2026-04-06T08:${minute}:00Z`)
        expect(await renewals()).toEqual([{ status: 'set_aside', order_ref: orderId }])
      }
      expect(payments.ledger.total()).toBe(before)
      expect(await verdict(order(client, 'Team US monthly'))).toBe('409 payment_in_review')
      payments.ledger.refund(taken, taken.amount)
      await at('2026-04-06T08:33:00Z')
      expect((await subscriptionOf(client)).due).toMatchObject({ next_attempt_on: '2026-04-10' })
      await at('2026-04-10T08:00:00Z')
      expect((await renewals()).map(({ status }) => status)).toEqual(['refunded', 'open'])
    })

    test('in another amount, and whose refund we hear of between two looks, is charged again in its turn, not at once', async () => {
      const { client, orderId, taken, renewals, settle } = await takenRenewal(1)
      await at('2026-04-06T08:00:00Z')
      await shop.giveBack(taken)
      await settle()
      for (const minute of ['11', '22']) {
        await at(`2026-04-06T08:${minute}:00Z`)
        expect(await renewals()).toEqual([{ status: 'refunded', order_ref: orderId }])
        expect((await subscriptionOf(client)).due).toMatchObject({ next_attempt_on: '2026-04-10' })
        // A report that comes again changes nothing.
        await settle()
      }
      await at('2026-04-10T08:00:00Z')
      expect((await renewals()).map(({ status }) => status)).toEqual(['refunded', 'open'])
      expect((await subscriptionOf(client)).due).toMatchObject({ next_attempt_on: '2026-04-17' })
    })

    test('and refunded before we heard of either is charged again in its turn, too', async () => {
      const { client, orderId, taken, renewals, settle } = await takenRenewal()
      await shop.giveBack(taken)
      await settle()
      await at('2026-04-06T08:00:00Z')
      expect(await renewals()).toEqual([{ status: 'refunded', order_ref: orderId }])
      expect((await subscriptionOf(client)).due).toMatchObject({ next_attempt_on: '2026-04-10' })
    })

    test('and refunded can be paid by hand at once', async () => {
      const { client, taken, settle } = await takenRenewal(1)
      await settle()
      await shop.giveBack(taken)
      await settle()
      const paid = await verify(client, pay(await order(client, 'Team US monthly')))
      expect(paid).toMatchObject({ status: 'success', valid_until: '2026-05-03' })
    })

    test('and refunded by staff is not charged anew while the provider is away', async () => {
      const { client, orderId, taken, renewals } = await takenRenewal()
      payments.ledger.refund(taken, taken.amount)
      const away = vi.spyOn(payments.ledger.payments, 'get').mockReturnValue(undefined)
      for (const _ of ['at first', 'again']) {
        await expect(at('2026-04-06T08:00:00Z')).rejects.toThrow('the payment provider answered 400')
        expect(await renewals()).toEqual([{ status: 'refunding', order_ref: orderId }])
      }
      away.mockRestore()
      await at('2026-04-06T08:01:00Z')
      expect(await renewals()).toEqual([{ status: 'refunded', order_ref: orderId }])
      expect((await subscriptionOf(client)).due).toMatchObject({ next_attempt_on: '2026-04-10' })
      expect(payments.ledger.paymentsOf(orderId)).toHaveLength(2)
    })
  })

  test('that is due costs what its order says, whatever its taxes would be by now', async () => {
    const { client } = await shop.newBuyer()
    await buy(client, 'Team US monthly', CARD.renewalsRefused)
    await at('2026-04-03T08:00:00Z')
    await rows(`update tax_rules set valid_to = '2026-04-04'`)
    onTestFinished(async () => void (await rows('update tax_rules set valid_to = null')))
    await shop.setClock('2026-04-05T08:00:00Z')
    expect((await subscriptionOf(client)).due).toMatchObject({ amount: 5_900, plan_name: 'Team', charges_card: true })
  })

  test('without a tax rule is charged by nobody, is reported each day, and goes on once there is a rule', async () => {
    const { client, user, tenantId } = await shop.newBuyer()
    await buy(client, 'Team US monthly')
    const { id: subscriptionId } = await subscriptionOf(client)
    await rows(`update tax_rules set valid_to = '2026-03-20' where seller = 'us'`)
    onTestFinished(async () => void (await rows('update tax_rules set valid_to = null')))
    const log = vi.spyOn(shop.api.ctx.log, 'error').mockImplementation(() => undefined)
    onTestFinished(() => log.mockRestore())
    const reported = () => log.mock.calls.filter(([, text]) => String(text).startsWith('a renewal can’t be priced'))
    for (const [moment, times] of [
      ['03-31T00:00', 1],
      ['03-31T12:00', 1],
      ['04-01T00:00', 2],
      ['04-03T08:00', 3],
    ] as const) {
      await at(`2026-${moment}:00Z`)
      expect(reported()).toHaveLength(times)
    }
    const unpriced = { status: 'Active', renewal: null, due: null, renewal_unpriced: true }
    expect(await subscriptionOf(client)).toMatchObject(unpriced)
    expect(await verdict(order(client, 'Team US monthly'))).toBe('409 renewal_unpriced')
    const set = (auto_renew: boolean) => client(setAutoRenew, { params: { subscriptionId }, body: { auto_renew } })
    await set(false)
    expect(await set(true)).toMatchObject(unpriced)
    const company = { company: 'Ours', address: '', country: 'US', region: null, tax_number: null, receipts_email: '' }
    expect(await client(setBillingDetails, { body: company })).toEqual(company)
    expect(await invoices(tenantId)).toHaveLength(1)
    await rows('update tax_rules set valid_to = null')
    await at('2026-04-04T08:00:00Z')
    expect(await noticesTo(user.email)).toEqual(['Team renews on Apr 3, 2026'])
    expect(await subscriptionOf(client)).toMatchObject({ renewal_unpriced: false, current_period_end: '2026-05-03' })
  })

  test('that two people open at the same moment is one order', async () => {
    const { client, asAdmin } = await shop.newBuyer()
    const admin = await asAdmin()
    await buy(client, 'Team US monthly')
    await shop.setClock('2026-04-03T08:00:00Z')
    const both = await Promise.all([client, admin].map((one) => order(one, 'Team US monthly')))
    expect(new Set(both.map(({ razorpay_order_id }) => razorpay_order_id)).size).toBe(1)
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
        body: '₹33,038.82 is due on Apr 3, 2026, for the period through May 3, 2026. Your card can’t be charged this amount automatically: open your subscription to pay.',
      }),
    )
    await at('2026-04-03T08:00:00Z')
    expect(await noticesTo(user.email)).toEqual([
      'Business 200 renews on Apr 3, 2026',
      'Pay ₹33,038.82 to keep Business 200',
    ])
    expect(await subscriptionOf(client)).toMatchObject({ due: { amount: 3_303_882, charges_card: false } })
    for (const day of ['06', '10', '17']) await at(`2026-04-${day}T08:00:00Z`)
    expect((await queuedContents(shop.api, user.email)).at(-1)).toMatchObject({
      subject: 'Ours is read-only now',
      body: '₹33,038.82 wasn’t paid. You can still read and export everything. Pay to keep working.',
    })
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

  test('that was canceled is taken up again at the price that is sold by then, where the plan was replaced', async () => {
    const { client } = await shop.newBuyer()
    const plan = 'Business 200 US monthly'
    await buy(client, plan)
    const { id: subscriptionId } = await subscriptionOf(client)
    await client(setAutoRenew, { params: { subscriptionId }, body: { auto_renew: false } })
    await at('2026-04-03T08:00:00Z')
    const [sold] = await rows<{ id: string }>(
      `with ended as (update plans set valid_to = '2026-04-01' where id = $1 returning *)
      insert into plans (name, plan_type, country, seller, billing_period, currency, price, rank, people, valid_from)
      select name, plan_type, country, seller, billing_period, currency, 60000, rank, 200, '2026-04-01' from ended returning id`,
      [shop.planId(plan)],
    )
    const opened = await order(client, plan)
    expect(opened).toMatchObject({ amount: 60_000, plan_name: 'Business 200' })
    expect((await order(client, plan)).payment_id).toBe(opened.payment_id)
    await verify(client, pay(opened))
    expect(await subscriptionOf(client)).toMatchObject({ plan: sold?.id, price: 60_000, status: 'Active' })
  })
})
