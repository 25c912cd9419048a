import * as z from 'zod/mini'
import { EmailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { MemberId, RoleId, TeamId, TenantId } from './ids.ts'
import { nameField, orgParams } from './org.ts'
import { PageQuery } from './paging.ts'

const memberParams = z.object({ orgId: TenantId, memberId: MemberId })

export const MEMBER_STATUSES = ['invited', 'active', 'suspended'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]
export const MOST_INVITED_AT_ONCE = 200
export const MOST_TEAMS = 20

export const Role = z.object({
  id: RoleId,
  name: z.string(),
  display_name: z.string(),
  rank: z.number(),
  /** Members who have it, whatever their state. */
  count: z.number(),
})
export type Role = z.infer<typeof Role>

const TeamName = z.object({ id: TeamId, name: z.string() })

export const Member = z.object({
  id: MemberId,
  name: z.string(),
  email: z.string(),
  photo: z.nullable(z.string()),
  role: z.object({ id: RoleId, name: z.string(), display_name: z.string(), rank: z.number() }),
  /** The primary one. */
  team: z.nullable(TeamName),
  /** All of them, the primary one first. */
  teams: z.array(TeamName),
  status: z.enum(MEMBER_STATUSES),
  joined_at: z.nullable(z.string()),
  /** While invited: until when the link works. */
  invitation_expires_at: z.nullable(z.string()),
  suspended_at: z.nullable(z.string()),
})
export type Member = z.infer<typeof Member>

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
  summary: 'Members by name; a search is answered by what matches. Further pages by X-Next-Cursor',
  access: 'members.read',
  rate: 'read',
  params: orgParams,
  query: z.object({
    ...PageQuery,
    /** The beginning of the first or last name, or of the e-mail address. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    status: z.optional(z.enum(MEMBER_STATUSES)),
    role_id: z.optional(RoleId),
    team_id: z.optional(TeamId),
  }),
  response: z.array(Member),
})

export const countMembers = endpoint({
  method: 'GET',
  path: '/v1/org/:orgId/members/counts/',
  summary: 'How many members are in each state',
  access: 'members.read',
  rate: 'read',
  params: orgParams,
  response: z.object({ invited: z.number(), active: z.number(), suspended: z.number() }),
})

export const addMember = endpoint({
  method: 'POST',
  path: '/v1/org/:orgId/members/',
  summary: 'Invite a person; the invitation is good for 7 days',
  access: 'members.manage',
  rate: 'write',
  status: 201,
  params: orgParams,
  body: z.strictObject({ name: nameField, email: EmailAddress, role_id: RoleId, team_id: z.nullable(TeamId) }),
  response: Member,
})

/** What was pasted is judged line by line, so a bad one does not keep the others out. */
export const PastedPerson = z.strictObject({
  name: z.string().check(z.maxLength(200)),
  email: z.string().check(z.maxLength(300)),
})
export type PastedPerson = z.infer<typeof PastedPerson>

export const InvitationResult = z.object({
  line: z.number(),
  email: z.string(),
  /** Absent when the line was refused. */
  member: z.nullable(Member),
  /** Why it was refused: bad_name, bad_email, repeated, already_member, limit_reached. */
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
})
export type InvitationResult = z.infer<typeof InvitationResult>

export const addMembers = endpoint({
  method: 'POST',
  path: '/v1/org/:orgId/members/batch/',
  summary: 'Invite many people at once, with a result for each line',
  access: 'members.manage',
  rate: 'mail',
  params: orgParams,
  body: z.strictObject({
    people: z.array(PastedPerson).check(z.minLength(1), z.maxLength(MOST_INVITED_AT_ONCE)),
    role_id: RoleId,
    team_id: z.nullable(TeamId),
  }),
  response: z.object({
    results: z.array(InvitationResult),
    /** How many the plan has, where somebody found none left. */
    seats: z.nullable(z.int()),
  }),
})

export const changeMember = endpoint({
  method: 'PATCH',
  path: '/v1/org/:orgId/members/:memberId/',
  summary: "Change a member's role or primary team; nobody grants or takes a role above their own",
  access: 'members.manage',
  rate: 'write',
  params: memberParams,
  body: z.strictObject({ role: z.optional(RoleId), team: z.optional(z.nullable(TeamId)) }),
  response: z.object({ role: Member.shape.role, team: Member.shape.team }),
})

export const setMemberTeams = endpoint({
  method: 'PUT',
  path: '/v1/org/:orgId/members/:memberId/teams/',
  summary: 'All teams of a member, the primary one first',
  access: 'members.manage',
  rate: 'write',
  params: memberParams,
  body: z.strictObject({ team_ids: z.array(TeamId).check(z.maxLength(MOST_TEAMS)) }),
  response: Member,
})

const memberAct = {
  method: 'POST',
  access: 'members.manage',
  rate: 'write',
  params: memberParams,
  response: Member,
} as const

export const resendInvitation = endpoint({
  ...memberAct,
  path: '/v1/org/:orgId/members/:memberId/resend/',
  summary: 'Send a new invitation; links sent before stop working',
})

export const suspendMember = endpoint({
  ...memberAct,
  path: '/v1/org/:orgId/members/:memberId/suspend/',
  summary: 'Keep a member out; their sessions here end at once',
})

export const reactivateMember = endpoint({
  ...memberAct,
  path: '/v1/org/:orgId/members/:memberId/reactivate/',
  summary: 'Let a suspended member in again',
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/v1/org/:orgId/members/:memberId/',
  summary: 'Remove a member, or revoke an invitation',
  access: 'members.manage',
  rate: 'write',
  params: memberParams,
  response: z.object({ id: MemberId }),
})

export const getMemberPhoto = endpoint({
  method: 'GET',
  path: '/v1/org/:orgId/members/:memberId/photo/',
  summary: "The bytes of a member's photo",
  access: 'members.read',
  rate: 'read',
  params: memberParams,
  query: z.object({ v: z.optional(z.string().check(z.maxLength(64))) }),
  binary: true,
  response: z.unknown(),
})
