import { sql } from 'kysely'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'

const poke = (tx: TenantTx, workflowId: string) =>
  tx.poke(workflowId, {
    workflow: 'startWaiting',
    workflowId: `start-waiting:${tx.tenantId}:${workflowId}`,
    args: { tenantId: tx.tenantId, workflowId },
  })

/**
 * Retries the responses that could not start this workflow. Called wherever the cause may have been fixed, such as when the
 * workflow is published; does nothing if no response waits.
 */
export async function wakeStarts(tx: TenantTx, workflowId: string): Promise<void> {
  const { db, tenantId } = tx
  const { rows } = await sql`select from submission_starts
    where tenant_id = ${tenantId} and workflow_id = ${workflowId} and state = 'not_started' limit 1`.execute(db)
  if (rows.length > 0) poke(tx, workflowId)
}

/** The same for every workflow whose responses wait because the plan had no runs left; the oldest response first. */
export async function wakeHeldStarts(tx: TenantTx): Promise<void> {
  const { db, tenantId } = tx
  const { rows } = await sql<{ workflow_id: string }>`select distinct workflow_id from submission_starts
    where tenant_id = ${tenantId} and state = 'not_started' and reason ->> 'code' = 'limit'`.execute(db)
  for (const { workflow_id } of rows) poke(tx, workflow_id)
}

export async function countHeldStarts({ db, tenantId }: ReadTx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from submission_starts
    where tenant_id = ${tenantId} and state = 'not_started' and reason ->> 'code' = 'limit'`.execute(db)
  return rows[0]?.n ?? 0
}
