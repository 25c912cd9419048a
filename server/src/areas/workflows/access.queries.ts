import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { LIMITABLE, type Limitable } from './visibility.queries.ts'

export interface AccessRow {
  /** Of the workflow or form. */
  of: string
  team_id: string | null
  member_id: string | null
  team_name: string | null
  member_name: string | null
  photo: string | null
}

/** Teams in the trash name nobody, and are not shown. */
export async function accessOf(db: Db, tenantId: string, kind: Limitable, ids: readonly string[]) {
  const { access, column } = LIMITABLE[kind]
  const { rows } = await sql<AccessRow>`
    select ${sql.ref(`a.${column}`)} as of, a.team_id, a.member_id, t.name as team_name, m.name as member_name, m.photo
    from ${access} a
      left join teams t on t.tenant_id = a.tenant_id and t.id = a.team_id
      left join members m on m.tenant_id = a.tenant_id and m.id = a.member_id
    where a.tenant_id = ${tenantId} and ${sql.ref(`a.${column}`)} = any (${ids}::uuid[])
      and (a.member_id is not null or t.deleted_at is null)
    order by t.name_key, m.name_key`.execute(db)
  return rows
}

export interface AccessRule {
  visibility: 'everyone' | 'limited'
  teamIds: readonly string[]
  memberIds: readonly string[]
}

export async function replaceAccess(db: Db, tenantId: string, kind: Limitable, id: string, rule: AccessRule) {
  const { things, access, column } = LIMITABLE[kind]
  await sql`update ${things} set visibility = ${rule.visibility}, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  await sql`delete from ${access} where tenant_id = ${tenantId} and ${sql.ref(column)} = ${id}`.execute(db)
  await insertAccess(db, tenantId, kind, id, rule)
}

export async function insertAccess(
  db: Db,
  tenantId: string,
  kind: Limitable,
  id: string,
  { teamIds, memberIds }: Pick<AccessRule, 'teamIds' | 'memberIds'>,
): Promise<void> {
  const { access, column } = LIMITABLE[kind]
  await sql`insert into ${access} (tenant_id, ${sql.ref(column)}, team_id, member_id)
    select ${tenantId}::uuid, ${id}::uuid, team, null from unnest(${teamIds}::uuid[]) team
    union all
    select ${tenantId}::uuid, ${id}::uuid, null, member from unnest(${memberIds}::uuid[]) member`.execute(db)
}
