import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** With copies of what a team's list is ordered by. The answer names those who were not in it before. */
export async function insertTeamMembers(
  db: Db,
  tenantId: string,
  teamId: string,
  memberIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    insert into team_members (tenant_id, team_id, member_id, role_rank, name_key)
    select m.tenant_id, ${teamId}, m.id, r.rank, m.name_key
    from members m join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
    where m.tenant_id = ${tenantId} and m.id = any (${memberIds}::uuid[]) and m.status <> 'removed'
    order by m.id
    on conflict do nothing
    returning member_id`.execute(db)
  return rows.map(({ member_id }) => member_id)
}

/** Of these members, one who is in more teams than anyone may be. */
export async function findOverfull(db: Db, tenantId: string, memberIds: readonly string[], most: number) {
  return db
    .selectFrom('team_members')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', sql<string>`any (${memberIds}::uuid[])`)
    .groupBy('member_id')
    .having(sql<boolean>`count(*) > ${most}`)
    .limit(1)
    .executeTakeFirst()
}

export async function deleteTeamMember(db: Db, tenantId: string, teamId: string, memberId: string): Promise<boolean> {
  const done = await db
    .deleteFrom('team_members')
    .where('tenant_id', '=', tenantId)
    .where('team_id', '=', teamId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

export async function deleteTeamsOf(db: Db, tenantId: string, memberId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('team_members')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .returning('team_id')
    .execute()
  return rows.map(({ team_id }) => team_id)
}

export async function copyRank(db: Db, tenantId: string, memberId: string, rank: number) {
  await db
    .updateTable('team_members')
    .set({ role_rank: rank })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .execute()
}

/** Which of these are members here. Nobody's name changes between this and the copy that a team gets of it. */
export async function lockPresent(
  db: Db,
  tenantId: string,
  memberIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('members')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${memberIds}::uuid[])`)
    .where(sql<boolean>`status <> 'removed'`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
