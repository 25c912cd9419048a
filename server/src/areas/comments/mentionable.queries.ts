import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

interface MentionFilter {
  /** Null: nobody takes part in it. */
  instanceId: string | null
  /** The beginning of a first or last name. */
  search: string | undefined
  /** Undefined: everyone. */
  among: readonly string[] | undefined
}

/** Whoever takes part comes before whoever only may see it. */
export async function membersNamed(
  db: Db,
  tenantId: string,
  { instanceId, search, among }: MentionFilter,
  limit: number,
) {
  const named = (column: string) => (search ? sql`and ${sql.ref(column)} ^@ app.fold(${search})` : sql``)
  const seeing = among ? sql`and m.id = any (${among}::uuid[])` : sql``
  const matching = (column: string) => sql`(select m.id, m.name_key from members m
    where m.tenant_id = ${tenantId} and m.status = 'active' ${named(column)} ${seeing}
    order by ${sql.ref(column)}, m.id limit ${limit})`
  const others = search ? sql`${matching('m.name_key')} union ${matching('m.last_key')}` : matching('m.name_key')
  const { rows } = await sql<{ id: string; participant: boolean }>`
    with taking as (
      select m.id, m.name_key from instance_people p
      join members m on m.tenant_id = ${tenantId} and m.id = p.member_id and m.status = 'active'
      where p.tenant_id = ${tenantId} and p.instance_id = ${instanceId} ${seeing}
        ${search ? sql`and (m.name_key ^@ app.fold(${search}) or m.last_key ^@ app.fold(${search}))` : sql``}
      order by m.name_key, m.id limit ${limit})
    select id, participant from (
      select id, name_key, true as participant from taking
      union all
      select id, name_key, false from (${others}) o where id not in (select id from taking)) found
    order by participant desc, name_key, id limit ${limit}`.execute(db)
  return rows
}
