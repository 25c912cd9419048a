import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dateText } from '../../../shared/format/time.ts'
import { buttonClass } from '../../../ui/button-style.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { subscriptionQuery } from '../../org/org.api.ts'
import { spec, texts } from '../profile.texts.ts'

const subscriptionTexts = texts.subscription

/** Only for people without an organisation; an organisation's own stands on its page. */
export function Subscription({ timeZone }: { timeZone: string }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(subscriptionQuery)
  const status = data?.status || spec.active
  const date = (at: string | null | undefined, otherwise: string) => (at ? dateText(at, timeZone) : otherwise)
  return (
    <Card title={subscriptionTexts.title} {...(data && { action: <SubscriptionStatus status={status} /> })}>
      {isPending && (
        <Loading label={subscriptionTexts.loading} className="px-5 py-6">
          <Skeleton className="h-4 w-80 max-w-full" />
        </Loading>
      )}
      {isError && <ErrorBlock title={subscriptionTexts.failed} onRetry={() => void refetch()} retrying={isFetching} />}
      {data && (
        <div className="flex flex-wrap items-end gap-x-6 gap-y-4 px-5 py-4">
          <dl className="grid min-w-60 flex-1 grid-cols-2 gap-4 @md:grid-cols-4">
            <Pair name={subscriptionTexts.plan} value={data.plan || spec.free} />
            <Pair name={subscriptionTexts.start} value={date(data.start_date, subscriptionTexts.noStart)} />
            <Pair name={subscriptionTexts.end} value={date(data.end_date, subscriptionTexts.noEnd)} />
            <Pair name={subscriptionTexts.renew} value={data.auto_renew ? spec.enabled : subscriptionTexts.disabled} />
          </dl>
          <Link to="/subscription/update" className={buttonClass()}>
            {spec.updatePlan}
          </Link>
        </div>
      )}
    </Card>
  )
}

/** In the server's words. */
const SubscriptionStatus = ({ status }: { status: string }) => (
  <span translate="no">
    <Tag tone={status === spec.active ? 'success' : 'warning'}>{status}</Tag>
  </span>
)

const Pair = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-xs text-fg-3">{name}</dt>
    <dd translate="no" className="tnum mt-0.5 font-medium">
      {value}
    </dd>
  </div>
)
