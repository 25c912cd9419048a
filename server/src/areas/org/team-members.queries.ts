import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** A member of a team at their place in its order: by role, then name. */
export interface TeamMemberPosition {
  role_rank: number
  name_key: string
  id: string
}

const ORDER = sql`tm.role_rank, tm.name_key, tm.member_id`

const behind = (after: TeamMemberPosition | undefined) =>
  after ? sql`and (${ORDER}) > (${after.role_rank}, ${after.name_key}, ${after.id}::uuid)` : sql``

export async function pageOfTeamMembers(
  db: Db,
  tenantId: string,
  teamId: string,
  after: TeamMemberPosition | undefined,
  limit: number,
): Promise<TeamMemberPosition[]> {
  const { rows } = await sql<TeamMemberPosition>`
    select tm.role_rank, tm.name_key, tm.member_id as id from team_members tm
    where tm.tenant_id = ${tenantId} and tm.team_id = ${teamId} ${behind(after)}
    order by ${ORDER} limit ${limit}`.execute(db)
  return rows
}

/** The next `limit` of the team, each with whether what was typed stands in their name, their address or their role. */
export async function scanTeamMembers(
  db: Db,
  tenantId: string,
  teamId: string,
  sought: { text: string; roleIds: readonly string[] },
  after: TeamMemberPosition | undefined,
  limit: number,
): Promise<(TeamMemberPosition & { found: boolean })[]> {
  const { text, roleIds } = sought
  const { rows } = await sql<TeamMemberPosition & { found: boolean }>`
    with scanned as materialized (
      select tm.role_rank, tm.name_key, tm.member_id from team_members tm
      where tm.tenant_id = ${tenantId} and tm.team_id = ${teamId} ${behind(after)}
      order by ${ORDER} limit ${limit})
    select tm.role_rank, tm.name_key, tm.member_id as id,
      strpos(m.name_key, app.fold(${text})) > 0 or strpos(m.email_key, casefold(normalize(${text}, NFKC))) > 0
        or m.role_id = any (${roleIds}::uuid[]) as found
    from scanned tm join members m on m.tenant_id = ${tenantId} and m.id = tm.member_id
    order by ${ORDER}`.execute(db)
  return rows
}
