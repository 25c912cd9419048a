import { sql } from 'kysely'
import { among } from '../../core/db/among.ts'
import type { Db } from '../../core/db/bound-kysely.ts'

/** So far calls are followed; more than that would be refused when it runs. */
const DEEPEST = 20
const MAX_CALLED = 500
const MAX_STARTS = 500

export const membersNamed = (db: Db, tenantId: string, ids: readonly string[], present = false) => {
  const found = db
    .selectFrom('members')
    .select(['id', 'name', 'photo'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', among(ids))
  return (present ? found.where('status', '<>', 'removed') : found).execute()
}

export const teamsNamed = (db: Db, tenantId: string, ids: readonly string[]) =>
  db
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', among(ids))
    .where('deleted_at', 'is', null)
    .orderBy('name_key')
    .execute()

export const roleNames = (db: Db, tenantId: string) =>
  db.selectFrom('roles').select(['name', 'display_name']).where('tenant_id', '=', tenantId).execute()

export const workflowsNamed = (db: Db, tenantId: string, ids: readonly string[]) =>
  db
    .selectFrom('workflows as w')
    .leftJoin('workflow_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'w.tenant_id')
        .onRef('v.workflow_id', '=', 'w.id')
        .onRef('v.number', '=', 'w.current_version'),
    )
    .select(['w.id', 'w.name', 'w.prefix', 'w.current_version', 'w.calls'])
    .select(sql`v.document -> 'start_fields'`.as('start_fields'))
    .where('w.tenant_id', '=', tenantId)
    .where('w.id', '=', among(ids))
    .where('w.deleted_at', 'is', null)
    .execute()

/** Whether a trigger or a key starts it, and nobody is named who takes the place of the starter. */
export async function startsAlone(db: Db, tenantId: string, workflowId: string): Promise<boolean> {
  const { rows } = await sql`(select from workflow_triggers
      where tenant_id = ${tenantId} and workflow_id = ${workflowId} and stand_in_id is null limit 1)
    union all (select from api_keys
      where tenant_id = ${tenantId} and ${workflowId}::uuid = any (workflow_ids) and stand_in_id is null
        and revoked_at is null and (ends_at is null or ends_at > now()) limit 1)`.execute(db)
  return rows.length > 0
}

interface StoredStart {
  id: string | null
  kind: string
  name: string
  form_id: string | null
  gives: string[]
  fixed_values: unknown
}

/**
 * What starts it beside people. A mapping has the variable before the path, that of a form after the element. Keys have one
 * line together: what the published version requires is what their programs send now.
 */
export async function startsOf(db: Db, tenantId: string, workflowId: string): Promise<StoredStart[]> {
  const { rows } = await sql<StoredStart>`
    (select t.id, t.kind, coalesce(f.title, t.name) as name, t.form_id, t.fixed_values,
      array(select case when t.kind = 'form' then value else key end from jsonb_each_text(t.field_mapping)) as gives
    from workflow_triggers t
    left join forms f on f.tenant_id = ${tenantId} and f.id = t.form_id
    where t.tenant_id = ${tenantId} and t.workflow_id = ${workflowId} and f.deleted_at is null
    order by t.id limit ${MAX_STARTS})
    union all (select null::uuid, 'api', '', null, '{}'::jsonb, array[]::text[] from api_keys
      where tenant_id = ${tenantId} and ${workflowId}::uuid = any (workflow_ids)
        and revoked_at is null and (ends_at is null or ends_at > now()) limit 1)`.execute(db)
  return rows
}

/** What those call in turn, however deep: a circle may close far away. */
export async function calledBy(db: Db, tenantId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; calls: string[] }>`
    with recursive called (id, depth) as (
      select unnest(${ids}::uuid[]), 0
      union
      select unnest(w.calls), c.depth + 1 from called c
      join workflows w on w.tenant_id = ${tenantId} and w.id = c.id and w.deleted_at is null
      where c.depth < ${DEEPEST})
    select w.id, w.calls from (select distinct id from called limit ${MAX_CALLED}) c
    join workflows w on w.tenant_id = ${tenantId} and w.id = c.id and w.deleted_at is null`.execute(db)
  return rows
}
