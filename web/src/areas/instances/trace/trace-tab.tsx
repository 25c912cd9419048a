import { useInfiniteQuery } from '@tanstack/react-query'
import type { TraceFilter, Turn } from '@throughline/contracts/instance-acts'
import { Download, History } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { tracePage, traceQuery } from '../instances.api.ts'
import { texts } from './trace.texts.ts'
import { TraceTable } from './trace-table.tsx'

/** Turn after turn, the newest first. A filtered page may be short, or empty without being the last. */
function useTrace(instanceId: string, filter: TraceFilter) {
  const list = useInfiniteQuery(traceQuery(instanceId, filter))
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const turns = useMemo(() => data?.pages.flatMap((page) => page.data), [data])
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const onlyEmpty = turns !== undefined && turns.length === 0
  useEffect(() => {
    if (onlyEmpty) more()
  }, [onlyEmpty, more])
  return { list, turns, more, head: data?.pages[0] }
}

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
      {!turns && list.isError && <QueryFailed query={list} title={texts.loadFailed} retryLabel={texts.retry} />}
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

/** All turns of the filter as one file, also those that were not scrolled to. */
function ExportTrace({ instanceId, name, filter }: { instanceId: string; name: string; filter: TraceFilter }) {
  const { busy, run } = useAct()
  const save = async () => {
    const turns: Turn[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof tracePage>> = await tracePage(instanceId, filter, cursor)
      turns.push(...page.data)
      cursor = page.pagination.next_cursor
    }
    saveFile(new Blob([JSON.stringify(turns, null, 2)], { type: 'application/json' }), texts.exportName(name))
  }
  const onPress = () => void run({ call: save, failed: texts.exportFailed })
  return (
    <Button size="sm" variant="ghost" icon={Download} busy={busy !== undefined} onClick={onPress}>
      {texts.export}
    </Button>
  )
}
