import { useQueryClient } from '@tanstack/react-query'
import type { PaymentMethod, Subscription } from '@throughline/contracts/billing'
import { formatMoney } from '@throughline/contracts/money'
import { CreditCard, Lock } from 'lucide-react'
import { useEffect } from 'react'
import { reasonOf } from '../../../shared/server-message.ts'
import { useAct } from '../../../shared/use-act.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { toast } from '../../../ui/toast.ts'
import { billingCalls } from '../billing.api.ts'
import { billingKey } from '../billing.keys.ts'
import { spec } from '../billing.texts.ts'
import { texts } from '../subscription.texts.ts'
import { useCheckout } from './use-checkout.ts'

const { method: words, order: orderTexts } = texts

/** As it is printed on the card: "02/27". */
const monthText = (month: string) => `${month.slice(5)}/${month.slice(2, 4)}`

function expiryText({ expires, expires_before_charge }: PaymentMethod): string | undefined {
  if (expires === null) return undefined
  return expires_before_charge ? words.expiresFirst(monthText(expires)) : words.expires(monthText(expires))
}

export function MethodCard({ subscription }: { subscription: Subscription }) {
  const queries = useQueryClient()
  const { payment_method: card, payments } = subscription
  const { busy, run } = useAct({ reasonOf })
  const checkout = useCheckout(payments)
  const { state, order } = checkout
  const isChecked = state.kind === 'refunded'
  const isStored = isChecked && state.isCardStored
  useEffect(() => {
    if (!isChecked) return
    if (isStored) toast.success(words.replaced)
    void queries.invalidateQueries({ queryKey: billingKey })
  }, [isChecked, isStored, queries])
  const replace = () =>
    void run({
      call: async () => {
        await checkout.pay(await billingCalls.openCardCheck())
      },
      failed: words.replaceFailed,
    })
  const isBusy = busy !== undefined || state.kind === 'open' || state.kind === 'confirming'
  return (
    <Card
      title={words.title}
      action={
        <Button size="sm" icon={CreditCard} busy={isBusy} busyLabel={spec.processing} onClick={replace}>
          {card ? words.replace : words.add}
        </Button>
      }
    >
      <div className="px-5 py-4">
        {card ? <StoredCard card={card} /> : <p className="text-sm text-fg-2">{words.none}</p>}
        {order && state.kind === 'open' && (
          <p translate="no" className="mt-3 text-sm text-fg-2">
            {words.checking(formatMoney(order.amount, order.currency))}
          </p>
        )}
        {isChecked && !isStored && (
          <Banner tone="danger" title={words.notStored} className="mt-3">
            {words.notStoredNote}
          </Banner>
        )}
        {state.kind === 'failed' && <Banner tone="danger" title={state.title} className="mt-3" />}
        {state.kind === 'declined' && (
          <Banner tone="danger" title={orderTexts.refused} className="mt-3">
            <span translate="no">{orderTexts.refusedNote(state.reason)}</span>
          </Banner>
        )}
        {state.kind === 'unverified' && (
          <Banner tone="danger" title={spec.verifyFailed} className="mt-3">
            <span translate="no">{orderTexts.unverifiedNote(state.reference)}</span>
          </Banner>
        )}
      </div>
    </Card>
  )
}

function StoredCard({ card }: { card: PaymentMethod }) {
  const expiry = expiryText(card)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <CreditCard size={22} strokeWidth={1.6} aria-hidden className="text-fg-3" />
      <div translate="no" className="min-w-0 flex-1 text-sm">
        <p className="font-medium">{words.card(card.network, card.last4)}</p>
        {expiry && (
          <p className={card.expires_before_charge ? 'text-xs text-warning-fg' : 'text-xs text-fg-3'}>{expiry}</p>
        )}
      </div>
      <p className="flex items-center gap-1.5 text-xs text-fg-3">
        <Lock size={13} aria-hidden />
        {words.stored}
      </p>
    </div>
  )
}
