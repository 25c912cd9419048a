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
  /** The card that was stored with it, of which customer. */
  token_id: z.nullish(z.string()),
  customer_id: z.nullish(z.string()),
  /** An empty list where nothing was noted. */
  notes: z.nullish(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
})
export type ProviderPayment = z.infer<typeof ProviderPayment>

const Named = z.object({ id: z.string() })
const Refusal = z.object({ error: z.object({ description: z.string() }) })
const Token = z.object({
  card: z.object({
    network: z.string(),
    last4: z.string(),
    expiry_month: z.nullish(z.coerce.number()),
    expiry_year: z.nullish(z.coerce.number()),
  }),
})
const Payments = z.object({ items: z.array(ProviderPayment) })

/** The provider did not do what was asked: it is away, or refuses. */
export class ProviderError extends Error {
  /** Why it refuses what was asked; undefined where its answer, if any, says nothing about that. */
  readonly refusal: string | undefined

  constructor(message: string, options?: ErrorOptions & { refusal?: string | undefined }) {
    super(message, options)
    this.name = 'ProviderError'
    this.refusal = options?.refusal
  }
}

/** With these, nothing was done, and asking again changes nothing. Others are about our keys, our rights, or too many calls. */
const REFUSED = [400, 404]

function refusalOf(status: number, body: Buffer): string | undefined {
  if (!REFUSED.includes(status)) return undefined
  try {
    const read = z.safeParse(Refusal, JSON.parse(body.toString('utf8')))
    return read.success ? read.data.error.description : 'The bank declined the payment'
  } catch {
    return 'The bank declined the payment'
  }
}

/** 2027-02 */
const monthIn = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`

export interface NewOrder {
  amount: number
  currency: string
  receipt: string
  /** Whose card is stored when it is paid, for at most how much at once. */
  customer: string
  most: number | null
}

export interface NewCharge {
  order: string
  amount: number
  currency: string
  customer: string
  token: string
  email: string
  description: string
  /** Tells this attempt from others on the same order. */
  attempt: string
}

/** Which attempt of ours it is, if it is one. */
export const attemptOf = ({ notes }: ProviderPayment): unknown =>
  notes && !Array.isArray(notes) ? notes['attempt'] : undefined

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
    if (answer.status !== 200)
      throw new ProviderError(`the payment provider answered ${answer.status} to ${path}`, {
        refusal: refusalOf(answer.status, answer.body),
      })
    const read = z.safeParse(schema, JSON.parse(answer.body.toString('utf8')))
    if (!read.success) throw new ProviderError(`the payment provider answered something else to ${path}`)
    return read.data
  }
  const at = encodeURIComponent

  return {
    keyId,
    scriptUrl: config.PAYMENTS_SCRIPT_URL,
    /** Our own id goes with it as its receipt. */
    async createOrder({ customer, most, ...order }: NewOrder): Promise<string> {
      const token = { ...(most !== null && { max_amount: most }), frequency: 'as_presented' }
      return (await call(Named, '/v1/orders', { ...order, customer_id: customer, token, payment_capture: 1 })).id
    },
    /** Always a new one, without an address: by that, the provider would find the customer of another workspace. */
    createCustomer: async (name: string): Promise<string> =>
      (await call(Named, '/v1/customers', { name, fail_existing: '1' })).id,
    /** What can be shown of a stored card. */
    async cardOf(customer: string, token: string) {
      const { card } = await call(Token, `/v1/customers/${at(customer)}/tokens/${at(token)}`)
      const { network, last4, expiry_month: month, expiry_year: year } = card
      return { network, last4, expires: month && year ? monthIn(year, month) : null }
    },
    /** Charges a stored card. What became of it is asked by `paymentsOf`: an order can be paid once. */
    async chargeCard({ order, attempt, ...charge }: NewCharge): Promise<void> {
      const { amount, currency, customer, token, email, description } = charge
      await call(z.unknown(), '/v1/payments/create/recurring', {
        order_id: order,
        amount,
        currency,
        customer_id: customer,
        token,
        email,
        contact: '',
        recurring: '1',
        description,
        notes: { attempt },
      })
    },
    paymentsOf: async (orderId: string): Promise<ProviderPayment[]> =>
      (await call(Payments, `/v1/orders/${at(orderId)}/payments`)).items,
    /** All that is left of it: what was given back already, wholly or in part, is not given back again. */
    async refund(paymentId: string): Promise<void> {
      const payment = await call(ProviderPayment, `/v1/payments/${at(paymentId)}`)
      const amount = payment.amount - payment.amount_refunded
      if (amount > 0) await call(Named, `/v1/payments/${at(paymentId)}/refund`, { amount })
    },
    isSignedCheckout: (answer: { order: string; payment: string; signature: string }) =>
      isSignedCheckout(secret, answer),
    isSignedReport: (body: Buffer, signature: string, now = new Date()) =>
      isSignedReport(reports, body, signature, now),
  }
}
