import { createHmac } from 'node:crypto'
import { openPayment, verifyPayment } from '@throughline/contracts/billing'
import type { Body } from '@throughline/contracts/endpoint'
import { PlanId } from '@throughline/contracts/ids'
import pino from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createShop } from '../../../test/paying.ts'
import { PAYMENT_KEYS } from '../../../test/payments-simulator.ts'
import { verdict } from '../../../test/verdict.ts'

const FORMER = 'the secret before'
const shop = await createShop({
  PAYMENTS_FORMER_WEBHOOK_SECRET: FORMER,
  PAYMENTS_FORMER_SECRET_UNTIL: '2026-01-01T00:00:00Z',
})
afterAll(() => shop.close())
shop.payments.reports.configure({ delivery: 'lost' })

const logged: string[] = []
shop.api.ctx.log.level = 'info'
Object.assign(shop.api.ctx.log, { [pino.symbols.streamSym]: { write: (line: string) => void logged.push(line) } })
const Line = z.object({ msg: z.string(), status: z.optional(z.int()), code: z.optional(z.string()) })
/** What the log says of the calls that were refused in this test. */
const refusals = () =>
  logged.flatMap((line) => {
    const { msg, status, code } = z.parse(Line, JSON.parse(line))
    return msg === 'refused' ? [`${status} ${code}`] : []
  })

const { actors } = await shop.newWorld()
const { client } = actors.owner
const theirs = actors.other_admin.client

const creditsOf = () => shop.rows('select from payments where credited_at is not null')
const pokes = () => shop.rows(`select from outbox where payload->>'workflow' = 'settlePayment'`)
const told = () => vi.mocked(shop.api.ctx.log.warn).mock.calls.map(([, text]) => text)
beforeEach(() => {
  logged.length = 0
  vi.spyOn(shop.api.ctx.log, 'warn')
})
/** Whatever was forged: nobody is credited, and nothing has begun. */
afterEach(async () => {
  expect(await creditsOf()).toEqual([])
  expect(await pokes()).toEqual([])
  expect(await shop.rows('select from invoices')).toEqual([])
})

const sign = (body: string, secret = PAYMENT_KEYS.webhookSecret) =>
  createHmac('sha256', secret).update(body).digest('hex')
const reportOf = (order: string, more: object = {}) =>
  JSON.stringify({ event: 'payment.captured', payload: { payment: { entity: { order_id: order, ...more } } } })
const sent = async (body: string, signature: string, id = crypto.randomUUID()) => {
  const answer = await shop.report({ body, signature, id })
  return `${answer.statusCode} ${answer.json<{ code?: string }>().code ?? 'received'}`
}

describe('what a window is said to have answered', () => {
  const refused = (body: Body<typeof verifyPayment>) => verdict(client(verifyPayment, { body }))

  test('with the signature of another order is refused', async () => {
    const [cheap, dear] = [
      await shop.order(client, 'Team US monthly'),
      await shop.order(client, 'Business 200 US yearly'),
    ]
    const paid = shop.payments.ledger.signedAnswer(
      shop.payments.ledger.attempt(shop.payments.ledger.open({ amount: 1, currency: 'USD' }), '4242', 'authorized'),
    )
    expect(await refused({ payment_id: dear.payment_id, ...paid })).toBe('422 payment_not_verified')
    expect(await refused({ payment_id: cheap.payment_id, ...paid, razorpay_order_id: cheap.razorpay_order_id })).toBe(
      '422 payment_not_verified',
    )
    expect(told()).toEqual(Array.from({ length: 2 }, () => NOT_SIGNED))
  })

  test('to another workspace is refused', async () => {
    const own = await shop.order(client, 'Team US monthly')
    const foreign = shop.pay(await shop.order(theirs, 'Team US monthly'))
    expect(await refused({ ...foreign, payment_id: own.payment_id })).toBe('422 payment_not_verified')
    const mixed = { ...foreign, payment_id: own.payment_id, razorpay_order_id: own.razorpay_order_id }
    expect(await refused(mixed)).toBe('422 payment_not_verified')
    expect(told()).toEqual(Array.from({ length: 2 }, () => NOT_SIGNED))
  })

  test('for somebody else’s payment finds nothing', async () => {
    const order = await shop.order(client, 'Team US monthly')
    const { payment_id, razorpay_order_id } = order
    const body = { payment_id, razorpay_order_id, razorpay_payment_id: 'pay_x', razorpay_signature: 'x' }
    expect(await verdict(theirs(verifyPayment, { body }))).toBe('404 not_found')
  })

  test('that the provider has not taken is not credited, however well it is signed', async () => {
    const order = await shop.order(client, 'Team US monthly')
    const { razorpay_order_id, payment_id } = order
    const razorpay_payment_id = 'pay_made_up'
    const razorpay_signature = sign(`${razorpay_order_id}|${razorpay_payment_id}`, PAYMENT_KEYS.keySecret)
    const body = { payment_id, razorpay_order_id, razorpay_payment_id, razorpay_signature }
    expect(await client(verifyPayment, { body })).toMatchObject({ status: 'pending' })
  })

  test.each(['amount', 'currency'] as const)('of another %s is set aside', async (changed) => {
    const order = await shop.order(client, changed === 'amount' ? 'Business US monthly' : 'Business US yearly')
    const kept = shop.payments.ledger.orders.get(order.razorpay_order_id)
    if (!kept) throw new Error('no order')
    if (changed === 'amount') kept.amount = 1
    else kept.currency = 'INR'
    const log = vi.spyOn(shop.api.ctx.log, 'error')
    const paid = shop.pay(order)
    const done = await client(verifyPayment, { body: paid })
    expect(done).toMatchObject({ status: 'pending', valid_until: null })
    const found = await shop.rows('select status, problem from payments where id = $1', [order.payment_id])
    expect(found).toEqual([{ status: 'set_aside', problem: 'The payment doesn’t match the order' }])
    // Whoever runs the installation has to look at it.
    const facts = { payment_id: order.payment_id, provider_payment: paid.razorpay_payment_id }
    expect(log).toHaveBeenCalledWith(expect.objectContaining(facts), expect.stringMatching(/^a payment is not what/))
    log.mockRestore()
  })
})

const NOT_SIGNED = 'a payment was handed over that the provider did not sign'
const REFUSED = 'a report was refused'
const opened = await shop.order(actors.admin.client, 'Business US monthly')

describe('a report', () => {
  const body = reportOf(opened.razorpay_order_id)

  test.each([
    ['that nobody signed', body, ''],
    ['signed with another secret', body, sign(body, 'another')],
    ['signed with the former secret after its end', body, sign(body, FORMER)],
    ['whose body was changed', `${body} `, sign(body)],
    ['that is no JSON', '{', sign('{')],
    ['that is something else', '[]', sign('[]')],
  ])('%s is refused', async (_, sentBody, signature) => {
    expect(await sent(sentBody, signature)).toBe('400 report_refused')
    expect(told()).toEqual([REFUSED])
  })

  test('with a key twice is refused', async () => {
    const twice = body.replace('"order_id"', '"order_id":"order_other","order_id"')
    expect(await sent(twice, sign(twice))).toBe('400 report_refused')
    expect(told()).toEqual([REFUSED])
  })

  test('of 10 MB is refused before it is read', async () => {
    const large = reportOf(opened.razorpay_order_id, { notes: 'x'.repeat(10 * 1024 * 1024) })
    expect(await sent(large, sign(large))).toMatch(/^413 /)
    expect(refusals()).toEqual(['413 invalid_request'])
  })

  test('under an id that was used for another is refused', async () => {
    const unknown = reportOf('order_of_nobody')
    const other = reportOf('order_of_nobody_else')
    const id = crypto.randomUUID()
    expect(await sent(unknown, sign(unknown), id)).toBe('200 received')
    expect(await sent(unknown, sign(unknown), id)).toBe('200 received')
    expect(await sent(other, sign(other), id)).toBe('400 report_refused')
    expect(told()).toEqual([REFUSED])
  })

  test('of an order that nobody has is kept and changes nothing', async () => {
    const unknown = reportOf('order_of_nobody', { email: 'payer@bank.example' })
    const id = crypto.randomUUID()
    expect(await sent(unknown, sign(unknown), id)).toBe('200 received')
    const kept = await shop.rows('select order_ref, body from payment_events where event_id = $1', [id])
    expect(kept).toEqual([{ order_ref: 'order_of_nobody', body: '' }])
  })
})

describe('prices', () => {
  test('are the server’s: what else is sent is refused', async () => {
    const plan_id = shop.planId('Team US monthly')
    for (const more of [{ amount: 1 }, { price: 1 }, { currency: 'INR' }, { quote: { total: 1 } }]) {
      const body: { plan_id: PlanId } = { plan_id, ...more }
      expect(await verdict(client(openPayment, { body }))).toBe('422 invalid_request')
    }
    expect(refusals()).toEqual(Array.from({ length: 4 }, () => '422 invalid_request'))
  })

  test('of a plan that is no longer sold, or was never there, are refused', async () => {
    await shop.rows(`update plans set valid_to = now() - interval '1 minute' where id = $1`, [
      shop.planId('Team IN monthly'),
    ])
    expect(await verdict(shop.order(client, 'Team IN monthly'))).toBe('409 not_sold')
    const never = PlanId.parse(crypto.randomUUID())
    expect(await verdict(client(openPayment, { body: { plan_id: never } }))).toBe('409 not_sold')
    expect(refusals()).toEqual(['409 not_sold', '409 not_sold'])
  })

  test.each(['manager', 'member', 'viewer', 'outsider'] as const)('are not for a %s to pay', async (role) => {
    expect(await verdict(shop.order(actors[role].client, 'Team US monthly'))).toBe('403 forbidden')
  })
})
