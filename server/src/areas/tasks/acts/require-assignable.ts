import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { conflict, notYours } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { queuesOfMember } from '../list/people.queries.ts'
import { assignmentOf, REVIEWED_BY_YOU } from '../task.policy.ts'
import { nameOf } from '../task-act.ts'
import type { LockedTask } from '../task-lock.queries.ts'
import { blockingQuery } from './answers.queries.ts'

async function isInQueue({ db, tenantId }: ReadTx, viewer: Viewer, { team_id, role_id }: LockedTask): Promise<boolean> {
  if (team_id === null && role_id === null) return false
  const queues = await queuesOfMember(db, tenantId, viewer.memberId)
  return queues.some(({ column, id }) => id === (column === 'team_id' ? team_id : role_id))
}

export const alreadyAssigned = async (tx: ReadTx, memberId: string | null) =>
  conflict('claimed', `${await nameOf(tx, memberId)} has this task`)

/** Theirs, or free for them to take; the second person is told who has it. */
export async function requireAssignable(tx: ReadTx, viewer: Viewer, task: LockedTask): Promise<void> {
  const assignment = assignmentOf(task, viewer, task.assigned_to === null && (await isInQueue(tx, viewer, task)))
  if (assignment === 'taken') throw await alreadyAssigned(tx, task.assigned_to)
  if (assignment === 'reviewed') throw notYours(REVIEWED_BY_YOU)
  if (assignment === 'queued') throw notYours('This task is in a queue you’re not part of')
}

export async function requireUnblocked(tx: ReadTx, task: LockedTask): Promise<void> {
  const query = await blockingQuery(tx.db, tx.tenantId, task.id)
  if (query) throw conflict('blocked', `This is waiting for an answer from ${await nameOf(tx, query.assigned_to)}`)
}
