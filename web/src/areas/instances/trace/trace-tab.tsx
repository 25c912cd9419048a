import type { TraceFilter } from '@throughline/contracts/instance-acts'
import { History } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { ExportTrace } from './export-trace.tsx'
import { texts } from './trace.texts.ts'
import { TraceTable } from './trace-table.tsx'
import { useTrace } from './use-trace.ts'

type TraceTabProps = {
  instanceId: string
  /** What the exported file is called after. */
  name: string
  now: number
  scroller: RefObject<HTMLElement | null>
  openTask: (id: string) => void
}

const FILTERS = ['all', 'people', 'automations', 'errors'] as const satisfies readonly TraceFilter[]

/** Every turn of the instance: who or what, when, how long, with what and what came of it. */
export function TraceTab({ instanceId, name, now, scroller, openTask }: TraceTabProps) {
  const [filter, setFilter] = useState<TraceFilter>('all')
  const { list, turns, more, head } = useTrace(instanceId, filter)
  const empty = turns?.length === 0
  return (
    <div>
      <h2 className="sr-only">{texts.title}</h2>
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-b px-6 py-1.5 @max-[600px]:px-4">
        <Segmented
          label={texts.show}
          value={filter}
          onChange={setFilter}
          items={FILTERS.map((value) => ({
            value,
            label: value === 'errors' ? texts.errors(head?.failures ?? 0) : texts.filters[value],
          }))}
        />
        <span className="flex-1" />
        {head && <span className="text-xs text-fg-3">{texts.summary(head.total, head.time_zone)}</span>}
        {head && <ExportTrace instanceId={instanceId} name={name} filter={filter} />}
      </div>
      {!turns && list.isError && (
        <ErrorBlock
          title={texts.loadFailed}
          hint={serverMessageOf(list.error)}
          retryLabel={texts.retry}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {((!turns && !list.isError) || (empty && list.hasNextPage)) && <TraceLoading />}
      {empty && !list.hasNextPage && <Empty icon={History} title={texts.none[filter]} />}
      {head && turns && turns.length > 0 && (
        <TraceTable
          turns={turns}
          zone={head.time_zone}
          now={now}
          scroller={scroller}
          busy={list.isPlaceholderData}
          onNearEnd={more}
          openTask={openTask}
        />
      )}
      {list.isFetchingNextPage && <output className="block py-3 text-center text-fg-3">{texts.loadingMore}</output>}
    </div>
  )
}

function TraceLoading() {
  return (
    <Loading label={texts.loading} className="space-y-5 px-6 py-6">
      {['w-96', 'w-80', 'w-72', 'w-[26rem]'].map((width) => (
        <Skeleton key={width} className={`h-3 max-w-full ${width}`} />
      ))}
    </Loading>
  )
}
