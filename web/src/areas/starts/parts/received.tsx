import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { texts } from '../starts.texts.ts'

type ReceivedProps<Row> = {
  title: string
  note?: string
  /** By what the list is narrowed. */
  filter: ReactNode
  query: UseInfiniteQueryResult<InfiniteData<{ data: Row[] }>>
  failed: string
  loading: string
  none: string
  renderRow: (one: Row) => ReactNode
  /** Of the row that is open. */
  children?: ReactNode
}

/** What came in at a start, the newest first; older ones stay within reach behind however many. */
export function Received<Row>(props: ReceivedProps<Row>) {
  const { title, note, filter, query, failed, loading, none, renderRow, children } = props
  const titleId = useId()
  const rows = query.data?.pages.flatMap(({ data }) => data)
  return (
    <section aria-labelledby={titleId}>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 id={titleId} className="text-sm font-medium">
          {title}
        </h3>
        <span className="flex-1 text-xs text-fg-3">{note}</span>
        {filter}
      </div>
      {!rows && query.isError && <QueryFailed query={query} title={failed} />}
      {!rows && !query.isError && (
        <output aria-label={loading}>
          <Skeleton className="h-40 w-full" />
        </output>
      )}
      {rows?.length === 0 && <p className="text-sm text-fg-3">{none}</p>}
      {rows && rows.length > 0 && <ul className="divide-y rounded-md border bg-surface">{rows.map(renderRow)}</ul>}
      {query.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-2"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
      {children}
    </section>
  )
}
