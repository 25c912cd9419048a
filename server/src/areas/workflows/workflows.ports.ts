import type { ToolOperation } from '@throughline/contracts/connections'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { createPort } from '../../core/port.ts'

/** A workflow has become one that can be started: published anew, active again, or back from the trash. */
export const workflowStartable = createPort<[tx: TenantTx, workflowId: string], Promise<void>>(
  'a workflow that can be started again',
)

/** Workflows are about to be deleted for ever: what is to start them, or waits for them, is given up. */
export const workflowsPurged = createPort<[tx: TenantTx, workflowIds: readonly string[]], Promise<void>>(
  'workflows that are deleted for ever',
)

/** A tool that steps name, with what can be called of it. */
export interface NamedTool {
  id: string
  name: string
  operations: Omit<ToolOperation, 'output_schema'>[]
}

/** The tools with these ids that can be connected, of the product or of the workspace. */
export const toolsNamed = createPort<[tx: ReadTx, ids: readonly string[]], Promise<NamedTool[]>>(
  'tools that can be connected',
)
