import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { VOLUMES } from '@throughline/contracts/billing'
import type { PlanId } from '@throughline/contracts/ids'
import { ArrowRight, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { Card } from '../../../ui/card.tsx'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { planQuery } from '../billing.api.ts'
import { texts as planTexts, spec } from '../billing.texts.ts'
import { texts } from '../subscription.texts.ts'
import { limitText } from './plan-volumes.tsx'

/** The plan that is had, or that is about to be paid for. */
export function PlanRail({ planId }: { planId: PlanId }) {
  const plan = useQuery(planQuery(planId))
  if (!plan.data)
    return (
      <Card>
        {plan.isError ? (
          <QueryFailed query={plan} title={spec.featuresFailed} />
        ) : (
          <Loading label={planTexts.loading} className="space-y-3 p-5">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-3 w-40" />
            <Skeleton className="h-3 w-36" />
          </Loading>
        )}
      </Card>
    )
  const { name, description, limits, features } = plan.data
  return (
    <Card>
      <div translate="no" className="border-b px-5 py-3">
        <h2 className="text-md">{name}</h2>
        <p className="text-xs text-fg-3">{description}</p>
      </div>
      <ul className="space-y-2.5 px-5 py-4 text-sm">
        {VOLUMES.map((volume) => (
          <Feature key={volume}>{limitText(volume, limits[volume])}</Feature>
        ))}
        {features.map((feature) => (
          <Feature key={feature}>{feature}</Feature>
        ))}
        <Feature>{texts.plan.included}</Feature>
      </ul>
      <div className="border-t px-5 py-3 text-sm">
        <Link to="/subscription/plans" className={`${quietLinkClass} inline-flex items-center gap-1 font-medium`}>
          {texts.plan.compare}
          <ArrowRight size={14} aria-hidden />
        </Link>
      </div>
    </Card>
  )
}

const Feature = ({ children }: { children: ReactNode }) => (
  <li translate="no" className="flex gap-2.5">
    <Check size={15} strokeWidth={2} aria-hidden className="mt-0.5 shrink-0 text-accent-text" />
    <span className="min-w-0">{children}</span>
  </li>
)
