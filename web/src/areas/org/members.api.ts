import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import type { Page } from '@throughline/contracts/client'
import type { MemberId, RoleId, TeamId, TenantId } from '@throughline/contracts/ids'
import {
  addMember,
  addMembers,
  changeMember,
  countMembers,
  listMembers,
  listRoles,
  type Member,
  type MemberStatus,
  type PastedPerson,
  reactivateMember,
  removeMember,
  resendInvitation,
  setMemberTeams,
  suspendMember,
} from '@throughline/contracts/org-members'
import { useMemo } from 'react'
import { api } from '../../shared/api.ts'
import { membersKey, teamsKey } from './org.keys.ts'

/** A person who signed up without a name is called by their address. */
export const named = (members: readonly Member[]): Member[] =>
  members.map((member) => (member.name ? member : { ...member, name: member.email }))

/** Large enough that the next page arrives before the end is seen; a live change rereads few pages. */
const PAGE = 100

export type MemberFilters = {
  search?: string | undefined
  status?: MemberStatus | undefined
  role_id?: RoleId | undefined
  team_id?: TeamId | undefined
}

export const rolesQuery = (orgId: TenantId) =>
  queryOptions({
    queryKey: [...membersKey, orgId, 'roles'],
    queryFn: ({ signal }) => api(listRoles, { params: { orgId } }, { signal }),
  })

export const memberCountsQuery = (orgId: TenantId) =>
  queryOptions({
    queryKey: [...membersKey, orgId, 'counts'],
    queryFn: ({ signal }) => api(countMembers, { params: { orgId } }, { signal }),
  })

const listKey = (orgId: TenantId) => [...membersKey, orgId, 'list']

export const membersQuery = (orgId: TenantId, filters: MemberFilters) =>
  infiniteQueryOptions({
    queryKey: [...listKey(orgId), filters],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filters, limit: PAGE, cursor: pageParam || undefined }
      const page = await api.page(listMembers, { params: { orgId }, query }, { signal })
      return { ...page, data: named(page.data) }
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })

/** The first few that match, to choose from while typing. */
export const memberChoicesQuery = (orgId: TenantId, search: string) =>
  queryOptions({
    queryKey: [...membersKey, orgId, 'choices', search],
    queryFn: async ({ signal }) =>
      named(await api(listMembers, { params: { orgId }, query: { search, limit: 20 } }, { signal })),
    placeholderData: keepPreviousData,
  })

type Invited = { role_id: RoleId; team_id: TeamId | null }

export const inviteOne = (orgId: TenantId, body: Invited & { name: string; email: string }) =>
  api(addMember, { params: { orgId }, body })

export const inviteMany = (orgId: TenantId, body: Invited & { people: PastedPerson[] }) =>
  api(addMembers, { params: { orgId }, body })

/** Calls about one member. */
export const memberCalls = (orgId: TenantId) => {
  const at = (memberId: MemberId) => ({ params: { orgId, memberId } })
  return {
    changeRole: (id: MemberId, role: RoleId) => api(changeMember, { ...at(id), body: { role } }),
    changeTeam: (id: MemberId, team: TeamId | null) => api(changeMember, { ...at(id), body: { team } }),
    setTeams: (id: MemberId, team_ids: TeamId[]) => api(setMemberTeams, { ...at(id), body: { team_ids } }),
    resend: (id: MemberId) => api(resendInvitation, at(id)),
    suspend: (id: MemberId) => api(suspendMember, at(id)),
    reactivate: (id: MemberId) => api(reactivateMember, at(id)),
    remove: (id: MemberId) => api(removeMember, at(id)),
  }
}

type MemberPages = InfiniteData<Page<Member[]>, string>

/** What is known of the members in this browser, to show a change before the server has answered. */
export function useMemberCache(orgId: TenantId) {
  const queries = useQueryClient()
  return useMemo(() => {
    const lists = { queryKey: listKey(orgId) }
    const change = (id: MemberId, next: (member: Member) => Member[]) =>
      queries.setQueriesData<MemberPages>(lists, (known) => {
        if (!known) return known
        const pages = known.pages.map((page) => ({
          ...page,
          data: page.data.flatMap((member) => (member.id === id ? next(member) : [member])),
        }))
        return { ...known, pages }
      })
    return {
      /** An answer that is on its way would show the old state again. */
      hold: () => queries.cancelQueries(lists),
      patch: (id: MemberId, differences: Partial<Member>) => change(id, (member) => [{ ...member, ...differences }]),
      drop: (id: MemberId) => change(id, () => []),
      refresh: async () => {
        await Promise.all([membersKey, teamsKey].map((key) => queries.invalidateQueries({ queryKey: [...key, orgId] })))
      },
    }
  }, [queries, orgId])
}
