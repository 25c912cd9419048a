import { randomUUID } from 'node:crypto'
import type { TenantTx } from '../../core/db/tenant-tx.ts'

/** After the organisation's zone has changed: open work is overdue at the end of its day there. */
export function redateOpenWork(tx: TenantTx): void {
  const { tenantId } = tx
  tx.start(tenantId, { workflow: 'redateWork', workflowId: `redate:${tenantId}:${randomUUID()}`, args: { tenantId } })
}
