import { MOST_FILES } from '@throughline/contracts/task-acts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict } from '../../core/errors.ts'
import { holdApproval } from '../tasks/acts/ask-again.service.ts'
import { countFilesOf, lockSameName } from './document.queries.ts'

/** As many as one decision can name. The approval, if it is one, is held. */
async function requireRoomFor(tx: TenantTx, taskId: string): Promise<void> {
  if ((await countFilesOf(tx.db, tx.tenantId, taskId, MOST_FILES)) === MOST_FILES) {
    throw conflict('too_many_files', `A task takes at most ${MOST_FILES} files`)
  }
}

/** Where a file is about to come to a task: nobody decides on it meanwhile, and there is room for one more. */
export async function roomOnTask(tx: TenantTx, taskId: string): Promise<void> {
  await holdApproval(tx, taskId)
  await requireRoomFor(tx, taskId)
}

/** The document of this name that is there already, for a new version of it. */
export async function sameOnTask(tx: TenantTx, taskId: string, name: string) {
  await holdApproval(tx, taskId)
  const same = await lockSameName(tx.db, tx.tenantId, taskId, name)
  if (!same) await requireRoomFor(tx, taskId)
  return same
}
