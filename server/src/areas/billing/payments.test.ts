import {
  getBillingDetails,
  getPlans,
  getSubscription,
  getSubscriptions,
  listPayments,
  setAutoRenew,
  setBillingDetails,
} from '@throughline/contracts/billing'
import type { Client } from '@throughline/contracts/client'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createShop } from '../../../test/paying.ts'
import { CARD } from '../../../test/payments-simulator.ts'
import { queuedContents } from '../../../test/queued-mails.ts'
import { verdict } from '../../../test/verdict.ts'

const shop = await createShop()
afterAll(() => shop.close())
const { order, pay, verify, settle, payments, rows } = shop

const NOW = '2026-03-03T12:00:00Z'
beforeEach(async () => {
  payments.reports.configure({ delivery: 'normal' })
  await shop.setClock(NOW)
})

const invoicesOf = (tenantId: string) =>
  rows<{ number: string; words: string; total: number }>(
    'select number, words, total from invoices where tenant_id = $1 order by issued_at, number',
    [tenantId],
  )

describe('buying a plan', () => {
  test('credits what was quoted, once, with invoice, mail and audit', async () => {
    const { client, user, tenantId } = await shop.newBuyer()
    const opened = await order(client, 'Business US yearly')
    expect(opened).toMatchObject({
      amount: 179_000,
      currency: 'USD',
      plan_name: 'Business',
      description: 'Subscription to Business',
      user_email: user.email,
      quote: {
        lines: [{ title: 'Business, yearly', detail: 'Mar 3, 2026 – Mar 3, 2027', amount: 179_000 }],
        taxes: [{ title: 'Sales tax', amount: 0 }],
        total: 179_000,
      },
    })
    const answer = pay(opened)
    const done = { status: 'success', plan_name: 'Business', valid_until: '2027-03-03', card_stored: true }
    expect(await verify(client, answer)).toEqual(done)
    expect(await verify(client, answer)).toEqual(done)
    await settle(tenantId, opened.payment_id)

    const [subscription] = await client(getSubscriptions, { query: { history: 'true' } })
    const [invoice, ...more] = await invoicesOf(tenantId)
    expect(more).toEqual([])
    expect(invoice?.words).toBe('Ours began Business on Mar 3, 2026, paid until Mar 3, 2027.')
    expect(subscription).toMatchObject({
      plan_name: 'Business',
      status: 'Active',
      current_period_end: '2027-03-03',
      price: 179_000,
      auto_renew: true,
      payments: [{ status: 'Paid', amount: 179_000, invoice: { number: invoice?.number } }],
    })
    expect(await queuedContents(shop.api, user.email)).toMatchObject([
      { kind: 'receipt', number: invoice?.number, amount: '$1,790.00', until: 'Mar 3, 2027' },
    ])
    expect(await shop.audited(tenantId)).toEqual([
      {
        act: 'subscription.paid',
        data: {
          name: 'Business',
          amount: '$1,790.00',
          until: '2027-03-03',
          before: { plan: 'Free' },
          after: { plan: 'Business' },
        },
      },
      { act: 'payment_method.changed', data: { name: 'Visa ending in 4242' } },
    ])
  })

  test('upgrades at once, less the days left of the old plan', async () => {
    const { client, tenantId } = await shop.newBuyer()
    await verify(client, pay(await order(client, 'Business US yearly')))
    await shop.setClock('2026-11-12T09:00:00Z')
    const [first] = await invoicesOf(tenantId)
    const opened = await order(client, 'Business 200 US yearly')
    expect(opened.quote.lines.map(({ detail, amount }) => [detail, amount])).toEqual([
      ['Nov 12, 2026 – Mar 3, 2027, 111 of 365 days of $5,490.00', 166_956],
      [`Nov 12, 2026 – Mar 3, 2027, 111 of 365 days of $1,790.00, paid on ${first?.number}`, -54_436],
    ])
    expect(opened.amount).toBe(112_520)
    expect(await verify(client, pay(opened))).toMatchObject({ status: 'success', valid_until: '2027-03-03' })
    const [, second] = await invoicesOf(tenantId)
    expect(second?.words).toBe(
      'Ours moved from Business to Business 200 on Nov 12, 2026. This invoice covers the 111 days left in the year already paid for, which ends on Mar 3, 2027.',
    )
    const lines = await rows<{ sum: number }>(
      `select sum(l.amount)::bigint as sum from invoice_lines l join invoices i on (i.tenant_id, i.id) = (l.tenant_id, l.invoice_id) where i.number = $1`,
      [second?.number],
    )
    expect(lines).toEqual([{ sum: second?.total }])
  })

  test('in India has CGST and SGST, and numbers of its own year', async () => {
    const { client, tenantId } = await shop.newBuyer()
    await client(setBillingDetails, {
      body: {
        company: 'Juniper Clinics',
        address: 'Bengaluru',
        country: 'IN',
        region: '29',
        tax_number: '29AAGCB7383J1Z4',
        receipts_email: 'finance@juniper.example',
      },
    })
    const opened = await order(client, 'Business IN yearly')
    expect(opened).toMatchObject({
      currency: 'INR',
      amount: 10_618_820,
      quote: {
        taxes: [
          { title: 'CGST 9%', amount: 809_910 },
          { title: 'SGST 9%', amount: 809_910 },
        ],
      },
    })
    await verify(client, pay(opened))
    const [invoice] = await invoicesOf(tenantId)
    expect(invoice?.number).toMatch(/^TLI-25-26-\d{6}$/)
    expect(await queuedContents(shop.api, 'finance@juniper.example')).toHaveLength(1)
  })

  test('gives the same order to the same person while its quote holds, and a new one after a day', async () => {
    const { client } = await shop.newBuyer()
    const first = await order(client, 'Team US monthly')
    const both = await Promise.all([order(client, 'Team US monthly'), order(client, 'Team US monthly')])
    expect(both.map(({ razorpay_order_id }) => razorpay_order_id)).toEqual(both.map(() => first.razorpay_order_id))
    await shop.setClock('2026-03-04T12:00:01Z')
    expect((await order(client, 'Team US monthly')).payment_id).not.toBe(first.payment_id)
  })

  test('by two people at once credits one and gives the other their money back', async () => {
    const { client, asAdmin, tenantId } = await shop.newBuyer()
    const before = payments.ledger.total()
    const [one, other] = [client, await asAdmin()]
    const orders = [await order(one, 'Team US monthly'), await order(other, 'Team US monthly')] as const
    const answers = await Promise.all([verify(one, pay(orders[0])), verify(other, pay(orders[1]))])
    expect(answers.map(({ status }) => status).sort()).toEqual(['refunded', 'success'])
    expect(payments.ledger.total()).toBe(before + 5_900)
    expect(await invoicesOf(tenantId)).toHaveLength(1)
  })

  test('in two tabs at once takes the money of one order twice, and gives one of them back', async () => {
    const { client, user, tenantId } = await shop.newBuyer()
    const { ledger } = payments
    const before = ledger.total()
    const { payment_id, razorpay_order_id } = await order(client, 'Team US monthly')
    const known = ledger.orders.get(razorpay_order_id)
    if (!known) throw new Error('no order')
    const taken = [ledger.attempt(known, '4242', 'authorized'), ledger.attempt(known, '4242', 'authorized')]
    for (const one of taken) ledger.capture(one)
    const answers = await Promise.all(taken.map((one) => verify(client, { payment_id, ...ledger.signedAnswer(one) })))
    // Each tab hears of its own payment.
    expect(answers.map(({ status }) => status).sort()).toEqual(['refunded', 'success'])
    expect(taken.map(({ status }) => status)).toEqual(
      answers.map(({ status }) => (status === 'success' ? 'captured' : 'refunded')),
    )
    expect(await shop.noticesTo(user.email)).toEqual(['Your payment of $59.00 was refunded'])
    expect(ledger.total()).toBe(before + 5_900)
    expect(await invoicesOf(tenantId)).toHaveLength(1)
    const [subscription] = await client(getSubscriptions, { query: { history: 'true' } })
    expect(subscription?.payments.map(({ status }) => status).sort()).toEqual(['Paid', 'Refunded'])
  })

  test('with the tab closed and the report lost is credited after two minutes', async () => {
    const { client, tenantId } = await shop.newBuyer()
    payments.reports.configure({ delivery: 'lost' })
    const opened = await order(client, 'Team US monthly')
    pay(opened)
    await shop.ask()
    expect(await invoicesOf(tenantId)).toHaveLength(0)
    await shop.setClock('2026-03-03T12:02:01Z')
    while ((await shop.ask()) > 0);
    expect(await invoicesOf(tenantId)).toHaveLength(1)
  })

  test('by a card that the bank refuses changes nothing and says why', async () => {
    const { client, tenantId } = await shop.newBuyer()
    const opened = await order(client, 'Team US monthly')
    payments.pay({ order_id: opened.razorpay_order_id, card: CARD.refused })
    await settle(tenantId, opened.payment_id)
    const [subscription] = await client(getSubscriptions, { query: { history: 'true' } })
    expect(subscription).toMatchObject({
      plan_name: 'Free',
      payments: [{ status: 'Open', problem: 'Insufficient funds' }],
    })
    expect((await order(client, 'Team US monthly')).razorpay_order_id).toBe(opened.razorpay_order_id)
  })

  test('that the bank lets through later is pending until the provider has it', async () => {
    const { client, tenantId } = await shop.newBuyer()
    const opened = await order(client, 'Team US monthly')
    expect(await verify(client, pay(opened, CARD.late))).toMatchObject({ status: 'pending', valid_until: null })
    for (const payment of payments.ledger.payments.values()) payments.ledger.capture(payment)
    await settle(tenantId, opened.payment_id)
    expect(await client(getSubscription)).toMatchObject({ plan: 'Team', status: 'Active' })
  })
})

describe('invoice details', () => {
  const details = { address: '', region: null, tax_number: null, receipts_email: '' }
  const billedTo = (tenantId: string) =>
    rows<{ company: string; region: string | null }>(
      `select buyer ->> 'company' as company, buyer ->> 'region' as region from invoices where tenant_id = $1`,
      [tenantId],
    )

  test('that change while the window is open change the name on the invoice, but no state whose taxes were paid', async () => {
    const set = (client: Client, company: string, region: string) =>
      client(setBillingDetails, { body: { ...details, company, country: 'IN', region } })
    const buyAround = async (region: string) => {
      const { client, tenantId } = await shop.newBuyer()
      await set(client, 'Juniper', '29')
      const opened = await order(client, 'Team IN monthly')
      await set(client, 'Juniper Two', region)
      await verify(client, pay(opened))
      return billedTo(tenantId)
    }
    expect(await buyAround('29')).toEqual([{ company: 'Juniper Two', region: '29' }])
    expect(await buyAround('07')).toEqual([{ company: 'Juniper', region: '29' }])
  })

  test('that change while the window is open don’t keep us from asking about what was paid in it', async () => {
    const { client, tenantId } = await shop.newBuyer()
    payments.reports.configure({ delivery: 'lost' })
    const opened = await order(client, 'Team US monthly')
    await client(setBillingDetails, { body: { ...details, company: 'Juniper', country: 'US' } })
    const askAt = async (moment: string) => {
      await shop.setClock(moment)
      while ((await shop.ask()) > 0);
    }
    await askAt('2026-03-03T12:02:01Z')
    expect(await billedTo(tenantId)).toEqual([])
    pay(opened)
    await askAt('2026-03-03T12:10:01Z')
    expect(await billedTo(tenantId)).toEqual([{ company: 'Juniper', region: null }])
  })

  test('name no country in which the paid plan is not sold, since its renewal would have no price', async () => {
    const { client } = await shop.newBuyer()
    await verify(client, pay(await order(client, 'Team IN monthly')))
    expect(await client(getBillingDetails)).toMatchObject({ country: 'IN' })
    const set = (country: string) =>
      verdict(client(setBillingDetails, { body: { ...details, company: 'Juniper', country } }))
    expect(await set('US')).toBe('409 other_country')
    expect(await set('IN')).toBe('accepted')
    expect(await client(getSubscriptions, { query: {} })).toMatchObject([{ renewal: { plan_name: 'Team' } }])
  })
})

test('the history keeps what was charged or tried, and forgets prices that were only looked at', async () => {
  const { client, tenantId } = await shop.newBuyer()
  const statuses = async () => {
    const [subscription] = await client(getSubscriptions, { query: { history: 'true' } })
    return subscription?.payments.map(({ status }) => status)
  }
  await order(client, 'Team US monthly')
  const refused = await order(client, 'Business US monthly')
  payments.pay({ order_id: refused.razorpay_order_id, card: CARD.refused })
  await settle(tenantId, refused.payment_id)
  expect(await statuses()).toEqual(['Open', 'Open'])
  await shop.setClock('2026-03-04T12:00:01Z')
  await verify(client, pay(await order(client, 'Team US yearly')))
  expect(await statuses()).toEqual(['Paid', 'Failed'])
})

test('a long history goes on page by page, each payment once', async () => {
  const { client, tenantId } = await shop.newBuyer()
  const opened = await order(client, 'Team US monthly')
  await verify(client, pay(opened))
  await rows(
    `insert into payments (tenant_id, member_id, plan_id, quote, quote_until, basis, amount, currency, status)
    select tenant_id, member_id, plan_id, quote, now(), 0, n, currency, 'refunded' from payments, generate_series(1, 120) n
    where tenant_id = $1`,
    [tenantId],
  )
  const { payments: newest, payments_next: cursor } = await shop.subscriptionOf(client)
  expect(newest).toHaveLength(100)
  const pageAfter = (cursor: string | null | undefined) =>
    client.page(listPayments, { query: { cursor: cursor ?? undefined, limit: 15 } })
  const second = await pageAfter(cursor)
  const third = await pageAfter(second.nextCursor)
  const all = [...newest, ...second.data, ...third.data]
  expect(all.map(({ amount }) => amount)).toEqual([...Array.from({ length: 120 }, (_, at) => 120 - at), 5_900])
  expect(third.nextCursor).toBeUndefined()
})

describe('plans', () => {
  test('say how each would begin, by what the workspace has', async () => {
    const { client } = await shop.newBuyer()
    await verify(client, pay(await order(client, 'Business US monthly')))
    const plans = await client(getPlans, { query: { country_code: 'US' } })
    const changes = plans.map(({ name, billing_period, change }) => `${name} ${billing_period}: ${change}`)
    expect(changes).toEqual([
      'Free monthly: at_end',
      'Solo monthly: at_end',
      'Solo yearly: at_end',
      'Team monthly: at_end',
      'Team yearly: at_end',
      'Business monthly: current',
      'Business yearly: now',
      'Business 200 monthly: now',
      'Business 200 yearly: now',
    ])
    expect(plans.find(({ name }) => name === 'Solo')?.exceeded).toEqual(['people'])
    const inIndia = await client(getPlans, { query: { country_code: 'IN' } })
    expect(inIndia.find(({ name }) => name === 'Business 200')?.change).toBe('other_currency')
    expect(await verdict(order(client, 'Team US monthly'))).toBe('409 smaller_plan')
    expect(await verdict(order(client, 'Business US monthly'))).toBe('409 current_plan')
  })

  test('that are canceled go on until their end, and can be renewed', async () => {
    const { client } = await shop.newBuyer()
    await verify(client, pay(await order(client, 'Team US monthly')))
    const [{ id: subscriptionId } = { id: undefined }] = await client(getSubscriptions, { query: {} })
    if (!subscriptionId) throw new Error('no subscription')
    const set = (auto_renew: boolean) => client(setAutoRenew, { params: { subscriptionId }, body: { auto_renew } })
    expect(await set(false)).toMatchObject({ status: 'Active', auto_renew: false, current_period_end: '2026-04-03' })
    expect(await set(true)).toMatchObject({ status: 'Active', auto_renew: true })
    await set(false)
    await shop.setClock('2026-04-03T12:00:00Z')
    expect(await client(getSubscription)).toMatchObject({ status: 'Canceled', auto_renew: false })
  })

  test('a tax number that is none is refused, and the audit says whose taxes are owed but no email address', async () => {
    const { client, tenantId } = await shop.newBuyer()
    const details = { company: 'Juniper', address: '', region: null, receipts_email: 'una@juniper.example' } as const
    const set = (country: string, tax_number: string) =>
      verdict(client(setBillingDetails, { body: { ...details, country, tax_number } }))
    expect(await set('IN', '29ABCDE1234F1Z5')).toBe('422 invalid_request')
    expect(await set('US', '12-345')).toBe('422 invalid_request')
    expect(await set('NL', 'NL 0044 95 445 B01')).toBe('accepted')
    const after = { company: 'Juniper', address: '', region: null, country: 'NL', tax_number: 'NL004495445B01' }
    expect(await shop.audited(tenantId)).toEqual([{ act: 'billing.details_changed', data: { after } }])
  })
})
