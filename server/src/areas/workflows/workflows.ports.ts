import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { createPort } from '../../core/port.ts'

/** A workflow has become one that can be started: published anew, active again, or back from the trash. */
export const workflowStartable = createPort<[tx: TenantTx, workflowId: string], Promise<void>>(
  'a workflow that can be started again',
)
