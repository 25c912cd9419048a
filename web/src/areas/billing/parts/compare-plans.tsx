import { type Plan, VOLUMES, type Volume } from '@throughline/contracts/billing'
import { Check } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { texts } from '../billing.texts.ts'
import { amountText } from './plan-volumes.tsx'

const { compare } = texts
const cell = 'border-t px-4 py-2.5 text-left align-middle'
const own = (plan: Plan) => plan.change === 'current' && 'bg-accent-subtle'

const valueOf = (plan: Plan, volume: Volume) => {
  const limit = plan.limits[volume]
  return limit === null ? compare.unlimited : amountText(volume, limit)
}

/** Three rows of volume, then what every plan has. */
export function ComparePlans({ plans }: { plans: readonly Plan[] }) {
  return (
    <div className="rounded-xl border bg-card shadow-xs">
      <div className="flex flex-wrap items-baseline gap-x-3 px-5 py-3.5">
        <h2 className="text-md">{compare.title}</h2>
        <p className="text-sm text-fg-3">{compare.note}</p>
      </div>
      <ScrollRegion label={compare.title}>
        <table className="w-full min-w-140 table-fixed text-sm">
          <caption className="sr-only">{compare.title}</caption>
          <thead>
            <tr>
              <th
                scope="col"
                className="w-[44%] border-t bg-surface-2 px-5 py-2.5 text-left text-xs font-medium text-fg-3"
              >
                {compare.volume}
              </th>
              {plans.map((plan) => (
                <th
                  key={plan.id}
                  scope="col"
                  translate="no"
                  className={cn(cell, 'font-medium', own(plan) ? 'bg-accent-subtle text-accent-text' : 'bg-surface-2')}
                >
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {VOLUMES.map((volume) => (
              <tr key={volume}>
                <RowHead title={compare[volume]} note={compare[`${volume}Note`]} />
                {plans.map((plan) => (
                  <td key={plan.id} translate="no" className={cn(cell, 'tnum', own(plan) && 'font-medium', own(plan))}>
                    {valueOf(plan, volume)}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th
                scope="colgroup"
                colSpan={plans.length + 1}
                className="border-t bg-surface-2 px-5 py-2 text-left text-xs font-medium text-fg-3"
              >
                {compare.included}
              </th>
            </tr>
            {compare.features.map(([title, note]) => (
              <tr key={title}>
                <RowHead title={title} note={note} />
                {plans.map((plan) => (
                  <td key={plan.id} className={cn(cell, own(plan))}>
                    <Check size={15} strokeWidth={2.2} aria-hidden className="text-success-fg" />
                    <span className="sr-only">{compare.yes}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}

const RowHead = ({ title, note }: { title: string; note: string }) => (
  <th scope="row" className={cn(cell, 'px-5 font-normal')}>
    <span className="block font-medium">{title}</span>
    <span className="block text-xs text-fg-3">{note}</span>
  </th>
)
