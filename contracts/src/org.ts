import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { MemberId, RoleId, TeamId, TenantId } from './ids.ts'
import { PageQuery } from './paging.ts'

const orgParams = z.object({ orgId: TenantId })
const teamParams = z.object({ orgId: TenantId, teamId: TeamId })
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))

export const Organization = z.object({
  id: TenantId,
  name: z.string(),
  time_zone: z.string(),
  logo_url: z.nullable(z.string()),
  version: z.number(),
})
export type Organization = z.infer<typeof Organization>

export const Role = z.object({ id: RoleId, name: z.string(), display_name: z.string(), rank: z.number() })
export type Role = z.infer<typeof Role>

export const Team = z.object({
  id: TeamId,
  name: z.string(),
  description: z.string(),
  count: z.number(),
  version: z.number(),
})
export type Team = z.infer<typeof Team>

export const MEMBER_STATUSES = ['invited', 'active', 'suspended', 'removed'] as const

export const Member = z.object({
  id: MemberId,
  name: z.string(),
  email: z.string(),
  role: z.object({ id: RoleId, name: z.string(), display_name: z.string() }),
  team: z.nullable(z.object({ id: TeamId, name: z.string() })),
  status: z.enum(MEMBER_STATUSES),
  joined_at: z.nullable(z.string()),
})
export type Member = z.infer<typeof Member>

export const getOrganization = endpoint({
  method: 'GET',
  path: '/v1/org/:orgId/',
  summary: 'The organisation',
  access: 'workspace.read',
  rate: 'read',
  params: orgParams,
  response: Organization,
})

export const listRoles = endpoint({
  method: 'GET',
  path: '/v1/org/:orgId/roles/',
  summary: 'Roles, mightiest first',
  access: 'members.read',
  rate: 'read',
  params: orgParams,
  response: z.array(Role),
})

export const listMembers = endpoint({
  method: 'GET',
  path: '/v1/org/:orgId/members/',
  summary: 'Members by name; further pages by X-Next-Cursor',
  access: 'members.read',
  rate: 'read',
  params: orgParams,
  query: z.object(PageQuery),
  response: z.array(Member),
})

export const addMember = endpoint({
  method: 'POST',
  path: '/v1/org/:orgId/members/',
  summary: 'Invite a person; the invitation is good for 7 days',
  access: 'members.manage',
  rate: 'mail',
  status: 201,
  params: orgParams,
  body: z.strictObject({
    name,
    email: z.string().check(z.trim(), z.maxLength(254), z.email()),
    role_id: RoleId,
    team_id: z.nullable(TeamId),
  }),
  response: Member,
})

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

const teamFields = { name, description: z._default(z.string().check(z.maxLength(2000)), '') }

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

export const uploadOrgIcon = endpoint({
  method: 'POST',
  path: '/v1/org/:orgId/icon/',
  summary: 'Upload the logo (JPEG, PNG or GIF by its bytes, at most 5 MB)',
  access: 'org.manage',
  rate: 'upload',
  params: orgParams,
  file: { field: 'org_icon', maxBytes: 5 * 1024 * 1024 },
  response: z.object({ logo_url: z.string() }),
})

export const getOrgIcon = endpoint({
  method: 'GET',
  path: '/v1/org/:orgId/icon/',
  summary: "The logo's bytes",
  access: 'workspace.read',
  rate: 'read',
  params: orgParams,
  binary: true,
  response: z.unknown(),
})
