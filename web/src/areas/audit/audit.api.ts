import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { exportAudit, listAudit, verifyAudit } from '@throughline/contracts/audit'
import type { Input } from '@throughline/contracts/endpoint'
import type { TenantId } from '@throughline/contracts/ids'
import { listMembers } from '@throughline/contracts/org-members'
import { api } from '../../shared/api.ts'

export type AuditFilter = Input<typeof exportAudit>['query']

const PAGE = 100
/** Asked for again and again, to count what is new and to see rows become sealed. */
const NEWEST = 50
const ASK_EVERY = 5_000

export const auditQuery = (orgId: TenantId, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', orgId, 'rows', filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(listAudit, { params: { orgId }, query: { ...filter, cursor, limit: PAGE } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // New rows are announced, never pushed under the reader's eyes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const newestQuery = (orgId: TenantId, filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit', orgId, 'newest', filter],
    queryFn: ({ signal }) => api(listAudit, { params: { orgId }, query: { ...filter, limit: NEWEST } }, { signal }),
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
