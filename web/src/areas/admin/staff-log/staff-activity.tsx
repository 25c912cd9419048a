import { useInfiniteQuery } from '@tanstack/react-query'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { DateOf } from '../../../shared/time-ago.tsx'
import { Card } from '../../../ui/card.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { staffLogQuery } from '../admin.api.ts'
import { texts as adminTexts } from '../admin.texts.ts'
import { texts as organizationTexts } from '../organizations/organizations.texts.ts'
import { texts } from './staff-log.texts.ts'
import { sentenceHere } from './staff-sentence.ts'

const SHOWN = 10

/** What staff last did about one organization. */
export function StaffActivity({ about }: { about: string }) {
  const query = useInfiniteQuery(staffLogQuery(about))
  const rows = query.data?.pages[0]?.data.slice(0, SHOWN)
  return (
    <Card title={organizationTexts.one.activity}>
      {query.isPending && (
        <Loading label={texts.loading} className="p-5">
          <Skeleton className="h-16" />
        </Loading>
      )}
      {query.isError && !rows && <QueryFailed query={query} title={texts.failed} retryLabel={adminTexts.retry} />}
      {rows?.length === 0 && <p className="px-5 py-4 text-sm text-fg-3">{organizationTexts.one.activityNone}</p>}
      {rows && rows.length > 0 && (
        <ul className="divide-y px-5">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap gap-x-6 py-2.5 text-sm">
              <span className="w-36 text-fg-2">
                <DateOf at={row.at} />
              </span>
              <span translate="no" className="w-40 truncate">
                {row.actor?.name ?? adminTexts.system}
              </span>
              <span className="text-fg-2">{sentenceHere(row)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
