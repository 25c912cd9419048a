import { useQueryClient } from '@tanstack/react-query'
import type { BillingEntry, PaymentOrder } from '@throughline/contracts/billing'
import { ApiError } from '@throughline/contracts/client'
import { useEffect, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { billingCalls } from '../billing.api.ts'
import { billingKey } from '../billing.keys.ts'
import { spec } from '../billing.texts.ts'
import { texts } from '../subscription.texts.ts'
import { type CheckoutAnswer, openCheckout, ScriptMissing } from './checkout.ts'

export type CheckoutState =
  | { kind: 'idle' }
  | { kind: 'open' }
  | { kind: 'closed' }
  | { kind: 'declined'; reason: string }
  | { kind: 'failed'; title: string; note?: string | undefined }
  /** The bank was asked; nobody knows yet what came of it. */
  | { kind: 'confirming'; answer: CheckoutAnswer; tries: number }
  | { kind: 'unverified'; reference: string }
  | { kind: 'paid'; until: string | null }
  | { kind: 'refunded'; isCardStored: boolean }

const REFRESH_AFTER = 1_000
const TOO_MANY = 429

type Confirming = Extract<CheckoutState, { kind: 'confirming' }>

/** At first often, since the provider confirms most payments within seconds. */
const delayBefore = (tries: number) => (tries === 0 ? 0 : tries < 20 ? 3_000 : 15_000)

const again = ({ answer, tries }: Confirming): CheckoutState => ({ kind: 'confirming', answer, tries: tries + 1 })

/** What came of an answer that could not be handed over. */
function failureOf(error: unknown, asked: Confirming): CheckoutState {
  const { answer } = asked
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === TOO_MANY) return again(asked)
  if (error.code === 'payment_not_verified') return { kind: 'unverified', reference: answer.razorpay_payment_id }
  return { kind: 'failed', title: spec.verifyFailed, note: serverMessageOf(error) }
}

/** Handed over again for as long as the provider has not confirmed it: that is harmless, and credited once. */
async function handOver(order: PaymentOrder, asked: Confirming): Promise<CheckoutState> {
  try {
    const {
      status,
      valid_until,
      card_stored: isCardStored,
    } = await billingCalls.verify({ payment_id: order.payment_id, ...asked.answer })
    if (status === 'pending') return again(asked)
    return status === 'refunded' ? { kind: 'refunded', isCardStored } : { kind: 'paid', until: valid_until }
  } catch (error) {
    return failureOf(error, asked)
  }
}

/**
 * What the history says about an order that was still open when the page last heard of it. An order may have been paid
 * twice: what became of a payment that was made here is answered as it is handed over.
 */
function settled(state: CheckoutState, entry: BillingEntry | undefined): CheckoutState {
  if (state.kind === 'confirming' || state.kind === 'paid' || state.kind === 'refunded') return state
  if (entry?.status === 'Paid') return { kind: 'paid', until: null }
  return entry?.status === 'Refunded' ? { kind: 'refunded', isCardStored: false } : state
}

/** One payment in the provider's window, from opening it to what the server knows of it. */
export function useCheckout(payments: readonly BillingEntry[]) {
  const queries = useQueryClient()
  const [order, setOrder] = useState<PaymentOrder>()
  const [heard, setHeard] = useState<CheckoutState>({ kind: 'idle' })
  const state = settled(
    heard,
    payments.find(({ id }) => id === order?.payment_id),
  )
  useEffect(() => {
    if (!order || heard.kind !== 'confirming') return undefined
    let isLeft = false
    const hear = (next: CheckoutState) => {
      if (!isLeft) setHeard(next)
    }
    const timer = setTimeout(() => void handOver(order, heard).then(hear), delayBefore(heard.tries))
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [order, heard])
  const isPaid = state.kind === 'paid'
  useEffect(() => {
    if (!isPaid) return undefined
    const timer = setTimeout(() => void queries.invalidateQueries({ queryKey: billingKey }), REFRESH_AFTER)
    return () => clearTimeout(timer)
  }, [isPaid, queries])
  const pay = async (next: PaymentOrder) => {
    setOrder(next)
    setHeard({ kind: 'open' })
    try {
      await openCheckout(next, {
        onAnswer: (answer) => setHeard({ kind: 'confirming', answer, tries: 0 }),
        onDismiss: (declined) =>
          setHeard(declined === undefined ? { kind: 'closed' } : { kind: 'declined', reason: declined }),
      })
    } catch (error) {
      setHeard({ kind: 'failed', title: error instanceof ScriptMissing ? texts.order.notLoaded : spec.gatewayFailed })
    }
  }
  return { order, state, pay, reset: () => setHeard({ kind: 'idle' }) }
}

export type CheckoutControl = ReturnType<typeof useCheckout>
