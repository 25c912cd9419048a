import { sql } from 'kysely'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'

/**
 * Retries the responses that could not start this workflow. Called wherever the cause may have been fixed, such as when the
 * workflow is published; does nothing if no response waits.
 */
export async function wakeStarts(tx: TenantTx, workflowId: string): Promise<void> {
  const { db, tenantId } = tx
  const { rows } = await sql`select from submission_starts
    where tenant_id = ${tenantId} and workflow_id = ${workflowId} and state = 'not_started' limit 1`.execute(db)
  if (rows.length === 0) return
  tx.poke(workflowId, {
    workflow: 'startWaiting',
    workflowId: `start-waiting:${tenantId}:${workflowId}`,
    args: { tenantId, workflowId },
  })
}
