import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** What starts a workflow, with the workflow as it is now. */
export const findTrigger = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('workflow_triggers as t')
    .innerJoin('workflows as w', (join) =>
      join.onRef('w.tenant_id', '=', 't.tenant_id').onRef('w.id', '=', 't.workflow_id'),
    )
    .select(['t.id', 't.kind', 't.workflow_id', 't.name', 't.field_mapping', 't.fixed_values', 't.told_id'])
    .select(['t.stand_in_kind', 't.stand_in_id', 't.paused_at', 't.paused_by', 't.created_by'])
    .select(['t.updated_at', 't.updated_by', 't.version'])
    .select(['w.name as workflow_name', 'w.status', 'w.current_version', 'w.deleted_at', 'w.visibility'])
    .where('t.tenant_id', '=', tenantId)
    .where('w.tenant_id', '=', tenantId)
    .where('t.id', '=', id)
    .executeTakeFirst()

export type TriggerRow = NonNullable<Awaited<ReturnType<typeof findTrigger>>>

/** What says whether it can be started, which nobody changes until this transaction ends. */
export const lockWorkflow = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('workflows')
    .select(['status', 'current_version', 'deleted_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()

export async function setPaused(db: Db, tenantId: string, id: string, by: string | null): Promise<void> {
  await sql`update workflow_triggers set paused_at = ${by === null ? null : sql`now()`}, paused_by = ${by},
      version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}
