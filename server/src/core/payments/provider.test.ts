import { createServer } from 'node:http'
import Razorpay from 'razorpay'
import { afterAll, describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/config.ts'
import { listen } from '../../../test/listen.ts'
import { CARD, PAYMENT_KEYS, startPayments } from '../../../test/payments-simulator.ts'
import { createEgress } from '../egress/egress.ts'
import { createPaymentProvider, ProviderError } from './provider.ts'
import { isSignedReport } from './signatures.ts'

const payments = await startPayments()
afterAll(() => payments.stop())

const { keyId, keySecret, webhookSecret } = PAYMENT_KEYS
const config = testConfig('none', payments.settings)
const provider = createPaymentProvider(config, createEgress({ trustedOrigins: [payments.origin] }))
if (!provider) throw new Error('no provider')

const isRedirectable = (api: object): api is { rq: { defaults: { baseURL: string } } } => 'rq' in api

/** The provider's own client, sent to the simulator. */
function sdkWith(key_secret: string) {
  const sdk = new Razorpay({ key_id: keyId, key_secret })
  if (isRedirectable(sdk.api)) sdk.api.rq.defaults.baseURL = payments.origin
  return sdk
}
const sdk = sdkWith(keySecret)

const paidBy = (order_id: string, card: string) => {
  const done = payments.pay({ order_id, card })
  if (done.kind !== 'paid') throw new Error(done.kind)
  return done.answer
}

describe('the simulator is what the provider’s own client expects', () => {
  test('orders, what was paid on them, and refunds', async () => {
    const order = await sdk.orders.create({ amount: 112_520, currency: 'USD', receipt: 'r1' })
    expect(order).toMatchObject({
      entity: 'order',
      amount: 112_520,
      amount_due: 112_520,
      receipt: 'r1',
      status: 'created',
    })
    const { razorpay_payment_id: id } = paidBy(order.id, CARD.paid)
    expect(await sdk.orders.fetch(order.id)).toMatchObject({ status: 'paid', amount_due: 0, attempts: 1 })
    expect(await sdk.orders.fetchPayments(order.id)).toMatchObject({ count: 1, items: [{ id, status: 'captured' }] })
    expect(await sdk.payments.fetch(id)).toMatchObject({ order_id: order.id, amount: 112_520, currency: 'USD' })
    expect(await sdk.payments.refund(id, { amount: 112_520 })).toMatchObject({ entity: 'refund', payment_id: id })
    expect(await sdk.payments.fetch(id)).toMatchObject({ status: 'refunded', amount_refunded: 112_520 })
  })

  test('what it refuses', async () => {
    await expect(sdk.orders.fetch('order_none')).rejects.toMatchObject({ statusCode: 400 })
    await expect(sdk.orders.create({ amount: -1, currency: 'USD' })).rejects.toMatchObject({ statusCode: 400 })
    await expect(sdkWith('another').orders.create({ amount: 1, currency: 'USD' })).rejects.toMatchObject({
      statusCode: 401,
    })
  })

  test('the signatures of window and reports', async () => {
    const { id } = await sdk.orders.create({ amount: 100, currency: 'USD' })
    const answer = paidBy(id, CARD.paid)
    const { validatePaymentVerification } = await import('razorpay/dist/utils/razorpay-utils.js')
    const signed = { order_id: id, payment_id: answer.razorpay_payment_id }
    expect(validatePaymentVerification(signed, answer.razorpay_signature, keySecret)).toBe(true)
    const report = payments.reports.sent.at(-1)
    expect(Razorpay.validateWebhookSignature(report?.body ?? '', report?.signature ?? '', webhookSecret)).toBe(true)
  })
})

describe('our own client', () => {
  test('opens orders, asks what was paid and gives back once', async () => {
    const order = await provider.createOrder({
      amount: 5_900,
      currency: 'USD',
      receipt: 'ours',
      customer: 'cust_ours',
      most: null,
    })
    payments.pay({ order_id: order, card: CARD.refused })
    const answer = paidBy(order, CARD.paid)
    const found = await provider.paymentsOf(order)
    expect(found.map(({ status, error_description }) => [status, error_description])).toEqual([
      ['failed', 'Insufficient funds'],
      ['captured', null],
    ])
    const before = payments.ledger.total()
    await provider.refund(answer.razorpay_payment_id)
    await provider.refund(answer.razorpay_payment_id)
    expect(payments.ledger.total()).toBe(before - 5_900)
  })

  test('knows what the provider signed, and nothing else', () => {
    const { id } = payments.ledger.open({ amount: 100, currency: 'USD' })
    const { razorpay_payment_id: payment, razorpay_signature: signature } = paidBy(id, CARD.paid)
    expect(provider.isSignedCheckout({ order: id, payment, signature })).toBe(true)
    for (const forged of [
      { order: `${id}x`, payment, signature },
      { order: id, payment: `${payment}x`, signature },
      { order: id, payment, signature: signature.replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a')) },
      { order: id, payment, signature: '' },
      { order: id, payment, signature: 'é'.repeat(64) },
    ])
      expect(provider.isSignedCheckout(forged)).toBe(false)
  })

  test('believes the former secret of reports until its end', () => {
    const { body, signature } = payments.reports.sent.at(-1) ?? { body: '', signature: '' }
    const until = new Date('2026-12-01T00:00:00Z')
    const secrets = { present: 'a new one', former: { secret: webhookSecret, until } }
    const at = (moment: string) => isSignedReport(secrets, Buffer.from(body), signature, new Date(moment))
    expect(at('2026-11-30T23:59:59Z')).toBe(true)
    expect(at('2026-12-01T00:00:00Z')).toBe(false)
    expect(isSignedReport(secrets, Buffer.from(`${body} `), signature, new Date('2026-11-30'))).toBe(false)
  })

  test('says that the provider is away, without saying its keys', async () => {
    const away = createPaymentProvider(
      testConfig('none', { ...payments.settings, PAYMENTS_API_URL: 'http://127.0.0.1:1' }),
      createEgress({ trustedOrigins: ['http://127.0.0.1:1'] }),
    )
    const failure = await away?.paymentsOf('order_x').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ProviderError)
    expect(JSON.stringify(failure)).not.toContain(keySecret)
  })

  test.each([
    [400, 'No such card'],
    [404, 'No such card'],
    [401, undefined],
    [403, undefined],
    [429, undefined],
    [503, undefined],
  ])('takes an answer of %i for what it is about', async (status, refusal) => {
    const server = createServer((_, response) =>
      response.writeHead(status).end(JSON.stringify({ error: { description: 'No such card' } })),
    )
    const origin = `http://127.0.0.1:${await listen(server)}`
    const answering = createPaymentProvider(
      testConfig('none', { ...payments.settings, PAYMENTS_API_URL: origin }),
      createEgress({ trustedOrigins: [origin] }),
    )
    const failure = await answering?.cardOf('cust_x', 'token_x').catch((error: unknown) => error)
    server.close()
    expect(failure).toBeInstanceOf(ProviderError)
    expect(failure).toMatchObject({ refusal })
  })

  test('is not there where no keys are configured', () => {
    expect(createPaymentProvider(testConfig('none'), createEgress({ trustedOrigins: [] }))).toBeUndefined()
    expect(() => testConfig('none', { PAYMENTS_KEY_ID: 'k' })).toThrow('one needs the others')
  })
})
