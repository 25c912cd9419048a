import { Link } from '@tanstack/react-router'
import type { Subscription } from '@throughline/contracts/billing'
import { formatDay } from '@throughline/contracts/billing-days'
import { formatMoney } from '@throughline/contracts/money'
import { Lock, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { Card } from '../../../ui/card.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { spec } from '../billing.texts.ts'
import { texts } from '../subscription.texts.ts'
import { byHandReason } from './due-notice.tsx'

const { facts, sentence } = texts
const TONES: Record<Subscription['status'], Tone> = {
  Active: 'success',
  Trial: 'info',
  Canceled: 'neutral',
  Lapsed: 'danger',
}

interface SubscriptionActs {
  busy: string | undefined
  cancel: () => Promise<boolean>
  renew: () => void
  /** Opens the order for a plan that was had before. */
  pay: () => void
  keepPlan: () => void
}

type SubscriptionCardProps = { subscription: Subscription; workspace: string; acts: SubscriptionActs }

export function SubscriptionCard({ subscription, workspace, acts }: SubscriptionCardProps) {
  const { status, due } = subscription
  const tag = (
    <span translate="no">
      {due ? <Tag tone="warning">{texts.statuses.due}</Tag> : <Tag tone={TONES[status]}>{status}</Tag>}
    </span>
  )
  return (
    <Card title={texts.details} action={tag}>
      <div className="px-5 py-4">
        <p translate="no" className="max-w-160 text-lg leading-7 text-fg-2">
          {sentencesOf(subscription, workspace)}
        </p>
        <Facts subscription={subscription} />
        <Actions subscription={subscription} workspace={workspace} acts={acts} />
      </div>
    </Card>
  )
}

/** When, how much, from what and for which time. */
function renewalText({ renewal, payment_method, currency }: Subscription): string | undefined {
  if (!renewal) return undefined
  const { remind_on } = renewal
  const [amount, on] = [formatMoney(renewal.amount, currency), formatDay(renewal.on)]
  const until = sentence.period(renewal.plan_name, formatDay(renewal.to))
  const card = payment_method ? sentence.toCard(payment_method.last4) : sentence.withoutCard
  const isTooMuch = payment_method !== null && !renewal.charges_card
  const charge = isTooMuch ? sentence.tooMuch(amount, on, until) : sentence.renewal(amount, card, on, until)
  return remind_on === null ? charge : `${charge} ${sentence.remind(formatDay(remind_on))}`
}

/** What a workspace has, and what happens next, in words. */
function sentencesOf(subscription: Subscription, workspace: string): string {
  const { status, plan_name, current_period_end, auto_renew, due, currency, trial, lapsed_on } = subscription
  const end = current_period_end && formatDay(current_period_end)
  if (status === 'Lapsed')
    return lapsed_on ? sentence.lapsed(workspace, formatDay(lapsed_on)) : sentence.lapsedNow(workspace)
  if (due) {
    const amount = formatMoney(due.amount, currency)
    const [next, last] = [formatDay(due.next_attempt_on), formatDay(due.read_only_on)]
    if (!due.charges_card) return sentence.dueByHand(amount, byHandReason(subscription), last, workspace)
    return sentence.due(amount, next, last, workspace)
  }
  if (trial) return sentence.trial(plan_name, formatDay(trial.ends_on), trial.days_left)
  if (end === null) return subscription.takes_payments ? sentence.free(plan_name) : texts.notSold
  if (status === 'Canceled') return sentence.canceled(plan_name, end)
  if (!auto_renew) return sentence.off(plan_name, end, workspace)
  return renewalSentences(subscription, end)
}

/** What begins when the paid period ends, and what is charged for it. */
function renewalSentences(subscription: Subscription, end: string): string {
  const { plan_name, next_plan, renewal_unpriced } = subscription
  if (renewal_unpriced) return sentence.unpriced(plan_name)
  const charge = renewalText(subscription)
  if (!next_plan) return charge ?? sentence.renews(plan_name, end)
  const begins = (next_plan.fits ? sentence.next : sentence.nextTooSmall)(plan_name, next_plan.name, end)
  return charge === undefined ? begins : `${begins} ${charge}`
}

/** The day that matters next, under the name it has now. */
function dayFact({ status, current_period_end, auto_renew, due, renewal }: Subscription): [string, string] {
  if (due?.charges_card === false) return [facts.payBy, formatDay(due.read_only_on)]
  if (due) return [facts.attempt, formatDay(due.next_attempt_on)]
  if (current_period_end === null) return [facts.ends, facts.never]
  const day = formatDay(renewal?.on ?? current_period_end)
  if (status === 'Canceled' || status === 'Lapsed') return [facts.ended, day]
  return [auto_renew ? facts.next : facts.ends, day]
}

function Facts({ subscription }: { subscription: Subscription }) {
  const { plan_name, billing_period, price, currency, auto_renew, current_period_end, renewal, due, next_plan } =
    subscription
  const plan = current_period_end === null ? plan_name : facts.planAndPeriod(plan_name, facts.periods[billing_period])
  const [dayName, day] = dayFact(subscription)
  // A plan that comes next and has no renewal is free.
  const isCharged = next_plan === null && (auto_renew || subscription.status !== 'Active')
  const amount = due?.amount ?? renewal?.amount ?? (isCharged ? price : 0)
  return (
    <dl className="mt-4 grid grid-cols-2 gap-4 border-t pt-4 @min-[560px]:grid-cols-4">
      <Fact name={facts.plan}>{plan}</Fact>
      <Fact name={dayName}>{day}</Fact>
      <Fact name={facts.amount}>{formatMoney(amount, currency)}</Fact>
      <Fact name={facts.renew}>{auto_renew ? facts.enabled : facts.disabled}</Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-fg-3">{name}</dt>
    <dd translate="no" className="tnum mt-0.5 font-medium wrap-anywhere">
      {children}
    </dd>
  </div>
)

function Actions({ subscription, workspace, acts }: SubscriptionCardProps) {
  const [asks, setAsks] = useState(false)
  const { plan_name, current_period_end, status, auto_renew, price, next_plan, due, takes_payments } = subscription
  if (!takes_payments) return null
  const isPaid = current_period_end !== null && price > 0
  const canPay = isPaid && (status === 'Lapsed' || due !== null)
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      {canPay && (
        <Button variant="primary" icon={Lock} onClick={acts.pay}>
          {spec.payNow}
        </Button>
      )}
      {isPaid && status === 'Canceled' && (
        <Button variant="primary" icon={RotateCw} onClick={acts.pay}>
          {spec.reactivate}
        </Button>
      )}
      {isPaid && status === 'Active' && !auto_renew && (
        <Button variant="primary" icon={RotateCw} busy={acts.busy === 'renew'} onClick={acts.renew}>
          {spec.renew}
        </Button>
      )}
      <Link to="/subscription/plans" className={buttonClass()}>
        {texts.changePlan}
      </Link>
      {next_plan && (
        <Button busy={acts.busy === 'keep'} onClick={acts.keepPlan}>
          {texts.keepPlan(plan_name)}
        </Button>
      )}
      {isPaid && status === 'Active' && auto_renew && (
        <Button variant="ghost" onClick={() => setAsks(true)}>
          {spec.cancel}
        </Button>
      )}
      {asks && current_period_end && (
        <AlertDialog
          onClose={() => setAsks(false)}
          title={texts.cancelQuestion}
          confirmLabel={texts.cancelPlan(plan_name)}
          onConfirm={async () => {
            await acts.cancel()
          }}
        >
          {due ? texts.cancelDueText(workspace) : texts.cancelText(plan_name, formatDay(current_period_end), workspace)}
        </AlertDialog>
      )}
    </div>
  )
}
