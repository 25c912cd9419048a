import { getSubscriptions, openCardCheck } from '@throughline/contracts/billing'
import type { Client } from '@throughline/contracts/client'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createShop } from '../../../test/paying.ts'

const shop = await createShop()
afterAll(() => shop.close())
const { order, pay, verify, settle, payments, rows } = shop
payments.reports.configure({ delivery: 'lost' })
beforeEach(() => shop.setClock('2026-03-03T12:00:00Z'))

describe('a refund', () => {
  test('that could not be done at once is done a minute later', async () => {
    const { client, asAdmin, tenantId } = await shop.newBuyer()
    const before = payments.ledger.total()
    const admin = await asAdmin()
    const [one, other] = [await order(client, 'Team US monthly'), await order(admin, 'Team US monthly')]
    await verify(client, pay(one))
    vi.spyOn(payments.ledger, 'refund').mockReturnValueOnce(undefined)
    await verify(admin, pay(other))
    const statuses = () => rows('select status from payments where tenant_id = $1 and status <> $2', [tenantId, 'paid'])
    expect(await statuses()).toEqual([{ status: 'refunding' }])
    await shop.setClock('2026-03-03T12:01:01Z')
    while ((await shop.ask()) > 0);
    expect(await statuses()).toEqual([{ status: 'refunded' }])
    expect(payments.ledger.total()).toBe(before + 5_900)
    expect(await rows('select from payments where tenant_id = $1 and ask_at is not null', [tenantId])).toEqual([])
  })

  test('of a payment that staff gave back in part is what is left of it', async () => {
    const { client, user, asAdmin } = await shop.newBuyer()
    const before = payments.ledger.total()
    const admin = await asAdmin()
    const [one, other] = [await order(client, 'Team US monthly'), await order(admin, 'Team US monthly')]
    await verify(client, pay(one))
    const second = pay(other)
    const taken = payments.ledger.payments.get(second.razorpay_payment_id)
    if (!taken) throw new Error('no payment')
    payments.ledger.refund(taken, 1_000)
    expect(await verify(admin, second)).toMatchObject({ status: 'refunded' })
    expect(taken).toMatchObject({ status: 'refunded', amount_refunded: 5_900 })
    expect(payments.ledger.total()).toBe(before + 5_900)
    expect(await shop.noticesTo(user.email)).toEqual(['Your payment of $59.00 was refunded'])
  })

  test('is made of a second payment on an order whose first one is looked at', async () => {
    const { client, user, tenantId } = await shop.newBuyer()
    const { payment_id, razorpay_order_id } = await order(client, 'Team US monthly')
    const before = payments.ledger.total()
    const log = vi.spyOn(shop.api.ctx.log, 'error').mockImplementation(() => undefined)
    shop.take(razorpay_order_id, 1)
    await settle(tenantId, payment_id)
    shop.take(razorpay_order_id, 5_900)
    await settle(tenantId, payment_id)
    await settle(tenantId, payment_id)
    const found = await rows('select status, amount from payments where tenant_id = $1 order by id', [tenantId])
    expect(found).toEqual([
      { status: 'set_aside', amount: 5_900 },
      { status: 'refunded', amount: 5_900 },
    ])
    expect(payments.ledger.total()).toBe(before + 1)
    expect(await shop.noticesTo(user.email)).toEqual(['Your payment of $59.00 was refunded'])
    expect(log).toHaveBeenCalledTimes(1)
    log.mockRestore()
  })

  const owed = {
    'a check of a card': async (client: Client) => {
      await verify(client, pay(await client(openCardCheck)))
    },
    'a second payment': async (client: Client) => {
      const { payment_id, razorpay_order_id } = await order(client, 'Team US monthly')
      const known = payments.ledger.orders.get(razorpay_order_id)
      if (!known) throw new Error('no order')
      const taken = [1, 2].map(() => payments.ledger.attempt(known, '4242', 'authorized'))
      for (const one of taken) {
        payments.ledger.capture(one)
        await verify(client, { payment_id, ...payments.ledger.signedAnswer(one) })
      }
    },
  }

  test.each([
    ['a check of a card', 0],
    ['a second payment', 5_900],
  ] as const)('of %s that fails for long is tried each hour and logged', async (kind, kept) => {
    const { client, tenantId } = await shop.newBuyer()
    const before = payments.ledger.total()
    const refund = vi.spyOn(payments.ledger, 'refund').mockReturnValue(undefined)
    const log = vi.spyOn(shop.api.ctx.log, 'error').mockImplementation(() => undefined)
    await owed[kind](client)
    await rows('update payments set asks = 100 where tenant_id = $1', [tenantId])
    const overdue = () => log.mock.calls.filter(([, text]) => String(text).startsWith('money is still not given back'))
    for (const [moment, times] of [
      ['12:01:01', 1],
      ['12:59:00', 1],
      ['13:01:02', 2],
    ] as const) {
      await shop.setClock(`2026-03-03T${moment}Z`)
      await shop.ask()
      expect(overdue()).toHaveLength(times)
    }
    refund.mockRestore()
    log.mockRestore()
    await shop.setClock('2026-03-03T14:01:03Z')
    await shop.ask()
    const open = `select from payments where tenant_id = $1 and (status = 'refunding' or ask_at is not null)`
    expect(await rows(open, [tenantId])).toEqual([])
    expect(payments.ledger.total()).toBe(before + kept)
  })
})

describe('an order that was paid while the provider was away for hours', () => {
  async function unheardOf() {
    const { client, tenantId } = await shop.newBuyer()
    pay(await order(client, 'Team US monthly'))
    await rows('update payments set asks = 100 where tenant_id = $1', [tenantId])
    const log = vi.spyOn(shop.api.ctx.log, 'error').mockImplementation(() => undefined)
    const away = vi.spyOn(payments.ledger, 'paymentsOf').mockImplementation(() => {
      throw new Error('away')
    })
    const askAt = async (moment: string) => {
      await shop.setClock(`2026-03-${moment}Z`)
      await shop.ask()
    }
    const back = () => {
      away.mockRestore()
      log.mockRestore()
    }
    return { client, tenantId, askAt, back }
  }

  test('is asked about each hour, and credited once it is back', async () => {
    const { client, askAt, back } = await unheardOf()
    await askAt('03T12:02:01')
    await askAt('04T13:00:00')
    back()
    await askAt('04T13:59:00')
    expect(await shop.subscriptionOf(client)).toMatchObject({ plan_name: 'Free' })
    await askAt('04T14:00:01')
    expect(await shop.subscriptionOf(client)).toMatchObject({ plan_name: 'Team' })
  })

  test('is asked about for three days', async () => {
    const { tenantId, askAt, back } = await unheardOf()
    await askAt('06T11:59:00')
    const waits = () => rows('select from payments where tenant_id = $1 and ask_at is not null', [tenantId])
    expect(await waits()).toHaveLength(1)
    await askAt('06T13:00:00')
    back()
    expect(await waits()).toEqual([])
  })
})

test('a second payment of a card check is refunded, and stays out of the history', async () => {
  const { client, user } = await shop.newBuyer()
  const { payment_id, razorpay_order_id } = await client(openCardCheck)
  const known = payments.ledger.orders.get(razorpay_order_id)
  if (!known) throw new Error('no order')
  for (const one of [1, 2].map(() => payments.ledger.attempt(known, '4242', 'authorized'))) {
    payments.ledger.capture(one)
    const done = await verify(client, { payment_id, ...payments.ledger.signedAnswer(one) })
    expect(done).toMatchObject({ status: 'refunded' })
  }
  const [subscription] = await client(getSubscriptions, { query: { history: 'true' } })
  expect(subscription?.payments).toEqual([])
  expect(await shop.noticesTo(user.email)).toEqual([])
})

describe('what staff give back at the provider before we hear of the payment', () => {
  const billed = (tenantId: string) =>
    rows<{ total: number }>('select total from invoices where tenant_id = $1 order by issued_at, number', [tenantId])

  async function paidAndReturned(amount: number) {
    const { client, tenantId } = await shop.newBuyer()
    const { payment_id, razorpay_payment_id } = pay(await order(client, 'Team US monthly'))
    const taken = payments.ledger.payments.get(razorpay_payment_id)
    if (!taken) throw new Error('no payment')
    payments.ledger.refund(taken, amount)
    await settle(tenantId, payment_id)
    await settle(tenantId, payment_id)
    const [subscription] = await client(getSubscriptions, { query: { history: 'true' } })
    const totals = (await billed(tenantId)).map(({ total }) => total)
    return { subscription, totals }
  }

  test('buys nothing and has no invoice', async () => {
    const { subscription, totals } = await paidAndReturned(5_900)
    expect(subscription).toMatchObject({ plan_name: 'Free', payments: [{ status: 'Refunded', invoice: null }] })
    expect(totals).toEqual([])
  })

  test('in part has its credit note with the invoice', async () => {
    const { subscription, totals } = await paidAndReturned(1_000)
    expect(subscription).toMatchObject({ plan_name: 'Team', payments: [{ status: 'Paid' }] })
    expect(totals).toEqual([5_900, -1_000])
  })
})
