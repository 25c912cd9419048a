import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { getSubscription } from '@throughline/contracts/billing'
import type { Body } from '@throughline/contracts/endpoint'
import type { TenantId } from '@throughline/contracts/ids'
import {
  changeAccessRules,
  createOrganization,
  getOrganization,
  type Organization,
  updateOrganization,
} from '@throughline/contracts/org'
import { listTeams } from '@throughline/contracts/org-teams'
import { MAX_LIMIT } from '@throughline/contracts/paging'
import { api } from '../../shared/api.ts'
import { currentUserQuery } from '../../shared/current-user.ts'
import { profileKey, subscriptionKey, teamsKey } from './org.keys.ts'

export type OrganizationBody = Body<typeof createOrganization>

export const organizationQuery = (orgId: TenantId) =>
  queryOptions({
    queryKey: [...profileKey, orgId],
    queryFn: ({ signal }) => api(getOrganization, { params: { orgId } }, { signal }),
  })

export const subscriptionQuery = queryOptions({
  queryKey: subscriptionKey,
  queryFn: ({ signal }) => api(getSubscription, undefined, { signal }),
})

/** Counted up to one page; `more` says that there are others. */
export const teamCountQuery = (orgId: TenantId) =>
  queryOptions({
    queryKey: [...teamsKey, orgId, 'count'],
    queryFn: async ({ signal }) => {
      const { data, nextCursor } = await api.page(
        listTeams,
        { params: { orgId }, query: { limit: MAX_LIMIT } },
        { signal },
      )
      return { count: data.length, more: nextCursor !== undefined }
    },
  })

/** The organisation as the server knows it now; the person's own facts (name, zone, workspace) follow it. */
export function useOrganizationChanges() {
  const queries = useQueryClient()
  const take = async (organization: Organization) => {
    queries.setQueryData(organizationQuery(organization.id).queryKey, organization)
    await queries.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    return organization
  }
  return {
    create: (body: OrganizationBody) => api(createOrganization, { body }),
    /** After creating, when everything that belongs to it is done: from here on the workspace is the organisation. */
    enter: take,
    save: async (orgId: TenantId, body: Body<typeof updateOrganization>) =>
      take(await api(updateOrganization, { params: { orgId }, body })),
    changeRules: async (orgId: TenantId, body: Body<typeof changeAccessRules>) =>
      take(await api(changeAccessRules, { params: { orgId }, body })),
    refresh: (orgId: TenantId) => queries.fetchQuery({ ...organizationQuery(orgId), staleTime: 0 }),
  }
}
