import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AuditEntry } from '@throughline/contracts/audit'
import type { TenantId } from '@throughline/contracts/ids'
import { useMemo } from 'react'
import { type AuditFilter, auditQuery, newestQuery } from '../audit.api.ts'
import { keyOf } from './keys.ts'

/** Rows that were loaded, sealed meanwhile or not, and how many newer ones wait to be shown. */
export function useEntries(orgId: TenantId, filter: AuditFilter) {
  const queries = useQueryClient()
  const rows = useInfiniteQuery(auditQuery(orgId, filter))
  const newest = useQuery({ ...newestQuery(orgId, filter), enabled: rows.isSuccess })
  const loaded = useMemo(() => rows.data?.pages.flatMap(({ data }) => data) ?? [], [rows.data])
  const entries = useMemo(() => sealedSince(loaded, newest.data ?? []), [loaded, newest.data])
  const known = useMemo(() => new Set(loaded.map(keyOf)), [loaded])
  const fresh = newest.data ?? []
  const firstKnown = fresh.findIndex((entry) => known.has(keyOf(entry)))
  const all = firstKnown === -1 ? fresh.length : firstKnown
  return {
    rows,
    entries,
    fresh: rows.isSuccess ? { rows: all, capped: firstKnown === -1 && loaded.length > 0 && all > 0 } : undefined,
    showFresh: () => queries.resetQueries({ queryKey: auditQuery(orgId, filter).queryKey }),
  }
}

/** A row that was being sealed when it was loaded shows its place once it has one. */
function sealedSince(loaded: readonly AuditEntry[], newest: readonly AuditEntry[]): AuditEntry[] {
  const sealed = new Map(newest.filter(({ seq }) => seq !== null).map((entry) => [keyOf(entry), entry]))
  return loaded.map((entry) => (entry.seq === null ? (sealed.get(keyOf(entry)) ?? entry) : entry))
}
