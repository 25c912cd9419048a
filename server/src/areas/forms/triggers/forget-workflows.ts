import { sql } from 'kysely'
import { among } from '../../../core/db/among.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { restate } from '../submissions/submission-state.ts'
import { deleteTriggers } from './triggers.queries.ts'

/** What forms started of these, or could not start: the responses stay, and wait for them no longer. */
export async function forgetWorkflows(tx: TenantTx, workflowIds: readonly string[]): Promise<void> {
  const { db, tenantId } = tx
  const { rows } = await sql<{ submission_id: string }>`delete from submission_starts
    where tenant_id = ${tenantId} and workflow_id = ${among(workflowIds)} returning submission_id`.execute(db)
  await deleteTriggers(db, tenantId, sql`workflow_id = ${among(workflowIds)}`)
  if (rows.length === 0) return
  const waiting = await db
    .selectFrom('form_submissions')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${rows.map((row) => row.submission_id)}::uuid[])`)
    .where('state', '=', 'not_started')
    .orderBy('id')
    .execute()
  for (const { id } of waiting) await restate(tx, id)
}
