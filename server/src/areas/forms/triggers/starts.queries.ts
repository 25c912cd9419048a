import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { StartReason } from '../../starts/starts.public.ts'

/** With the workflow as it is now, in the order in which they start. */
export const triggersToStart = (db: Db, tenantId: string, formId: string, ids: readonly string[] | undefined) =>
  db
    .selectFrom('workflow_triggers as t')
    .innerJoin('workflows as w', (join) =>
      join.onRef('w.tenant_id', '=', 't.tenant_id').onRef('w.id', '=', 't.workflow_id'),
    )
    .innerJoin('forms as f', (join) => join.onRef('f.tenant_id', '=', 't.tenant_id').onRef('f.id', '=', 't.form_id'))
    .select(['t.id', 't.workflow_id', 't.field_mapping', 't.fixed_values', 't.stand_in_kind', 't.stand_in_id'])
    .select(['t.created_by', 'w.name', 'w.status', 'w.current_version', 'w.deleted_at', 'f.visibility'])
    .where('t.tenant_id', '=', tenantId)
    .where('t.form_id', '=', formId)
    .$if(ids !== undefined, (query) => query.where('t.id', '=', sql<string>`any (${ids}::uuid[])`))
    .orderBy('t.workflow_id')
    .execute()
export type FormTriggerRow = Awaited<ReturnType<typeof triggersToStart>>[number]

/** What each trigger has made of a response so far. */
export async function startsOf(db: Db, tenantId: string, submissionId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('submission_starts')
    .select(['trigger_id', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('submission_id', '=', submissionId)
    .execute()
  return new Map(rows.map(({ trigger_id, state }) => [trigger_id, state]))
}

export async function noteStart(
  db: Db,
  tenantId: string,
  response: { id: string; form_id: string },
  trigger: { id: string; workflow_id: string },
  outcome: { instanceId: string } | { reason: StartReason },
): Promise<void> {
  const isStarted = 'instanceId' in outcome
  const made = {
    state: isStarted ? 'started' : 'not_started',
    instance_id: isStarted ? outcome.instanceId : null,
    reason: isStarted ? null : JSON.stringify(outcome.reason),
  }
  await db
    .insertInto('submission_starts')
    .values({
      tenant_id: tenantId,
      submission_id: response.id,
      trigger_id: trigger.id,
      form_id: response.form_id,
      workflow_id: trigger.workflow_id,
      ...made,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'submission_id', 'trigger_id']).doUpdateSet({
        ...made,
        tries: sql`submission_starts.tries + 1`,
        at: sql`now()`,
      }),
    )
    .execute()
}
