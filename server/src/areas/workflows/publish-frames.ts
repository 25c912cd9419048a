import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { membersInAudience } from './visibility.queries.ts'

export interface WorkflowVisibility {
  id: string
  visibility: string
}

/** Tells the open pages of those who may see this workflow, and of nobody else: not even that it is there. */
export async function publishWorkflowFrame(
  tx: TenantTx,
  type: string,
  { id, visibility }: WorkflowVisibility,
): Promise<void> {
  const to = visibility === 'limited' ? { to: await membersInAudience(tx.db, tx.tenantId, 'workflow', id) } : {}
  tx.emit({ type, kind: 'workflow', id, ...to })
}
