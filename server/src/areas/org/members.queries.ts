import { Member } from '@throughline/contracts/org'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

const columns = (db: Db, tenantId: string) =>
  db
    .selectFrom('members')
    .innerJoin('roles', (join) =>
      join.onRef('roles.tenant_id', '=', 'members.tenant_id').onRef('roles.id', '=', 'members.role_id'),
    )
    .leftJoin('teams', (join) =>
      join
        .onRef('teams.tenant_id', '=', 'members.tenant_id')
        .onRef('teams.id', '=', 'members.primary_team_id')
        .on('teams.deleted_at', 'is', null),
    )
    .where('members.tenant_id', '=', tenantId)
    .select([
      'members.id',
      'members.name',
      'members.name_key',
      'members.email',
      'members.status',
      'members.joined_at',
      'roles.id as role_id',
      'roles.name as role_name',
      'roles.display_name as role_display_name',
      'teams.id as team_id',
      'teams.name as team_name',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof columns>['execute']>>[number]

export const memberOf = (row: Row): Member =>
  Member.parse({
    id: row.id,
    name: row.name,
    email: row.email,
    role: { id: row.role_id, name: row.role_name, display_name: row.role_display_name },
    team: row.team_id ? { id: row.team_id, name: row.team_name } : null,
    status: row.status,
    joined_at: row.joined_at?.toISOString() ?? null,
  })

/** Written out, not as a value: only so does the index of those present serve a statement planned once for all values. */
const PRESENT = sql<boolean>`members.status <> 'removed'`

export async function pageOfMembers(db: Db, tenantId: string, after: string[] | undefined, limit: number) {
  let query = columns(db, tenantId).where(PRESENT)
  if (after) query = query.where(sql<boolean>`(members.name_key, members.id) > (${after[0]}, ${after[1]}::uuid)`)
  return query.orderBy('members.name_key').orderBy('members.id').limit(limit).execute()
}

export const findMember = (db: Db, tenantId: string, memberId: string) =>
  columns(db, tenantId).where('members.id', '=', memberId).executeTakeFirst()

export const findRole = (db: Db, tenantId: string, roleId: string) =>
  db.selectFrom('roles').selectAll().where('tenant_id', '=', tenantId).where('id', '=', roleId).executeTakeFirst()

export const rolesByRank = (db: Db, tenantId: string) =>
  db
    .selectFrom('roles')
    .select(['id', 'name', 'display_name', 'rank'])
    .where('tenant_id', '=', tenantId)
    .orderBy('rank')
    .execute()

export interface NewMember {
  name: string
  email: string
  roleId: string
  teamId: string | null
}

export async function insertInvited(db: Db, tenantId: string, member: NewMember, invitedBy: string): Promise<string> {
  const { id } = await db
    .insertInto('members')
    .values({
      tenant_id: tenantId,
      name: member.name,
      email: member.email,
      role_id: member.roleId,
      primary_team_id: member.teamId,
      status: 'invited',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('invitations')
    .values({ tenant_id: tenantId, member_id: id, invited_by: invitedBy, expires_at: sql`now() + interval '7 days'` })
    .execute()
  return id
}

export async function putInvitation(db: Db, hash: Buffer, memberId: string) {
  await sql`select auth.put_invitation(${hash}, ${memberId}, interval '7 days')`.execute(db)
}

export async function joinTeam(db: Db, tenantId: string, teamId: string, memberId: string) {
  await db.insertInto('team_members').values({ tenant_id: tenantId, team_id: teamId, member_id: memberId }).execute()
}
