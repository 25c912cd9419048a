import { useQuery } from '@tanstack/react-query'
import type { PaymentOrder, Quote } from '@throughline/contracts/billing'
import type { PlanId } from '@throughline/contracts/ids'
import { type Currency, formatMoney } from '@throughline/contracts/money'
import { Clock, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { momentWithin } from '../../../shared/format/moments.ts'
import { reasonOf } from '../../../shared/server-message.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { orderQuery } from '../billing.api.ts'
import { spec } from '../billing.texts.ts'
import { texts } from '../subscription.texts.ts'
import type { CheckoutControl, CheckoutState } from './use-checkout.ts'

const { order: words } = texts

type OrderCardProps = {
  planId: PlanId
  /** The plan that was paid for until now, if any. */
  from: string | undefined
  /** The plan that stays if this is left. */
  keep: string
  checkout: CheckoutControl
  onLeave: () => void
}

/** What beginning a plan costs, line by line, before anything is paid. */
export function OrderCard({ planId, from, keep, checkout, onLeave }: OrderCardProps) {
  const order = useQuery(orderQuery(planId))
  const leave = (
    <Button variant="ghost" onClick={onLeave}>
      {texts.keepPlan(keep)}
    </Button>
  )
  return (
    <section
      aria-label={spec.completeUpgrade}
      className="@container rounded-xl border border-accent bg-card p-5 shadow-xs ring-1 ring-accent"
    >
      <h2 className="text-lg">{spec.completeUpgrade}</h2>
      {order.data ? (
        <Order order={order.data} from={from} checkout={checkout} leave={leave} onStale={() => void order.refetch()} />
      ) : order.isError ? (
        <Banner
          tone="danger"
          title={spec.initiateFailed}
          className="mt-3"
          action={
            <>
              <Button size="sm" busy={order.isFetching} onClick={() => void order.refetch()}>
                {uiTexts.tryAgain}
              </Button>
              {leave}
            </>
          }
        >
          {reasonOf(order.error)}
        </Banner>
      ) : (
        <Loading label={words.loading} className="mt-4 space-y-3">
          <Skeleton className="h-3 w-2/3" />
          <Skeleton className="h-3 w-1/2" />
          <Skeleton className="h-8 w-32" />
        </Loading>
      )}
    </section>
  )
}

type OrderProps = Pick<OrderCardProps, 'from' | 'checkout'> & {
  order: PaymentOrder
  leave: ReactNode
  /** The price was good for a day, and that is over. */
  onStale: () => void
}

function Order({ order, from, checkout, leave, onStale }: OrderProps) {
  const zone = useZone()
  const now = useNow()
  const total = formatMoney(order.amount, order.currency)
  const { state, pay } = checkout
  const isConfirming = state.kind === 'confirming'
  const isBusy = state.kind === 'open' || isConfirming
  const press = () => {
    if (Date.parse(order.quote_until) <= Date.now()) onStale()
    else void pay(order)
  }
  return (
    <>
      <p translate="no" className="mt-1 text-md text-fg-2">
        {from === undefined ? words.intro(order.plan_name, total) : words.change(from, order.plan_name, total)}
      </p>
      <QuoteLines quote={order.quote} currency={order.currency} />
      <Outcome state={state} amount={total} />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button variant="primary" icon={Lock} busy={isBusy} busyLabel={spec.processing} onClick={press}>
          {spec.payNow}
        </Button>
        {!isBusy && leave}
        {!isConfirming && (
          <p className="ml-auto flex items-center gap-1.5 text-xs text-fg-3">
            <Clock size={13} aria-hidden />
            <span translate="no">{words.until(momentWithin(order.quote_until, zone, now))}</span>
          </p>
        )}
      </div>
    </>
  )
}

function QuoteLines({ quote, currency }: { quote: Quote; currency: Currency }) {
  const { lines, taxes, net, total } = quote
  const isSum = lines.length > 1
  return (
    <dl translate="no" className="mt-4">
      {lines.map((line) => (
        <Line key={line.title} {...line} currency={currency} />
      ))}
      {isSum && <Line title={words.subtotal} detail="" amount={net} currency={currency} />}
      {taxes.map((line) => (
        <Line key={line.title} {...line} currency={currency} />
      ))}
      <div className="mt-2 flex justify-between gap-4 border-t border-line-strong pt-3 font-semibold">
        <dt>{words.dueNow}</dt>
        <dd className="tnum">{formatMoney(total, currency)}</dd>
      </div>
    </dl>
  )
}

type LineProps = Quote['lines'][number] & { currency: Currency }

const Line = ({ title, detail, amount, currency }: LineProps) => (
  <div className="flex justify-between gap-4 py-1.5 text-sm">
    <dt className="min-w-0">
      {title}
      {detail && <span className="block text-xs text-fg-3">{detail}</span>}
    </dt>
    <dd className="tnum whitespace-nowrap">{formatMoney(amount, currency)}</dd>
  </div>
)

/** What came of the window so far. */
function Outcome({ state, amount }: { state: CheckoutState; amount: string }) {
  if (state.kind === 'closed') return <Note tone="info" title={words.closed} text={words.closedNote} />
  if (state.kind === 'declined')
    return <Note tone="danger" title={words.refused} text={words.refusedNote(state.reason)} />
  if (state.kind === 'failed') return <Note tone="danger" title={state.title} text={state.note} />
  if (state.kind === 'confirming')
    return <Note tone="info" title={words.confirming} text={words.confirmingNote(amount)} />
  return null
}

const Note = ({ tone, title, text }: { tone: 'info' | 'danger'; title: string; text: string | undefined }) => (
  <Banner tone={tone} title={title} className="mt-4">
    {text && <span translate="no">{text}</span>}
  </Banner>
)
