import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import type { Egress } from '../egress/egress.ts'
import { isSignedCheckout, isSignedReport } from './signatures.ts'

/** One attempt to pay an order, as the provider knows it. */
export const ProviderPayment = z.object({
  id: z.string(),
  order_id: z.nullable(z.string()),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount_refunded: z.int(),
  method: z.nullish(z.string()),
  card: z.nullish(z.object({ network: z.string(), last4: z.string() })),
  error_description: z.nullish(z.string()),
})
export type ProviderPayment = z.infer<typeof ProviderPayment>

const Order = z.object({ id: z.string() })
const Payments = z.object({ items: z.array(ProviderPayment) })

/** The provider did not do what was asked: it is away, or refuses. */
export class ProviderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderError'
  }
}

export type PaymentProvider = NonNullable<ReturnType<typeof createPaymentProvider>>

/** Undefined where the installation takes no payments: then nothing is sold, and nothing is limited. */
export function createPaymentProvider(config: Config, egress: Egress) {
  const { PAYMENTS_KEY_ID: keyId, PAYMENTS_KEY_SECRET, PAYMENTS_WEBHOOK_SECRET } = config
  if (!keyId || !PAYMENTS_KEY_SECRET || !PAYMENTS_WEBHOOK_SECRET) return undefined
  const secret = PAYMENTS_KEY_SECRET.reveal()
  const formerSecret = config.PAYMENTS_FORMER_WEBHOOK_SECRET?.reveal()
  const until = config.PAYMENTS_FORMER_SECRET_UNTIL
  const reports = {
    present: PAYMENTS_WEBHOOK_SECRET.reveal(),
    former: formerSecret && until ? { secret: formerSecret, until: new Date(until) } : undefined,
  }
  const authorization = `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`

  async function call<S extends z.core.$ZodType>(schema: S, path: string, body?: object): Promise<z.output<S>> {
    const answer = await egress
      .fetch(`${config.PAYMENTS_API_URL}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'manual',
      })
      .catch((cause: unknown) => {
        throw new ProviderError('the payment provider cannot be reached', { cause })
      })
    if (answer.status !== 200) throw new ProviderError(`the payment provider answered ${answer.status} to ${path}`)
    const read = z.safeParse(schema, JSON.parse(answer.body.toString('utf8')))
    if (!read.success) throw new ProviderError(`the payment provider answered something else to ${path}`)
    return read.data
  }
  const at = encodeURIComponent

  return {
    keyId,
    scriptUrl: config.PAYMENTS_SCRIPT_URL,
    /** Our own id goes with it as its receipt. */
    createOrder: async (order: { amount: number; currency: string; receipt: string }): Promise<string> =>
      (await call(Order, '/v1/orders', { ...order, payment_capture: 1 })).id,
    paymentsOf: async (orderId: string): Promise<ProviderPayment[]> =>
      (await call(Payments, `/v1/orders/${at(orderId)}/payments`)).items,
    /** The whole of it, once: what was given back already is not given back again. */
    async refund(paymentId: string): Promise<void> {
      const payment = await call(ProviderPayment, `/v1/payments/${at(paymentId)}`)
      if (payment.amount_refunded > 0) return
      await call(z.object({ id: z.string() }), `/v1/payments/${at(paymentId)}/refund`, { amount: payment.amount })
    },
    isSignedCheckout: (answer: { order: string; payment: string; signature: string }) =>
      isSignedCheckout(secret, answer),
    isSignedReport: (body: Buffer, signature: string, now = new Date()) =>
      isSignedReport(reports, body, signature, now),
  }
}
