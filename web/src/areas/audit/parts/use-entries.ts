import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TenantId } from '@throughline/contracts/ids'
import { useMemo } from 'react'
import { useList } from '../../../shared/list-page/use-list.ts'
import { useListRows } from '../../../shared/list-page/use-list-rows.ts'
import { type AuditFilter, auditQuery, type LogRow, newestQuery } from '../audit.api.ts'

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
