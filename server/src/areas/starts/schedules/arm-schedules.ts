import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { deleteSchedules, markAllChanged, schedulesOfWorkflows } from './schedules.queries.ts'

/** Has the engine learn what changed: the rows say of which schedules. */
export function wakeArming(tx: TenantTx): void {
  const { tenantId } = tx
  tx.poke(tenantId, { workflow: 'armSchedules', workflowId: `schedules:${tenantId}`, args: { tenantId } })
}

/** After zone, working days or holidays of the organisation have changed. */
export async function planAnew(tx: TenantTx): Promise<void> {
  if (await markAllChanged(tx.db, tx.tenantId)) wakeArming(tx)
}

/** With what they have run; the engine forgets them afterwards. */
export async function dropSchedules(tx: TenantTx, ids: readonly string[]): Promise<void> {
  const { db, tenantId } = tx
  await deleteSchedules(db, tenantId, ids)
  for (const id of ids) {
    const workflowId = `disarm:${tenantId}:${id}`
    tx.start(id, { workflow: 'disarmSchedule', workflowId, args: { tenantId, scheduleId: id } })
  }
}

/** Those of workflows that are deleted for ever. */
export const forgetSchedules = async (tx: TenantTx, workflowIds: readonly string[]): Promise<void> =>
  dropSchedules(tx, await schedulesOfWorkflows(tx.db, tx.tenantId, workflowIds))
