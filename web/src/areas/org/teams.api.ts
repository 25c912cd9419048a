import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { MemberId, TeamId, TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import {
  addTeam,
  addTeamMembers,
  listTeamMembers,
  listTeams,
  removeTeam,
  removeTeamMember,
  restoreTeam,
  type Team,
  updateTeam,
} from '@throughline/contracts/org-teams'
import { MAX_LIMIT } from '@throughline/contracts/paging'
import { api } from '../../shared/api.ts'
import { named } from './members.api.ts'
import { teamsKey } from './org.keys.ts'

/** Reads page after page to the end. */
async function everyPage<T>(
  read: (cursor: string | undefined) => Promise<{ data: T[]; nextCursor: string | undefined }>,
) {
  const found: T[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    found.push(...page.data)
    cursor = page.nextCursor
  } while (cursor)
  return found
}

/** All of them: they are few, and lists to choose from need every one. */
export const teamsQuery = (orgId: TenantId) =>
  queryOptions({
    queryKey: [...teamsKey, orgId, 'list'],
    queryFn: ({ signal }): Promise<Team[]> =>
      everyPage((cursor) =>
        api.page(listTeams, { params: { orgId }, query: { limit: MAX_LIMIT, cursor } }, { signal }),
      ),
  })

export const teamPeopleQuery = (orgId: TenantId, teamId: TeamId, search: string) =>
  infiniteQueryOptions({
    queryKey: [...teamsKey, orgId, 'people', teamId, search],
    queryFn: async ({ pageParam, signal }) => {
      const query = { search, limit: 100, cursor: pageParam || undefined }
      const page = await api.page(listTeamMembers, { params: { orgId, teamId }, query }, { signal })
      return { ...page, data: named(page.data) }
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })

type TeamFields = { name: string; description: string }

/** Calls about the teams of one organisation. */
export const teamCalls = (orgId: TenantId) => {
  const at = (teamId: TeamId) => ({ params: { orgId, teamId } })
  return {
    add: (body: TeamFields) => api(addTeam, { params: { orgId }, body }),
    update: (id: TeamId, body: TeamFields & { version: number }) => api(updateTeam, { ...at(id), body }),
    remove: (id: TeamId) => api(removeTeam, at(id)),
    restore: (id: TeamId) => api(restoreTeam, at(id)),
    addPeople: (id: TeamId, member_ids: MemberId[]) => api(addTeamMembers, { ...at(id), body: { member_ids } }),
    removePerson: (teamId: TeamId, memberId: MemberId) =>
      api(removeTeamMember, { params: { orgId, teamId, memberId } }),
    everybody: (id: TeamId): Promise<Member[]> =>
      everyPage((cursor) => api.page(listTeamMembers, { ...at(id), query: { limit: MAX_LIMIT, cursor } })),
  }
}
