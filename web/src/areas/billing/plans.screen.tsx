import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { PLAN_COUNTRIES, PLAN_TYPES, type Plan, type Subscription } from '@throughline/contracts/billing'
import { BILLING_PERIODS, type BillingPeriod, formatDay } from '@throughline/contracts/billing-days'
import { CircleAlert, Lock, PackageOpen, PlugZap } from 'lucide-react'
import { useCallback } from 'react'
import { isOne } from '../../shared/address-params.ts'
import { QueryFailed } from '../../shared/query-failed.tsx'
import { useAct } from '../../shared/use-act.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { Empty } from '../../ui/empty.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { billingCalls, detailsQuery, ownSubscriptionQuery, type PlanCountry, plansQuery } from './billing.api.ts'
import { billingKey } from './billing.keys.ts'
import { spec, texts } from './billing.texts.ts'
import { ComparePlans } from './parts/compare-plans.tsx'
import { EnterpriseCard } from './parts/enterprise-card.tsx'
import { PlanCard } from './parts/plan-card.tsx'

type PlansAddress = {
  country?: PlanCountry
  kind?: (typeof PLAN_TYPES)[number]
  period?: BillingPeriod
}

/** What was chosen on the page of plans; anything else is left out. */
const plansAddress = ({ country, kind, period }: Record<string, unknown>): PlansAddress => ({
  ...(isOne(PLAN_COUNTRIES, country) && { country }),
  ...(isOne(PLAN_TYPES, kind) && { kind }),
  ...(isOne(BILLING_PERIODS, period) && { period }),
})

function usePlansAddress() {
  const address = plansAddress(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = useCallback(
    (changes: PlansAddress) =>
      void navigate({
        to: '.',
        search: (old: Record<string, unknown>) => plansAddress({ ...old, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return { address, change }
}

export function PlansScreen({ user }: { user: CurrentUser }) {
  const { address, change } = usePlansAddress()
  const details = useQuery(detailsQuery)
  const own = useQuery(ownSubscriptionQuery)
  // Prices are those of the country that the invoices go to, unless another is chosen.
  const country = address.country ?? (details.data?.country === 'IN' ? 'IN' : 'US')
  const plans = useQuery({ ...plansQuery(country), enabled: address.country !== undefined || !details.isPending })
  const failed = plans.isError ? plans : own.isError ? own : undefined
  const chooser = (
    <div className="flex items-center gap-2">
      <span aria-hidden className="text-sm whitespace-nowrap text-fg-3 max-[479px]:hidden">
        {texts.pricesIn}
      </span>
      <Select
        label={texts.pricesIn}
        value={country}
        onChange={(next) => change({ country: next })}
        items={PLAN_COUNTRIES.map((value) => ({ value, label: texts.countries[value] }))}
        className="w-44"
      />
    </div>
  )
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={texts.title}>{plans.data?.length !== 0 && chooser}</ScreenHeader>
      <div className="@container min-h-0 flex-1 overflow-y-auto bg-board">
        <div className="mx-auto max-w-265 space-y-5 p-4 min-[760px]:p-6">
          {plans.data && own.data ? (
            <Offer
              user={user}
              plans={plans.data}
              subscription={own.data}
              country={country}
              address={address}
              onChange={change}
            />
          ) : failed ? (
            <QueryFailed query={failed} title={spec.plansFailed} />
          ) : (
            <Waiting />
          )}
        </div>
      </div>
    </div>
  )
}

const Waiting = () => (
  <Loading label={texts.loading} className="space-y-5">
    <Skeleton className="h-8 w-64" />
    <div className="grid gap-4 @min-[720px]:grid-cols-3">
      {['one', 'two', 'three'].map((card) => (
        <div key={card} className="space-y-4 rounded-xl border bg-card p-5">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-9 w-32" />
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      ))}
    </div>
  </Loading>
)

type OfferProps = {
  user: CurrentUser
  plans: readonly Plan[]
  subscription: Subscription
  country: PlanCountry
  address: PlansAddress
  onChange: (changes: PlansAddress) => void
}

/** What is free is offered for both periods. */
const isFor = (period: Plan['billing_period']) => (plan: Plan) => plan.price === 0 || plan.billing_period === period

function Offer({ user, plans, subscription, country, address, onChange }: OfferProps) {
  const kind = address.kind ?? (user.organization_id === null ? 'individual' : 'business')
  const period = address.period ?? subscription.billing_period
  if (plans.length === 0) return <Empty icon={PlugZap} title={texts.notSold} hint={texts.notSoldHint} />
  const ofKind = plans.filter((plan) => plan.plan_type === kind)
  const offered = ofKind.filter(isFor(period))
  return (
    <>
      {subscription.status === 'Lapsed' && <LapsedBanner user={user} subscription={subscription} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={texts.kind}
          value={kind}
          onChange={(next) => onChange({ kind: next })}
          items={PLAN_TYPES.map((value) => ({ value, label: spec.kinds[value] }))}
        />
        {kind !== 'enterprise' && (
          <Segmented
            label={texts.period}
            value={period}
            onChange={(next) => onChange({ period: next })}
            items={BILLING_PERIODS.map((value) => ({ value, label: texts.periods[value] }))}
          />
        )}
      </div>
      {kind === 'enterprise' ? (
        <EnterpriseCard plan={ofKind[0]} />
      ) : offered.length === 0 ? (
        <Empty icon={PackageOpen} title={texts.noPlans} hint={texts.noPlansHint} />
      ) : (
        <Cards plans={plans} offered={offered} subscription={subscription} country={country} />
      )}
    </>
  )
}

type CardsProps = Pick<OfferProps, 'plans' | 'subscription' | 'country'> & { offered: readonly Plan[] }

function Cards({ plans, offered, subscription, country }: CardsProps) {
  const queries = useQueryClient()
  const { busy, run } = useAct({ refresh: () => queries.invalidateQueries({ queryKey: billingKey }) })
  const choose = ({ id, name, price, change }: Plan) => {
    const { to, toAndRenew, freeNow, free } = texts.switched
    const paid = subscription.auto_renew ? to(name) : toAndRenew(name)
    void run({
      name: id,
      call: () => billingCalls.chooseNextPlan(subscription.id, id),
      done: price !== 0 ? paid : change === 'now' ? freeNow : free,
      failed: spec.upgradeFailed,
    })
  }
  const begin = ({ id, name }: Plan) =>
    void run({
      name: id,
      call: () => billingCalls.startTrial(id),
      done: texts.switched.trial(name),
      failed: spec.upgradeFailed,
    })
  const siblingOf = ({ name, billing_period, plan_type }: Plan) =>
    plans.find((one) => one.name === name && one.plan_type === plan_type && one.billing_period !== billing_period)
  return (
    <>
      <ul
        className={offered.length === 2 ? 'grid gap-4 @min-[640px]:grid-cols-2' : 'grid gap-4 @min-[720px]:grid-cols-3'}
      >
        {offered.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            sibling={siblingOf(plan)}
            subscription={subscription}
            country={country}
            busy={busy === plan.id}
            onSwitch={choose}
            onTrial={begin}
          />
        ))}
      </ul>
      <p className="flex gap-2 text-sm text-fg-2">
        <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0 text-fg-3" />
        {texts.limits}
      </p>
      <ComparePlans plans={offered} />
    </>
  )
}

function LapsedBanner({ user, subscription }: Pick<OfferProps, 'user' | 'subscription'>) {
  const since = subscription.lapsed_on
  const pay = subscription.price > 0 && (
    <Link
      to="/subscription/update"
      state={{ planId: subscription.plan }}
      className={buttonClass({ variant: 'primary', size: 'sm' })}
    >
      {spec.payNow}
    </Link>
  )
  return (
    <Banner
      tone="danger"
      icon={Lock}
      title={since ? texts.lapsed(user.tenant_name, formatDay(since)) : texts.lapsedNow(user.tenant_name)}
      action={pay}
    >
      {texts.lapsedNote}
    </Banner>
  )
}
