import type { AuditEntry } from '@throughline/contracts/audit'
import { ArrowUp, ScrollText } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { texts } from '../audit.texts.ts'
import { AuditLoading } from './audit-loading.tsx'
import { AuditTable } from './audit-table.tsx'
import { keyOf } from './keys.ts'
import { ListEnd } from './list-end.tsx'
import type { useEntries } from './use-entries.ts'
import { useRowSearch } from './use-row-search.ts'
import type { Verification } from './use-verify.ts'
import { VerifyBanner } from './verify-banner.tsx'

type AuditListProps = {
  log: ReturnType<typeof useEntries>
  timeZone: string
  filtered: boolean
  verification: Verification | undefined
  onDismiss: () => void
  onClear: () => void
}

export function AuditList({ log, timeZone, filtered, verification, onDismiss, onClear }: AuditListProps) {
  const { rows, entries, fresh, showFresh } = log
  const scroller = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { fetchNextPage } = rows
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const onFound = useCallback((entry: AuditEntry | undefined) => {
    if (entry) setOpen((before) => new Set([...before, keyOf(entry)]))
  }, [])
  const { looking, lookFor } = useRowSearch({
    entries,
    hasMore: rows.hasNextPage,
    loading: rows.isFetching,
    loadMore,
    onFound,
    scroller,
  })
  const flip = (key: string) =>
    setOpen((before) =>
      before.has(key) ? new Set([...before].filter((other) => other !== key)) : new Set([...before, key]),
    )

  return (
    <>
      {verification && (
        <div className="border-b px-4 py-3">
          <VerifyBanner
            verification={verification}
            timeZone={timeZone}
            looking={looking}
            onDismiss={onDismiss}
            onGoTo={(seq) => {
              if (filtered) onClear()
              lookFor(seq)
            }}
          />
        </div>
      )}
      <div ref={scroller} className="@container relative min-h-0 flex-1 overflow-auto">
        {fresh && fresh.rows > 0 && <NewRows {...fresh} onShow={() => void showFresh()} />}
        {rows.isPending && <AuditLoading />}
        {rows.isError && entries.length === 0 && (
          <ErrorBlock title={texts.failed} onRetry={() => void rows.refetch()} retrying={rows.isFetching} />
        )}
        {rows.isSuccess && entries.length === 0 && !rows.hasNextPage ? (
          <Nothing filtered={filtered} onClear={onClear} />
        ) : (
          rows.data && (
            <>
              <AuditTable
                entries={entries}
                timeZone={timeZone}
                now={rows.dataUpdatedAt}
                open={open}
                onFlip={flip}
                broken={verification?.state === 'done' ? verification.result.broken : null}
              />
              <ListEnd
                hasMore={rows.hasNextPage}
                loading={rows.isFetchingNextPage}
                failed={rows.isFetchNextPageError}
                onMore={loadMore}
              />
            </>
          )
        )}
      </div>
    </>
  )
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) return <Empty icon={ScrollText} title={texts.empty} />
  return (
    <Empty
      icon={ScrollText}
      title={texts.noMatches}
      hint={texts.noMatchesHint}
      action={<Button onClick={onClear}>{texts.filters.clear}</Button>}
    />
  )
}

/** Loaded on press, so that nothing moves under the reader. */
function NewRows({ rows, capped, onShow }: { rows: number; capped: boolean; onShow: () => void }) {
  return (
    <div className="pointer-events-none sticky top-11 z-(--z-sticky) h-0 text-center">
      <Button
        variant="primary"
        size="sm"
        icon={ArrowUp}
        className="pointer-events-auto rounded-full! shadow-md"
        onClick={onShow}
      >
        {texts.newRows(rows, capped)}
      </Button>
      <output className="sr-only">{texts.newRows(rows, capped)}</output>
    </div>
  )
}
