import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SubscriptionSummary } from '@throughline/contracts/billing'
import { dateText } from '../../../shared/format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { Card } from '../../../ui/card.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { subscriptionQuery } from '../org.api.ts'
import { texts as org, spec } from '../org.texts.ts'
import { texts } from './rail.texts.ts'

const TONES: Partial<Record<string, Tone>> = { Active: 'success', Trial: 'info', Canceled: 'warning', Lapsed: 'danger' }

export function SubscriptionCard({ timeZone }: { timeZone: string }) {
  const { data, isError, isFetching, refetch } = useQuery(subscriptionQuery)
  const status = data && (
    <span translate="no">
      <Tag tone={TONES[data.status] ?? 'neutral'}>{data.status}</Tag>
    </span>
  )
  return (
    <Card title={spec.subscription} action={status}>
      <div className="px-5 py-4">
        {data && <Facts subscription={data} timeZone={timeZone} />}
        {!data && isError && (
          <div role="alert">
            <p className="text-fg-2">{spec.subscriptionFailed}</p>
            <Button size="sm" className="mt-3" busy={isFetching} onClick={() => void refetch()}>
              {spec.tryAgain}
            </Button>
          </div>
        )}
        {!data && !isError && (
          <Loading label={org.loading} className="space-y-3.5 py-1">
            {['w-40', 'w-48', 'w-48', 'w-36'].map((width, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- shapes, always the same four
              <Skeleton key={row} className={`h-3 ${width}`} />
            ))}
          </Loading>
        )}
        <Link to="/subscription/update" className={buttonClass({ block: true, className: 'mt-4' })}>
          {spec.updatePlan}
        </Link>
      </div>
    </Card>
  )
}

function Facts({ subscription, timeZone }: { subscription: SubscriptionSummary; timeZone: string }) {
  const { plan, start_date, end_date, auto_renew } = subscription
  // A day is that day everywhere; only a moment has a zone.
  const date = (value: string | null) =>
    value === null ? texts.noDate : dateText(value, value.includes('T') ? timeZone : 'UTC')
  const rows: [string, string][] = [
    [texts.plan, plan],
    [texts.start, date(start_date)],
    [texts.end, date(end_date)],
    [texts.renew, auto_renew ? texts.enabled : texts.disabled],
  ]
  return (
    <dl className="space-y-2.5">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-fg-3">{label}</dt>
          <dd translate="no" className="tnum font-medium">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
