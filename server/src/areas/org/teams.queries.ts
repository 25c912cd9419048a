import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

const counted = sql<number>`(select coalesce(sum(n), 0)::int from counters
  where counters.tenant_id = teams.tenant_id and counters.name = 'team.members' and counters.key = teams.id::text)`

interface FaceRow {
  id: string
  name: string
  photo: string | null
}

/** The first few of each team, mightiest role first. */
const faces = sql<FaceRow[]>`(select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'photo', m.photo)
    order by f.role_rank, f.name_key, f.member_id), '[]')
  from (select tm.member_id, tm.role_rank, tm.name_key from team_members tm
    where tm.tenant_id = teams.tenant_id and tm.team_id = teams.id
    order by tm.role_rank, tm.name_key, tm.member_id limit 4) f
  join members m on m.tenant_id = teams.tenant_id and m.id = f.member_id)`

const columns = (db: Db, tenantId: string) =>
  db
    .selectFrom('teams')
    .where('teams.tenant_id', '=', tenantId)
    .select(['teams.tenant_id', 'teams.id', 'teams.name', 'teams.description', 'teams.version', 'teams.name_key'])
    .select([counted.as('count'), faces.as('faces')])

export async function pageOfTeams(db: Db, tenantId: string, after: string[] | undefined, limit: number) {
  let query = columns(db, tenantId).where('teams.deleted_at', 'is', null)
  if (after) query = query.where(sql<boolean>`(teams.name_key, teams.id) > (${after[0]}, ${after[1]}::uuid)`)
  return query.orderBy('teams.name_key').orderBy('teams.id').limit(limit).execute()
}

export const findTeam = (db: Db, tenantId: string, teamId: string, trashed = false) =>
  columns(db, tenantId)
    .where('teams.id', '=', teamId)
    .where('teams.deleted_at', trashed ? 'is not' : 'is', null)
    .executeTakeFirst()

export async function insertTeam(
  db: Db,
  tenantId: string,
  team: { name: string; description: string },
): Promise<string> {
  const row = await db
    .insertInto('teams')
    .values({ tenant_id: tenantId, ...team })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Writes only over the version it was based on; no row means that someone else was faster. */
export async function replaceTeam(
  db: Db,
  tenantId: string,
  teamId: string,
  team: { name: string; description: string; version: number },
): Promise<boolean> {
  const done = await db
    .updateTable('teams')
    .set({ name: team.name, description: team.description, version: team.version + 1, updated_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', teamId)
    .where('version', '=', team.version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function trashTeam(db: Db, tenantId: string, teamId: string, memberId: string | null): Promise<boolean> {
  const done = await db
    .updateTable('teams')
    .set({ deleted_at: memberId ? sql`now()` : null, deleted_by: memberId, updated_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', teamId)
    .where('deleted_at', memberId ? 'is' : 'is not', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/**
 * By the next entry of an index: a search for any row at all may be planned as a walk through the table, which of a team
 * that no task ever came to would be the whole of it.
 */
const notNamedBy = (table: 'tasks' | 'task_seats', tenantId: string) =>
  sql<boolean>`(select n.team_id from ${sql.table(table)} n
    where n.tenant_id = ${tenantId} and n.team_id >= teams.id order by n.team_id limit 1) is distinct from teams.id`

/** Trash past its thirty days, a bounded bite at a time. What work was ever asked of waits until that work is deleted. */
export async function purgeTeamRows(db: Db, tenantId: string, limit: number): Promise<string[]> {
  const old = await db
    .selectFrom('teams')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', '<', sql<Date>`now() - interval '30 days'`)
    .where(notNamedBy('tasks', tenantId))
    .where(notNamedBy('task_seats', tenantId))
    .limit(limit)
    // Whoever takes one back out of the trash at this moment is waited for.
    .forUpdate()
    .execute()
  const ids = old.map((row) => row.id)
  if (ids.length === 0) return ids
  await db.deleteFrom('team_members').where('tenant_id', '=', tenantId).where('team_id', 'in', ids).execute()
  await db.deleteFrom('workflow_access').where('tenant_id', '=', tenantId).where('team_id', 'in', ids).execute()
  await db.deleteFrom('form_access').where('tenant_id', '=', tenantId).where('team_id', 'in', ids).execute()
  await db
    .deleteFrom('counters')
    .where('tenant_id', '=', tenantId)
    .where('name', '=', 'team.members')
    .where('key', 'in', ids)
    .execute()
  await db.deleteFrom('teams').where('tenant_id', '=', tenantId).where('id', 'in', ids).execute()
  return ids
}
