import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** Written out, not as a value: only so does an index of those present serve a statement planned once for all values. */
export const PRESENT = sql<boolean>`members.status <> 'removed'`

export const findRole = (db: Db, tenantId: string, roleId: string) =>
  db.selectFrom('roles').selectAll().where('tenant_id', '=', tenantId).where('id', '=', roleId).executeTakeFirst()

export const rolesByRank = (db: Db, tenantId: string) =>
  db
    .selectFrom('roles')
    .select(['id', 'name', 'display_name', 'rank'])
    .where('tenant_id', '=', tenantId)
    .orderBy('rank')
    .execute()

export const memberRows = (db: Db, tenantId: string, ids: readonly string[]) =>
  db
    .selectFrom('members')
    .select(['id', 'name', 'email', 'photo', 'role_id', 'primary_team_id', 'status', 'joined_at', 'suspended_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where(PRESENT)
    .execute()

export const membershipsOf = (db: Db, tenantId: string, memberIds: readonly string[]) =>
  db
    .selectFrom('team_members')
    .select(['team_id', 'member_id'])
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', sql<string>`any (${memberIds}::uuid[])`)
    .execute()

export const teamNames = (db: Db, tenantId: string, teamIds: readonly string[]) =>
  db
    .selectFrom('teams')
    .select(['id', 'name', 'name_key'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${teamIds}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()

export const openInvitations = (db: Db, tenantId: string, memberIds: readonly string[]) =>
  db
    .selectFrom('invitations')
    .select(['member_id', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', sql<string>`any (${memberIds}::uuid[])`)
    .where('state', '=', 'sent')
    .execute()

const ranked = (db: Db, tenantId: string, memberId: string) =>
  db
    .selectFrom('members')
    .innerJoin('roles', (join) =>
      join.onRef('roles.tenant_id', '=', 'members.tenant_id').onRef('roles.id', '=', 'members.role_id'),
    )
    .select([
      'members.id',
      'members.name',
      'members.email',
      'members.status',
      'members.role_id',
      'members.primary_team_id',
      'roles.rank',
      'roles.display_name as role_display_name',
    ])
    .where('members.tenant_id', '=', tenantId)
    .where('members.id', '=', memberId)
    .where(PRESENT)

/** With the rank that policies judge by. */
export const findRanked = (db: Db, tenantId: string, memberId: string) =>
  ranked(db, tenantId, memberId).executeTakeFirst()

/** As it is now and stays until the commit: someone may be accepting an invitation at this very moment. */
export const lockRanked = (db: Db, tenantId: string, memberId: string) =>
  ranked(db, tenantId, memberId).forNoKeyUpdate('members').executeTakeFirst()

export type RankedMember = NonNullable<Awaited<ReturnType<typeof findRanked>>>

/** The same function by which staff are held to it. */
export async function hasOtherActingOwner(db: Db, tenantId: string, roleId: string, memberId: string) {
  const found = await sql<{ other: boolean }>`
    select app.has_other_owner(${tenantId}, ${roleId}, ${memberId}) as other`.execute(db)
  return found.rows[0]?.other === true
}

export interface MemberChange {
  status?: 'active' | 'suspended' | 'removed'
  role_id?: string
  primary_team_id?: string | null
}

export async function changeMemberRow(db: Db, tenantId: string, memberId: string, change: MemberChange) {
  const suspended = change.status ? { suspended_at: change.status === 'suspended' ? sql<Date>`now()` : null } : {}
  await db
    .updateTable('members')
    .set({ ...change, ...suspended, updated_at: sql`now()`, version: sql`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', memberId)
    .execute()
}

export const findPhoto = (db: Db, tenantId: string, memberId: string) =>
  db
    .selectFrom('members')
    .select('photo')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', memberId)
    .executeTakeFirst()

export async function endMemberSessions(db: Db, memberId: string, butFor: string | null): Promise<string[]> {
  const { rows } = await sql<{
    session_id: string
  }>`select * from auth.end_member_sessions(${memberId}, ${butFor})`.execute(db)
  return rows.map((row) => row.session_id)
}
