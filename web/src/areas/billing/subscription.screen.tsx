import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Subscription } from '@throughline/contracts/billing'
import { formatDay } from '@throughline/contracts/billing-days'
import type { PlanId } from '@throughline/contracts/ids'
import { formatMoney } from '@throughline/contracts/money'
import { ArrowLeft, Mail, PackageOpen, ReceiptText } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { isId } from '../../shared/address-params.ts'
import { QueryFailed } from '../../shared/query-failed.tsx'
import { reasonOf } from '../../shared/server-message.ts'
import { useAct } from '../../shared/use-act.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { billingCalls, orderKey, ownSubscriptionQuery } from './billing.api.ts'
import { billingKey } from './billing.keys.ts'
import { SUPPORT_EMAIL, spec } from './billing.texts.ts'
import { DueNotice } from './parts/due-notice.tsx'
import { HistoryCard, receiptAddress } from './parts/history-card.tsx'
import { InvoiceCard } from './parts/invoice-card.tsx'
import { MethodCard } from './parts/method-card.tsx'
import { OrderCard } from './parts/order-card.tsx'
import { PlanRail } from './parts/plan-rail.tsx'
import { SubscriptionCard } from './parts/subscription-card.tsx'
import { UsageCard } from './parts/usage-card.tsx'
import { type CheckoutControl, useCheckout } from './parts/use-checkout.ts'
import { texts } from './subscription.texts.ts'

/** The plan to be paid for: handed over by the page before, and from then on part of the address. */
function useChosenPlan() {
  const navigate = useNavigate()
  const handed = useRouterState({ select: ({ location }) => location.state.planId })
  const { plan } = useSearch({ strict: false })
  const planId = isId<PlanId>(plan) ? plan : undefined
  const choose = useCallback(
    (next: PlanId | undefined) =>
      void navigate({ to: '/subscription/update', search: { plan: next }, state: {}, replace: true }),
    [navigate],
  )
  useEffect(() => {
    if (handed) choose(handed)
  }, [handed, choose])
  return { planId: handed ?? planId, choose }
}

export function SubscriptionScreen({ user }: { user: CurrentUser }) {
  const { planId, choose } = useChosenPlan()
  const own = useQuery(ownSubscriptionQuery)
  const checkout = useCheckout(own.data?.payments ?? [])
  const isOver = ['paid', 'refunded', 'unverified'].includes(checkout.state.kind)
  useEffect(() => {
    if (isOver) choose(undefined)
  }, [isOver, choose])
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={texts.title}>
        <Link to="/subscription/plans" className={buttonClass({ variant: 'ghost' })}>
          <ArrowLeft size={15} aria-hidden />
          {texts.plans}
        </Link>
      </ScreenHeader>
      <div className="min-h-0 flex-1 overflow-y-auto bg-board">
        <div className="mx-auto max-w-280 space-y-4 p-4 min-[760px]:p-6">
          {own.data === undefined ? (
            own.isError ? (
              <QueryFailed query={own} title={spec.detailsFailed} />
            ) : (
              <Waiting />
            )
          ) : own.data === null ? (
            <NoSubscription />
          ) : (
            <Loaded
              user={user}
              subscription={own.data}
              checkout={checkout}
              planId={isOver ? undefined : planId}
              onChoose={(next) => {
                checkout.reset()
                choose(next)
              }}
            />
          )}
        </div>
      </div>
    </div>
  )
}

const Waiting = () => (
  <Loading label={texts.loading} className="space-y-4">
    {['details', 'usage', 'history'].map((card) => (
      <div key={card} className="space-y-3 rounded-lg border bg-card p-5">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-3 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
      </div>
    ))}
  </Loading>
)

const NoSubscription = () => (
  <>
    <Card title={texts.details}>
      <Empty
        icon={PackageOpen}
        title={spec.noSubscription}
        hint={texts.noneHint}
        action={
          <Link to="/subscription/plans" className={buttonClass({ variant: 'primary' })}>
            {texts.seePlans}
          </Link>
        }
      />
    </Card>
    <HistoryCard payments={[]} next={null} zone="UTC" />
  </>
)

interface Message {
  tone: 'success' | 'danger'
  title: string
  note?: string | undefined
}

/** Cancel, renew and keep; what came of each is said over the page. */
function useSubscriptionActs({ id, plan_name, due }: Subscription, workspace: string) {
  const queries = useQueryClient()
  const [message, setMessage] = useState<Message>()
  // Canceling ends the orders that were open: the one that is shown is made anew.
  const refresh = () => Promise.all([billingKey, orderKey].map((queryKey) => queries.invalidateQueries({ queryKey })))
  const { busy, run } = useAct({ refresh })
  const act = (name: string, call: () => Promise<unknown>, done: string, failed: string) =>
    run({
      name,
      call: async () => {
        setMessage(undefined)
        await call()
        setMessage({ tone: 'success', title: done })
      },
      failed,
      onFailed: (error) => {
        setMessage({ tone: 'danger', title: failed, note: reasonOf(error) })
        return true
      },
    })
  return {
    message,
    busy,
    cancel: () =>
      act(
        'cancel',
        () => billingCalls.setAutoRenew(id, false),
        due ? texts.canceledDue(workspace) : spec.canceled,
        spec.cancelFailed,
      ),
    renew: () => void act('renew', () => billingCalls.setAutoRenew(id, true), spec.reactivated, spec.reactivateFailed),
    keepPlan: () =>
      void act('keep', () => billingCalls.chooseNextPlan(id, null), texts.kept(plan_name), texts.keepFailed),
  }
}

type LoadedProps = {
  user: CurrentUser
  subscription: Subscription
  checkout: CheckoutControl
  planId: PlanId | undefined
  onChoose: (planId: PlanId | undefined) => void
}

function Loaded({ user, subscription, checkout, planId, onChoose }: LoadedProps) {
  const { message, ...acts } = useSubscriptionActs(subscription, user.tenant_name)
  const { plan, plan_name, due, takes_payments, price, payments, payments_next } = subscription
  const pay = () => onChoose(plan)
  const isPaying = takes_payments && planId !== undefined
  return (
    <>
      {message && (
        <Banner tone={message.tone} title={message.title}>
          {message.note}
        </Banner>
      )}
      <PaymentMessage subscription={subscription} checkout={checkout} />
      {due && !isPaying && <DueNotice subscription={subscription} due={due} onPay={pay} />}
      <div className="grid grid-cols-1 items-start gap-4 min-[1080px]:grid-cols-[minmax(0,1fr)_308px]">
        <div className="min-w-0 space-y-4">
          {isPaying && (
            <OrderCard
              planId={planId}
              from={price > 0 && planId !== plan ? plan_name : undefined}
              keep={plan_name}
              checkout={checkout}
              onLeave={() => onChoose(undefined)}
            />
          )}
          <SubscriptionCard subscription={subscription} workspace={user.tenant_name} acts={{ ...acts, pay }} />
          <UsageCard subscription={subscription} />
          {takes_payments && price > 0 && <MethodCard subscription={subscription} />}
          <HistoryCard payments={payments} next={payments_next} zone={user.time_zone} />
        </div>
        <div className="min-w-0 space-y-4">
          <PlanRail planId={planId ?? plan} />
          {takes_payments && <InvoiceCard />}
        </div>
      </div>
    </>
  )
}

/** What came of a payment, over the whole page. */
function PaymentMessage({ subscription, checkout }: Pick<LoadedProps, 'subscription' | 'checkout'>) {
  const { order, state } = checkout
  if (!order) return null
  if (state.kind === 'refunded')
    return (
      <Banner tone="info" title={texts.order.refunded}>
        <span translate="no">{texts.order.refundedNote(formatMoney(order.amount, order.currency))}</span>
      </Banner>
    )
  if (state.kind === 'unverified')
    return (
      <Banner
        tone="danger"
        title={spec.verifyFailed}
        action={
          <a href={`mailto:${SUPPORT_EMAIL}`} className={buttonClass({ size: 'sm' })}>
            <Mail size={14} aria-hidden />
            {texts.order.contactSupport}
          </a>
        }
      >
        <span translate="no">{texts.order.unverifiedNote(state.reference)}</span>
      </Banner>
    )
  if (state.kind !== 'paid') return null
  const invoice = subscription.payments.find(({ id }) => id === order.payment_id)?.invoice
  const receipt = invoice && (
    <a href={receiptAddress(invoice.id)} download={`${invoice.number}.pdf`} className={buttonClass({ size: 'sm' })}>
      <ReceiptText size={14} aria-hidden />
      {texts.order.receipt(invoice.number)}
    </a>
  )
  return (
    <Banner
      tone="success"
      title={<span translate="no">{spec.paid(order.plan_name, formatDay(state.until ?? order.quote.to))}</span>}
      action={receipt}
    />
  )
}
