import { MemberId, PersonId, TeamId, TenantId } from '@throughline/contracts/ids'
import { Role } from '@throughline/contracts/org'
import type { RoleName } from '@throughline/contracts/permissions'
import { acceptInvitation, createPerson, createWorkspace } from '../src/areas/auth/auth.queries.ts'
import { hashPassword } from '../src/areas/auth/passwords.ts'
import { insertInvited, joinTeam, rolesByRank } from '../src/areas/org/members.queries.ts'
import { insertTeam } from '../src/areas/org/teams.queries.ts'
import type { Context } from '../src/core/context.ts'
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

export interface Tenant {
  tenantId: TenantId
  ownerId: MemberId
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
  const rows = await inTenant(ctx, { tenantId: made.tenantId }, (tx) => rolesByRank(tx.db, tx.tenantId))
  const roles = rows.map((row) => Role.parse(row))
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
  department?: string | undefined
}

/** Invited and joined, as everyone comes in. */
export async function makeMember(ctx: Context, tenant: Tenant, spec: MemberSpec): Promise<MemberId> {
  const { tenantId } = tenant
  const member = { name: spec.name, email: spec.email, roleId: tenant.roles[spec.role].id, teamId: null }
  const id = await inTenant(ctx, { tenantId }, (tx) => insertInvited(tx.db, tenantId, member, tenant.ownerId))
  const joined = await inIdentity(ctx, undefined, ({ db }) => acceptInvitation(db, tenantId, id, spec.personId))
  if (!joined) throw new Error(`${spec.email} could not join`)
  await placeMember(ctx, tenantId, MemberId.parse(id), spec)
  return MemberId.parse(id)
}

export async function placeMember(
  ctx: Context,
  tenantId: TenantId,
  memberId: MemberId,
  { teamId, department }: Pick<MemberSpec, 'teamId' | 'department'>,
) {
  await inTenant(ctx, { tenantId }, async (tx) => {
    await tx.db
      .updateTable('members')
      .set({ primary_team_id: teamId ?? null, department: department ?? null })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', memberId)
      .execute()
    if (!teamId) return
    await joinTeam(tx.db, tenantId, teamId, memberId)
    tx.count('team.members', teamId, 1)
  })
}

export async function makeTeam(ctx: Context, tenantId: TenantId, name: string, description = ''): Promise<TeamId> {
  return inTenant(ctx, { tenantId }, async (tx) =>
    TeamId.parse(await insertTeam(tx.db, tx.tenantId, { name, description })),
  )
}

export async function setMemberStatus(
  ctx: Context,
  tenantId: TenantId,
  memberId: MemberId,
  status: 'active' | 'suspended',
) {
  await inTenant(ctx, { tenantId }, (tx) =>
    tx.db.updateTable('members').set({ status }).where('tenant_id', '=', tenantId).where('id', '=', memberId).execute(),
  )
}
