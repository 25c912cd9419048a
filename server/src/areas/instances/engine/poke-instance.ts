import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { workflowIdOf } from './address.ts'
import { putDuty } from './wants.queries.ts'

/** The engine looks at the instance once this has committed; if it does not, the reconciler sees to it. */
export async function pokeInstance(tx: TenantTx, instanceId: string): Promise<void> {
  const { tenantId } = tx
  await putDuty(tx.db, tenantId, instanceId)
  tx.poke(instanceId, {
    workflow: 'keepInstance',
    workflowId: workflowIdOf(tenantId, instanceId),
    args: { tenantId, instanceId },
  })
}
