import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { askAgainOf } from '../tasks/tasks.public.ts'
import { approversOfEarlier, hasVotesOnOthers } from './decisions.queries.ts'
import { placeOfDocument } from './publish-frames.ts'
import { type Settled, settleCurrent } from './version.queries.ts'

/** After a file came to a task, left it or was changed there: those who had decided on what was there are asked again. */
export async function askAgain(tx: TenantTx, taskId: string | null, why: { document: string; version: number }) {
  if (taskId && (await hasVotesOnOthers(tx.db, tx.tenantId, taskId))) await askAgainOf(tx, taskId, why)
}

/** Those who approved what it was, where nobody is asked any more: their approval was for another file. */
async function notifyApprovers(tx: TenantTx, settled: Settled): Promise<void> {
  const { id, name } = settled
  const to = await approversOfEarlier(tx.db, tx.tenantId, id)
  if (to.length === 0) return
  const about = { ...placeOfDocument(settled), document: id }
  tx.notify({ type: 'file_changed', because: 'approver', name, text: '', to, about })
}

/** After a version came or was found clean; the document is locked. */
export async function setCurrent(tx: TenantTx, documentId: string): Promise<void> {
  const settled = await settleCurrent(tx.db, tx.tenantId, documentId)
  const { task_id, name, current_version } = settled
  await notifyApprovers(tx, settled)
  await askAgain(tx, task_id, { document: name, version: current_version })
}
