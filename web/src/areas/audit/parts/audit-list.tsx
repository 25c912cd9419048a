import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TenantId } from '@throughline/contracts/ids'
import { ScrollText } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { ListBody, ListEmpty } from '../../../shared/list-page/list-page.tsx'
import { ListEnd } from '../../../shared/list-page/list-table.tsx'
import { useList } from '../../../shared/list-page/use-list.ts'
import { useListRows } from '../../../shared/list-page/use-list-rows.ts'
import { Button } from '../../../ui/button.tsx'
import { type AuditFilter, auditQuery, type LogRow, newestQuery } from '../audit.api.ts'
import { texts } from '../audit.texts.ts'
import { AuditTable } from './audit-table.tsx'
import type { Verification } from './use-verify.ts'
import { VerifyBanner } from './verify-banner.tsx'

/** Rows that were loaded, sealed meanwhile or not, and how many newer ones wait to be shown. */
export function useEntries(orgId: TenantId, filter: AuditFilter) {
  const queries = useQueryClient()
  const query = useInfiniteQuery(auditQuery(orgId, filter))
  const newest = useQuery({ ...newestQuery(orgId, filter), enabled: query.isSuccess })
  const found = useListRows(query)
  const { rows: loaded } = found
  const rows = useMemo(() => sealedSince(loaded, newest.data ?? []), [loaded, newest.data])
  const fresh = newest.data ?? []
  const firstKnown = fresh.findIndex(({ id }) => loaded.some((row) => row.id === id))
  const waiting = query.isSuccess ? (firstKnown === -1 ? fresh.length : firstKnown) : 0
  const list = useList({
    ...found,
    rows,
    waiting,
    showWaiting: () => void queries.resetQueries({ queryKey: auditQuery(orgId, filter).queryKey }),
  })
  return { query, list, capped: firstKnown === -1 && loaded.length > 0 }
}

/** A row that was being sealed when it was loaded shows its place once it has one. */
function sealedSince(loaded: readonly LogRow[], newest: readonly LogRow[]): LogRow[] {
  const sealed = new Map(newest.filter(({ seq }) => seq !== null).map((row) => [row.id, row]))
  return loaded.map((row) => (row.seq === null ? (sealed.get(row.id) ?? row) : row))
}

type RowSearch = {
  entries: readonly LogRow[]
  hasMore: boolean
  loading: boolean
  loadMore: () => void
  onFound: (entry: LogRow | undefined) => void
  scroller: RefObject<HTMLElement | null>
}

/** Loads on until the row is there, or its place is passed; then brings it into view with the focus on it. */
function useRowSearch({ entries, hasMore, loading, loadMore, onFound, scroller }: RowSearch) {
  const [wanted, setWanted] = useState<number>()
  useEffect(() => {
    if (wanted === undefined || loading) return undefined
    const found = entries.find(({ seq }) => seq === wanted)
    const passed = entries.some(({ seq }) => seq !== null && seq < wanted)
    if (!found && !passed && hasMore) {
      loadMore()
      return undefined
    }
    // The row may be drawn only after this.
    const frame = requestAnimationFrame(() => {
      setWanted(undefined)
      onFound(found)
      const row = scroller.current?.querySelector(`tr[data-seq="${wanted}"]`)
      row?.scrollIntoView?.({ block: 'center' })
      row?.querySelector<HTMLElement>('button, [tabindex]')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted, loading, entries, hasMore, loadMore, onFound, scroller])
  return { looking: wanted !== undefined, lookFor: setWanted }
}

type AuditListProps = {
  log: ReturnType<typeof useEntries>
  timeZone: string
  filtered: boolean
  verification: Verification | undefined
  onDismiss: () => void
  onClear: () => void
}

export function AuditList({ log, timeZone, filtered, verification, onDismiss, onClear }: AuditListProps) {
  const { query, list } = log
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const onFound = useCallback((row: LogRow | undefined) => {
    if (row) setOpen((before) => new Set([...before, row.id]))
  }, [])
  const { looking, lookFor } = useRowSearch({
    entries: list.rows,
    hasMore: list.hasMore,
    loading: query.isFetching,
    loadMore: list.more,
    onFound,
    scroller: list.scroller,
  })
  const flip = (id: string) =>
    setOpen((before) =>
      before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
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
      <ListBody
        list={list}
        texts={{ label: texts.caption, loading: texts.loading, failed: texts.failed }}
        empty={
          filtered ? (
            <ListEmpty
              icon={ScrollText}
              title={texts.noMatches}
              hint={texts.noMatchesHint}
              action={<Button onClick={onClear}>{texts.filters.clear}</Button>}
            />
          ) : (
            <ListEmpty icon={ScrollText} title={texts.empty} />
          )
        }
      >
        <AuditTable
          entries={list.rows}
          timeZone={timeZone}
          now={query.dataUpdatedAt}
          open={open}
          onFlip={flip}
          broken={verification?.state === 'done' ? verification.result.broken : null}
        />
        <ListEnd list={list} />
        {!list.hasMore && <p className="py-4 text-center text-fg-3">{texts.end}</p>}
      </ListBody>
    </>
  )
}
