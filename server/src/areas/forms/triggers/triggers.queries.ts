import type { StandIn } from '@throughline/contracts/form-triggers'
import type { Json } from '@throughline/flow/eval'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { STARTED, standInColumns, WAITING } from '../../starts/starts.public.ts'

const json = (value: object) => sql<string>`${JSON.stringify(value)}::jsonb`

const triggers = (db: Db, tenantId: string) =>
  db
    .selectFrom('workflow_triggers as t')
    .innerJoin('workflows as w', (join) =>
      join.onRef('w.tenant_id', '=', 't.tenant_id').onRef('w.id', '=', 't.workflow_id'),
    )
    .select(['t.id', 't.workflow_id', sql<string>`t.form_id`.as('form_id'), 't.field_mapping', 't.fixed_values'])
    .select(['t.stand_in_kind', 't.stand_in_id'])
    .select(['w.name', 'w.prefix', 'w.status', 'w.current_version'])
    .where('t.tenant_id', '=', tenantId)
    .where('t.kind', '=', 'form')
    .where('w.deleted_at', 'is', null)

export type StoredTrigger = Awaited<ReturnType<typeof triggersOfForm>>[number]

/** In the order in which they start: that of their workflows. */
export const triggersOfForm = (db: Db, tenantId: string, formId: string) =>
  triggers(db, tenantId).where('t.form_id', '=', formId).orderBy('t.workflow_id').execute()

export const triggersOfWorkflow = (db: Db, tenantId: string, workflowId: string) =>
  triggers(db, tenantId).where('t.workflow_id', '=', workflowId).orderBy('t.form_id').execute()

export const findTrigger = (db: Db, tenantId: string, workflowId: string, formId: string) =>
  triggers(db, tenantId).where('t.workflow_id', '=', workflowId).where('t.form_id', '=', formId).executeTakeFirst()

export interface TriggerValues {
  mapping: Record<string, string>
  fixed: Record<string, Json>
  standIn: StandIn | null
}

const columnsOf = ({ mapping, fixed, standIn }: TriggerValues) => ({
  field_mapping: json(mapping),
  fixed_values: json(fixed),
  ...standInColumns(standIn),
})

/** Undefined where the form already starts this workflow. */
export async function insertTrigger(
  db: Db,
  tenantId: string,
  of: { workflowId: string; formId: string; memberId: string },
  values: TriggerValues,
): Promise<string | undefined> {
  const made = await db
    .insertInto('workflow_triggers')
    .values({
      tenant_id: tenantId,
      workflow_id: of.workflowId,
      form_id: of.formId,
      created_by: of.memberId,
      ...columnsOf(values),
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'workflow_id', 'form_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

export const updateTrigger = (db: Db, tenantId: string, id: string, values: TriggerValues) =>
  db
    .updateTable('workflow_triggers')
    .set({ ...columnsOf(values), updated_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()

/** With what they counted. */
export const deleteTriggers = (db: Db, tenantId: string, which: RawBuilder<boolean>) =>
  sql`with gone as (delete from workflow_triggers where tenant_id = ${tenantId} and ${which} returning id)
    delete from counters where tenant_id = ${tenantId} and name in (${STARTED}, ${WAITING})
      and key in (select id::text from gone)`.execute(db)
