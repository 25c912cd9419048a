import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { createPort } from '../../core/port.ts'

/** A workflow has become one that can be started: published anew, active again, or back from the trash. */
export const workflowStartable = createPort<[tx: TenantTx, workflowId: string], Promise<void>>(
  'a workflow that can be started again',
)

/** Workflows are about to be deleted for ever: what is to start them, or waits for them, is given up. */
export const workflowsPurged = createPort<[tx: TenantTx, workflowIds: readonly string[]], Promise<void>>(
  'workflows that are deleted for ever',
)
