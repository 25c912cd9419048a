import { MOST_FILES } from '@throughline/contracts/task-acts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict } from '../../core/errors.ts'
import { lockApproval } from '../tasks/tasks.public.ts'
import { countFilesOf, findSameName, lockName, lockNames, lockSameName } from './document.queries.ts'
import { numberedName } from './numbered-name.ts'

/** As many as one decision can name. The approval, if it is one, is locked. */
async function requireRoomFor(tx: ReadTx, taskId: string, added = 1): Promise<void> {
  if ((await countFilesOf(tx.db, tx.tenantId, taskId, MOST_FILES)) + added > MOST_FILES) {
    throw conflict('too_many_files', `A task can have up to ${MOST_FILES} files`)
  }
}

/** Asked before files are kept, and again by whoever adds them: a new version of what is there needs no room. */
export async function requireRoomAhead(tx: ReadTx, taskId: string, names: readonly string[]): Promise<void> {
  let added = 0
  for (const name of new Set(names)) if (!(await findSameName(tx.db, tx.tenantId, taskId, name))) added++
  if (added > 0) await requireRoomFor(tx, taskId, added)
}

/** Where a file is about to come to a task: nobody decides on it meanwhile, and there is room for one more. */
export async function roomOnTask(tx: TenantTx, taskId: string): Promise<void> {
  await lockApproval(tx, taskId)
  await requireRoomFor(tx, taskId)
}

/** Where files are about to come to a task: nobody decides on it, or sends a file of such a name, meanwhile. */
export async function lockTaskNames(tx: TenantTx, taskId: string, names: readonly string[]): Promise<void> {
  await lockApproval(tx, taskId)
  await lockNames(tx.db, taskId, names)
}

/** The document of this name, which is locked, that is there already, for a new version of it. */
export async function sameOnTask(tx: TenantTx, taskId: string, name: string) {
  const same = await lockSameName(tx.db, tx.tenantId, taskId, name)
  if (!same) await requireRoomFor(tx, taskId)
  return same
}

interface Named {
  id: string
  name: string
}

/** On a task a name is one document's, so that who sends it again makes a new version of that one. */
export async function requireName(tx: TenantTx, taskId: string, { id, name }: Named): Promise<void> {
  if (!(await lockName(tx.db, tx.tenantId, taskId, name, id))) {
    throw conflict('name_taken', 'The task already has a file with this name')
  }
}

/** For one that comes back: its own name, or the first number that is free. */
export async function freeName(tx: TenantTx, taskId: string, { id, name }: Named): Promise<string> {
  let free = name
  for (let number = 2; !(await lockName(tx.db, tx.tenantId, taskId, free, id)); number++) {
    free = numberedName(name, number)
  }
  return free
}
