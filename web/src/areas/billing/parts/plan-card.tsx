import { Link } from '@tanstack/react-router'
import type { Plan, Subscription } from '@throughline/contracts/billing'
import { formatDay } from '@throughline/contracts/billing-days'
import type { PlanId } from '@throughline/contracts/ids'
import { formatMoney } from '@throughline/contracts/money'
import { ArrowRight } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { cn } from '../../../ui/cn.ts'
import { Tag } from '../../../ui/tag.tsx'
import type { PlanCountry } from '../billing.api.ts'
import { spec, texts } from '../billing.texts.ts'
import { PlanVolumes, tooSmallText } from './plan-volumes.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The plan to be paid for; not in the address, where it would stay. */
    planId?: PlanId | undefined
  }
}

/** A whole amount without its cents. */
const priceText = ({ price, currency }: { price: number; currency: Plan['currency'] }) =>
  formatMoney(price, currency).replace(/\.00$/, '')

const YEAR = 12

/** How many months of a year cost nothing; 0 where that is not a whole number. */
export function monthsFree(monthly: number | null | undefined, yearly: number | null | undefined): number {
  if (!monthly || !yearly) return 0
  const free = Array.from({ length: YEAR - 1 }, (_, at) => at + 1)
  return free.find((months) => monthly * (YEAR - months) === yearly) ?? 0
}

type PlanCardProps = {
  plan: Plan
  /** The same plan for the other period. */
  sibling: Plan | undefined
  subscription: Subscription
  country: PlanCountry
  busy: boolean
  onSwitch: (plan: Plan) => void
  onTrial: (plan: Plan) => void
}

export function PlanCard(props: PlanCardProps) {
  const { plan, sibling, subscription, country } = props
  const isCurrent = plan.change === 'current'
  return (
    <li
      className={cn(
        'flex flex-col rounded-xl border bg-card p-5 shadow-xs',
        isCurrent && 'border-accent ring-1 ring-accent',
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <h2 translate="no" className="text-lg">
          {plan.name}
        </h2>
        {plan.recommended && <Tag tone="accent">{texts.card.recommended}</Tag>}
      </div>
      <p translate="no" className="mt-1 min-h-11 text-md text-fg-2">
        {plan.description}
      </p>
      <Price plan={plan} sibling={sibling} country={country} />
      <div className="mt-5">
        <PlanAction {...props} />
      </div>
      <div className="mt-4 border-t pt-5">
        <PlanVolumes limits={plan.limits} usage={subscription.usage} />
      </div>
      {plan.features.length > 0 && (
        <ul translate="no" className="mt-4 list-disc space-y-1 pl-5 text-sm text-fg-2">
          {plan.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** For how long the price buys it. */
function timeText({ price, billing_period, trial_days }: Plan): string {
  if (trial_days !== null) return texts.card.forDays(trial_days)
  return price === 0 ? texts.card.forever : texts.card.a(billing_period)
}

function Price({ plan, sibling, country }: Pick<PlanCardProps, 'plan' | 'sibling' | 'country'>) {
  const { price, currency } = plan
  if (price === null) return <p className="mt-3 text-2xl font-semibold">{spec.custom}</p>
  return (
    <div className="mt-3">
      <p translate="no" className="flex items-baseline gap-1.5">
        <span className="tnum text-3xl font-semibold tracking-tight">{priceText({ price, currency })}</span>
        <span className="text-md text-fg-2">{timeText(plan)}</span>
      </p>
      <p translate="no" className="text-xs text-fg-3">
        {priceNote(plan, sibling, country)}
      </p>
    </div>
  )
}

function priceNote(plan: Plan, sibling: Plan | undefined, country: PlanCountry): string {
  const { price, currency, billing_period } = plan
  const tax = texts.card.tax[country]
  if (price === 0) return texts.card.noCard
  if (billing_period === 'yearly') {
    const free = monthsFree(sibling?.price, price)
    return free > 0 ? texts.card.monthsFree(free, tax) : tax
  }
  const free = monthsFree(price, sibling?.price)
  return free > 0 && sibling?.price ? texts.card.orYearly(priceText({ price: sibling.price, currency }), free) : tax
}

/** One button, and one line of reason under it. */
function PlanAction({ plan, subscription, busy, onSwitch, onTrial }: PlanCardProps) {
  const tooSmall = tooSmallText(plan, subscription.usage)
  const end = subscription.current_period_end && formatDay(subscription.current_period_end)
  if (plan.change === 'current') {
    const kept = end === null ? texts.card.staysFree : texts.card[subscription.auto_renew ? 'renewsOn' : 'endsOn'](end)
    return <Choice disabled label={spec.currentPlan} reason={kept} />
  }
  if (plan.change === 'other_currency')
    return <Choice disabled label={spec.upgrade} reason={texts.card.otherCurrency} />
  if (plan.change === 'at_end') {
    const label = texts.card.switchTo(plan.name)
    if (tooSmall !== undefined) return <Choice disabled label={label} reason={tooSmall} />
    if (subscription.next_plan?.id === plan.id)
      return <Choice disabled label={label} reason={end && texts.card.chosen(end)} />
    // Choosing what is charged later renews a subscription that was canceled; Free charges nothing.
    const starts = texts.card[subscription.auto_renew || plan.price === 0 ? 'startsOn' : 'startsAndRenews']
    return <Choice label={label} reason={end && starts(end)} busy={busy} onPress={() => onSwitch(plan)} />
  }
  if (plan.is_trial)
    return (
      <Choice label={texts.card.startTrial} reason={texts.card.thenFree} busy={busy} onPress={() => onTrial(plan)} />
    )
  // There is nothing to pay, so nothing to order: a workspace that has lapsed goes on with it at once.
  if (plan.price === 0) {
    const isTooSmall = tooSmall !== undefined
    const reason = tooSmall ?? texts.card.startsNow
    return (
      <Choice
        disabled={isTooSmall}
        label={texts.card.switchTo(plan.name)}
        reason={reason}
        busy={busy}
        onPress={() => onSwitch(plan)}
      />
    )
  }
  return (
    <>
      <Link
        to="/subscription/update"
        state={{ planId: plan.id }}
        className={buttonClass({ variant: 'primary', block: true })}
      >
        {spec.upgrade}
        <ArrowRight size={14} aria-hidden className="opacity-70" />
        <span className="sr-only">{plan.name}</span>
      </Link>
      <Reason text={tooSmall ?? texts.card.seeAmount} />
    </>
  )
}

type ChoiceProps = {
  label: string
  reason: string | null
  disabled?: boolean
  busy?: boolean
  onPress?: () => void
}

const Choice = ({ label, reason, disabled, busy, onPress }: ChoiceProps) => (
  <>
    <Button block disabled={disabled} busy={busy} onClick={onPress}>
      {label}
    </Button>
    {reason && <Reason text={reason} />}
  </>
)

const Reason = ({ text }: { text: string }) => (
  <p translate="no" className="mt-1.5 min-h-4 text-center text-xs text-fg-3">
    {text}
  </p>
)
