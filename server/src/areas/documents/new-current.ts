import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { askAgainOf } from '../tasks/tasks.public.ts'
import { hasVotesOnOthers } from './decisions.queries.ts'
import { settleCurrent } from './version.queries.ts'

/** After a file came to a task, left it or was changed there: those who had decided on what was there are asked again. */
export async function askAgain(tx: TenantTx, taskId: string | null, why: { document: string; version: number }) {
  if (taskId && (await hasVotesOnOthers(tx.db, tx.tenantId, taskId))) await askAgainOf(tx, taskId, why)
}

/** After a version came or was found clean; the document is locked. */
export async function setCurrent(tx: TenantTx, documentId: string): Promise<void> {
  const { task_id, name, current_version } = await settleCurrent(tx.db, tx.tenantId, documentId)
  await askAgain(tx, task_id, { document: name, version: current_version })
}
