import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { MemberId, TeamId, TenantId } from './ids.ts'
import { nameField, orgParams } from './org.ts'
import { Member } from './org-members.ts'
import { PageQuery } from './paging.ts'

const teamParams = z.object({ orgId: TenantId, teamId: TeamId })
const teamMemberParams = z.object({ orgId: TenantId, teamId: TeamId, memberId: MemberId })

/** Enough of a person to draw them. */
const Face = z.object({ id: MemberId, name: z.string(), photo: z.nullable(z.string()) })

export const Team = z.object({
  id: TeamId,
  name: z.string(),
  description: z.string(),
  count: z.number(),
  /** The first few, mightiest role first. */
  faces: z.array(Face),
  version: z.number(),
})
export type Team = z.infer<typeof Team>

export const listTeams = endpoint({
  method: 'GET',
  path: '/v1/org/:orgId/teams/',
  summary: 'Teams by name; further pages by X-Next-Cursor',
  access: 'members.read',
  rate: 'read',
  params: orgParams,
  query: z.object(PageQuery),
  response: z.array(Team),
})

const teamFields = { name: nameField, description: z._default(z.string().check(z.maxLength(2000)), '') }

export const addTeam = endpoint({
  method: 'POST',
  path: '/v1/org/:orgId/teams/',
  summary: 'Add a team',
  access: 'teams.manage',
  rate: 'write',
  status: 201,
  params: orgParams,
  body: z.strictObject(teamFields),
  response: Team,
})

export const updateTeam = endpoint({
  method: 'PUT',
  path: '/v1/org/:orgId/teams/:teamId/',
  summary: 'Change a team; a stale version answers 409',
  access: 'teams.manage',
  rate: 'write',
  params: teamParams,
  body: z.strictObject({ ...teamFields, version: z.number().check(z.int()) }),
  response: Team,
})

export const removeTeam = endpoint({
  method: 'DELETE',
  path: '/v1/org/:orgId/teams/:teamId/',
  summary: 'Move a team to the trash for 30 days',
  access: 'teams.manage',
  rate: 'write',
  params: teamParams,
  response: z.object({ id: TeamId }),
})

export const restoreTeam = endpoint({
  method: 'POST',
  path: '/v1/org/:orgId/teams/:teamId/restore/',
  summary: 'Take a team back out of the trash',
  access: 'teams.manage',
  rate: 'write',
  params: teamParams,
  response: Team,
})

export const listTeamMembers = endpoint({
  method: 'GET',
  path: '/v1/org/:orgId/teams/:teamId/members/',
  summary: 'Members of a team by role, then name; a page of a search may be short. Further pages by X-Next-Cursor',
  access: 'members.read',
  rate: 'read',
  params: teamParams,
  query: z.object({
    ...PageQuery,
    /** Anywhere in the name, the e-mail address or the role's display name, without case. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  response: z.array(Member),
})

export const addTeamMembers = endpoint({
  method: 'POST',
  path: '/v1/org/:orgId/teams/:teamId/members/',
  summary: 'Add members to a team; existing members stay',
  access: 'teams.manage',
  rate: 'write',
  params: teamParams,
  body: z.strictObject({ member_ids: z.array(MemberId).check(z.minLength(1), z.maxLength(200)) }),
  response: Team,
})

export const removeTeamMember = endpoint({
  method: 'DELETE',
  path: '/v1/org/:orgId/teams/:teamId/members/:memberId/',
  summary: 'Take a member out of a team',
  access: 'teams.manage',
  rate: 'write',
  params: teamMemberParams,
  response: z.object({ id: MemberId }),
})
