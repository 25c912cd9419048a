import type { PaymentOrder } from '@throughline/contracts/billing'
import { loadScript } from '../../../shared/load-script.ts'

export interface CheckoutAnswer {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

interface CheckoutOptions {
  key: string
  amount: number
  currency: string
  name: string
  description: string
  order_id: string
  /** With both, the provider keeps the card, so that renewals can be charged to it. */
  customer_id: string
  recurring: '1'
  prefill: { name: string; email: string; contact: string }
  handler: (answer: CheckoutAnswer) => void
  modal: { ondismiss: () => void }
}

/** The part of the payment provider's script that we call. */
interface Checkout {
  on: (event: 'payment.failed', listener: (failure: { error: { description?: string | null } }) => void) => void
  open: () => void
}

declare global {
  interface Window {
    Razorpay?: new (options: CheckoutOptions) => Checkout
  }
}

const SELLER = 'Throughline'

export interface CheckoutEvents {
  onAnswer: (answer: CheckoutAnswer) => void
  /** The bank's reason, if it declined a card before the window was closed. */
  onDismiss: (declined: string | undefined) => void
}

export class ScriptMissing extends Error {}

/** Opens the provider's window over the page. The script must be there first. */
export async function openCheckout(order: PaymentOrder, { onAnswer, onDismiss }: CheckoutEvents): Promise<void> {
  await loadScript(order.script_url).catch((cause: unknown) => {
    throw new ScriptMissing('the script did not come', { cause })
  })
  if (!window.Razorpay) throw new ScriptMissing('the script brought no window')
  let declined: string | undefined
  const checkout = new window.Razorpay({
    key: order.key_id,
    amount: order.amount,
    currency: order.currency,
    name: SELLER,
    description: order.description,
    order_id: order.razorpay_order_id,
    customer_id: order.customer_id,
    recurring: '1',
    prefill: { name: order.user_name, email: order.user_email, contact: order.user_contact },
    handler: onAnswer,
    modal: { ondismiss: () => onDismiss(declined) },
  })
  checkout.on('payment.failed', ({ error }) => {
    declined = error.description ?? ''
  })
  checkout.open()
}
