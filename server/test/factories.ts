import { MemberId, PersonId, TeamId, TenantId } from '@throughline/contracts/ids'
import { Role } from '@throughline/contracts/org-members'
import type { RoleName } from '@throughline/contracts/permissions'
import { acceptInvitation, createPerson, createWorkspace } from '../src/areas/auth/auth.queries.ts'
import { hashPassword } from '../src/areas/auth/passwords.ts'
import { assignInvited } from '../src/areas/org/invite.ts'
import { changeStatus, takeOut } from '../src/areas/org/member-status.ts'
import { lockRanked, rolesByRank } from '../src/areas/org/members.queries.ts'
import { joinTeam } from '../src/areas/org/membership.ts'
import { insertTeam } from '../src/areas/org/teams.queries.ts'
import type { Context } from '../src/core/context.ts'
import { countersOf } from '../src/core/db/counters.ts'
import { inIdentity } from '../src/core/db/in-identity.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'

/** Tests and the seed make their worlds with these, through the same queries and doors as the product. */

export interface PersonSpec {
  username: string
  name: string
  email?: string
  password?: string
  approved?: boolean
}

export const PASSWORD = 'correct horse battery'
const hashes = new Map<string, Promise<string>>()

function hashOnce(password: string) {
  const made = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, made)
  return made
}

export async function makePerson(ctx: Context, spec: PersonSpec): Promise<PersonId> {
  const passwordHash = await hashOnce(spec.password ?? PASSWORD)
  return inIdentity(ctx, undefined, ({ db }) =>
    createPerson(db, {
      username: spec.username,
      email: spec.email ?? `${spec.username}@example.test`,
      name: spec.name,
      passwordHash,
      googleSub: null,
      authType: 'custom_individual',
      approved: spec.approved ?? true,
    }),
  )
}

export interface OwnedTenant {
  tenantId: TenantId
  ownerId: MemberId
}

export interface Tenant extends OwnedTenant {
  roles: Record<RoleName, Role>
}

export async function makeTenant(
  ctx: Context,
  personId: PersonId,
  kind: 'personal' | 'organization',
  name: string,
  zone = 'UTC',
): Promise<Tenant> {
  const made = await inIdentity(ctx, undefined, ({ db }) => createWorkspace(db, { personId, kind, name, zone }))
  const roles = await inTenant(ctx, { tenantId: made.tenantId }, async (tx) => {
    const counts = await countersOf(tx.db, tx.tenantId, 'members.role')
    const rows = await rolesByRank(tx.db, tx.tenantId)
    return rows.map((row) => Role.parse({ ...row, count: counts.get(row.id) ?? 0 }))
  })
  const role = (wanted: RoleName): Role => {
    const found = roles.find((candidate) => candidate.name === wanted)
    if (!found) throw new Error(`role ${wanted} is missing`)
    return found
  }
  return {
    tenantId: made.tenantId,
    ownerId: made.memberId,
    roles: {
      owner: role('owner'),
      admin: role('admin'),
      manager: role('manager'),
      member: role('member'),
      viewer: role('viewer'),
    },
  }
}

export interface MemberSpec {
  personId: PersonId
  name: string
  email: string
  role: RoleName
  teamId?: TeamId | undefined
  otherTeams?: readonly TeamId[] | undefined
  department?: string | undefined
}

export interface InvitedSpec {
  name: string
  email: string
  role: RoleName
  teamId?: TeamId | undefined
}

/** As everyone comes in. */
export function makeInvited(ctx: Context, tenant: Tenant, spec: InvitedSpec): Promise<MemberId> {
  return inTenant(ctx, { tenantId: tenant.tenantId }, async (tx) => {
    const place = { roleId: tenant.roles[spec.role].id, teamId: spec.teamId ?? null, invitedBy: tenant.ownerId }
    const made = await assignInvited(tx, [{ name: spec.name, email: spec.email }], place)
    return MemberId.parse(made.get(spec.email))
  })
}

/** Whether the invitation could still be accepted. */
export const join = (ctx: Context, tenantId: TenantId, memberId: MemberId, personId: PersonId): Promise<boolean> =>
  inIdentity(ctx, undefined, ({ db }) => acceptInvitation(db, tenantId, memberId, personId))

/** Invited and joined. */
export async function makeMember(ctx: Context, tenant: Tenant, spec: MemberSpec): Promise<MemberId> {
  const { tenantId } = tenant
  const id = await makeInvited(ctx, tenant, { name: spec.name, email: spec.email, role: spec.role })
  if (!(await join(ctx, tenantId, id, spec.personId))) throw new Error(`${spec.email} could not join`)
  await placeMember(ctx, tenantId, id, spec)
  return id
}

/** In their primary team and all others. */
export async function placeMember(
  ctx: Context,
  tenantId: TenantId,
  memberId: MemberId,
  { teamId, otherTeams = [], department }: Pick<MemberSpec, 'teamId' | 'otherTeams' | 'department'>,
) {
  await inTenant(ctx, { tenantId }, async (tx) => {
    await tx.db
      .updateTable('members')
      .set({ primary_team_id: teamId ?? null, department: department ?? null })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', memberId)
      .execute()
    for (const team of [...(teamId ? [teamId] : []), ...otherTeams]) await joinTeam(tx, team, [memberId])
  })
}

export async function makeTeam(ctx: Context, tenantId: TenantId, name: string, description = ''): Promise<TeamId> {
  return inTenant(ctx, { tenantId }, async (tx) =>
    TeamId.parse(await insertTeam(tx.db, tx.tenantId, { name, description })),
  )
}

/** Past the policies, and without telling anyone's open pages. */
export async function setMemberStatus(
  ctx: Context,
  tenantId: TenantId,
  memberId: MemberId,
  status: 'active' | 'suspended' | 'removed',
) {
  await inTenant(ctx, { tenantId }, async (tx) => {
    const member = await lockRanked(tx.db, tenantId, memberId)
    if (!member) throw new Error('there is no such member')
    await (status === 'removed' ? takeOut(tx, member) : changeStatus(tx, member, status))
  })
}
