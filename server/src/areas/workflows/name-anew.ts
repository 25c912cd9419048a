import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { publishWorkflowFrame, type WorkflowVisibility } from './publish-frames.ts'
import { hasFiles, sortFilesByName, writeWords } from './workflows.queries.ts'

/** After another name or prefix was written: the words it is found by, and its files, which show the name and sort by it. */
export async function nameAnew(tx: TenantTx, workflow: WorkflowVisibility): Promise<void> {
  await writeWords(tx.db, tx.tenantId, workflow.id)
  if (!(await hasFiles(tx.db, tx.tenantId, workflow.id))) return
  await sortFilesByName(tx.db, tx.tenantId, workflow.id)
  await publishWorkflowFrame(tx, 'document.changed', workflow)
}
