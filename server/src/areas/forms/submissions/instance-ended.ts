import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { restate } from './submission-state.ts'

/** The response it began with may be finished now. */
export async function instanceEnded(tx: TenantTx, instanceId: string): Promise<void> {
  const { db, tenantId } = tx
  const start = await db
    .selectFrom('submission_starts')
    .select('submission_id')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .executeTakeFirst()
  if (start) await restate(tx, start.submission_id)
}
