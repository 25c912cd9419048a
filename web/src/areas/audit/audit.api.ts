import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type AuditEntry, exportAudit, listAudit, verifyAudit } from '@throughline/contracts/audit'
import type { Input } from '@throughline/contracts/endpoint'
import type { TenantId } from '@throughline/contracts/ids'
import { listMembers } from '@throughline/contracts/org-members'
import { api } from '../../shared/api.ts'

export type AuditFilter = Input<typeof exportAudit>['query']

export type LogRow = AuditEntry & { id: string }

/** Rows have no id before they are sealed; what they say tells them apart, also while that happens. */
const withId = (entry: AuditEntry): LogRow => ({
  ...entry,
  id: [entry.at, entry.act, entry.entity_id, entry.request_id].join(' '),
})

const PAGE = 100
/** Asked for again and again, to count what is new and to see rows become sealed. */
const NEWEST = 50
const ASK_EVERY = 5_000

export const auditQuery = (orgId: TenantId, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', orgId, 'rows', filter],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { ...filter, cursor, limit: PAGE }
      const page = await api.page(listAudit, { params: { orgId }, query }, { signal })
      return { ...page, data: page.data.map(withId) }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // New rows are announced, never pushed under the reader's eyes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const newestQuery = (orgId: TenantId, filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit', orgId, 'newest', filter],
    queryFn: async ({ signal }) => {
      const rows = await api(listAudit, { params: { orgId }, query: { ...filter, limit: NEWEST } }, { signal })
      return rows.map(withId)
    },
    refetchInterval: ASK_EVERY,
    retry: false,
  })

/** People whose name or address begins with the words; a first page is enough to choose from. */
export const actorsQuery = (orgId: TenantId, search: string) =>
  queryOptions({
    queryKey: ['audit', orgId, 'actors', search],
    queryFn: ({ signal }) =>
      api(listMembers, { params: { orgId }, query: { limit: 20, ...(search && { search }) } }, { signal }),
  })

export async function fetchExport(orgId: TenantId, filter: AuditFilter): Promise<Blob> {
  const file = await api(exportAudit, { params: { orgId }, query: filter })
  if (!(file instanceof Blob)) throw new TypeError('the export is no file')
  return file
}

export const verifyFrom = (orgId: TenantId, after: number) => api(verifyAudit, { params: { orgId }, body: { after } })
