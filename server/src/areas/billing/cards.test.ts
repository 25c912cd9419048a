import { openCardCheck, setBillingDetails } from '@throughline/contracts/billing'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createShop } from '../../../test/paying.ts'
import { CARD } from '../../../test/payments-simulator.ts'

const shop = await createShop()
afterAll(() => shop.close())
const { order, pay, verify, buy, at, subscriptionOf, invoices, payments, rows } = shop
beforeEach(() => shop.setClock('2026-03-03T12:00:00Z'))

const askAt = async (moment: string) => {
  await shop.setClock(moment)
  while ((await shop.ask()) > 0);
}
/** What the provider will still be asked about. */
const waiting = (tenantId: string) =>
  rows('select from payments where tenant_id = $1 and ask_at is not null', [tenantId])

test('a card is replaced by a small payment that is given back', async () => {
  const { client, tenantId } = await shop.newBuyer()
  await buy(client, 'Team US monthly', CARD.renewalsRefused)
  const before = payments.ledger.total()
  expect(await verify(client, pay(await client(openCardCheck)))).toMatchObject({ status: 'refunded' })
  expect(payments.ledger.total()).toBe(before)
  expect((await shop.audited(tenantId)).slice(2)).toEqual([
    { act: 'payment.refunded', data: { name: '$1.00' } },
    { act: 'payment_method.changed', data: { name: 'Visa ending in 4242' } },
  ])
  expect(await subscriptionOf(client)).toMatchObject({
    payment_method: { last4: '4242' },
    payments: [{ amount: 5_900 }],
  })
  await at('2026-04-03T08:00:00Z')
  expect(await invoices(tenantId)).toHaveLength(2)
})

test('a card that the bank keeps from being charged by itself is not stored, and that is answered', async () => {
  const { client } = await shop.newBuyer()
  expect(await buy(client, 'Team US monthly')).toMatchObject({ status: 'success', card_stored: true })
  const refused = pay(await client(openCardCheck), CARD.mandateRefused)
  expect(await verify(client, refused)).toMatchObject({ status: 'refunded', card_stored: false })
  expect(await verify(client, pay(await client(openCardCheck)))).toMatchObject({ card_stored: true })
})

test('a card that the provider no longer knows is not stored, and nothing waits for it', async () => {
  const { client, tenantId } = await shop.newBuyer()
  const log = vi.spyOn(shop.api.ctx.log, 'error').mockImplementation(() => undefined)
  const forget = vi.spyOn(payments.ledger.tokens, 'get').mockReturnValue(undefined)
  expect(await buy(client, 'Team US monthly')).toMatchObject({ status: 'success', card_stored: false })
  expect(log.mock.calls.map(([, text]) => text)).toEqual(['the card of a payment could not be stored'])
  await askAt('2026-03-03T12:01:01Z')
  forget.mockRestore()
  log.mockRestore()
  expect(await waiting(tenantId)).toEqual([])
})

describe('a card that the provider could not be asked about when its payment was credited', () => {
  /** Nobody hands over what the window answered, and nothing is reported. */
  async function creditedWithoutCard() {
    const { client, tenantId } = await shop.newBuyer()
    pay(await order(client, 'Team US monthly'))
    vi.spyOn(shop.api.ctx.log, 'error').mockImplementation(() => undefined)
    vi.spyOn(payments.ledger.tokens, 'get').mockImplementation(() => {
      throw new Error('away')
    })
    onTestFinished(() => void vi.restoreAllMocks())
    await askAt('2026-03-03T12:02:01Z')
    expect(await subscriptionOf(client)).toMatchObject({ plan_name: 'Team', payment_method: null })
    return { client, tenantId }
  }

  test('is stored a minute later', async () => {
    const { client, tenantId } = await creditedWithoutCard()
    vi.restoreAllMocks()
    await askAt('2026-03-03T12:03:02Z')
    expect(await subscriptionOf(client)).toMatchObject({ payment_method: { last4: '4242' } })
    expect(await waiting(tenantId)).toEqual([])
  })

  test('is asked for hourly after a hundred times, and given up after three days', async () => {
    const { tenantId } = await creditedWithoutCard()
    expect(await waiting(tenantId)).toHaveLength(1)
    await rows('update payments set asks = 100 where tenant_id = $1', [tenantId])
    await askAt('2026-03-03T12:03:02Z')
    expect(await waiting(tenantId)).toHaveLength(1)
    await askAt('2026-03-06T12:03:02Z')
    expect(await waiting(tenantId)).toEqual([])
  })
})

test('workspaces with one address for their receipts have a customer each, and with it their own cards', async () => {
  const customers = await Promise.all(
    [1, 2].map(async () => {
      const { client } = await shop.newBuyer()
      const details = { company: '', address: '', country: 'US', region: null, tax_number: null }
      await client(setBillingDetails, { body: { ...details, receipts_email: 'shared@juniper.example' } })
      return (await order(client, 'Team US monthly')).customer_id
    }),
  )
  expect(new Set(customers).size).toBe(2)
})
