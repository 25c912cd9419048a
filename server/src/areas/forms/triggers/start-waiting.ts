import { sql } from 'kysely'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { heldForRuns } from '../../starts/starts.public.ts'

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

const FIRST = '00000000-0000-0000-0000-000000000000'

export interface HeldForRuns {
  kind: 'response' | 'start'
  id: string
}

/** What waits because the plan has no runs left, of every kind and workflow: the oldest first, as ids follow time. */
export async function oldestForRuns(tx: ReadTx, limit: number, after = FIRST): Promise<HeldForRuns[]> {
  const { db, tenantId } = tx
  const { rows } = await sql<{ id: string }>`select distinct submission_id as id from submission_starts
    where tenant_id = ${tenantId} and state = 'not_started' and reason ->> 'code' = 'limit'
      and submission_id > ${after}::uuid
    order by submission_id limit ${limit}`.execute(db)
  const responses = rows.map(({ id }): HeldForRuns => ({ kind: 'response', id }))
  const starts = (await heldForRuns(tx, after, limit)).map((id): HeldForRuns => ({ kind: 'start', id }))
  return [...responses, ...starts].sort((one, two) => (one.id < two.id ? -1 : 1)).slice(0, limit)
}

/** There may be runs again: whatever waits for them begins, in one line. */
export async function wakeHeldForRuns(tx: TenantTx): Promise<void> {
  const { tenantId } = tx
  if ((await oldestForRuns(tx, 1)).length === 0) return
  const workflowId = `start-oldest:${tenantId}`
  tx.poke(tenantId, { workflow: 'startOldest', workflowId, args: { tenantId } })
}

export async function countHeldStarts({ db, tenantId }: ReadTx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from submission_starts
    where tenant_id = ${tenantId} and state = 'not_started' and reason ->> 'code' = 'limit'`.execute(db)
  return rows[0]?.n ?? 0
}
