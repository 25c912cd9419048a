import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid, notYours } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { playAct } from '../../instances/instances.public.ts'
import { beginTaskAct, nameOf, notOpen, recordTaskAct } from '../task-act.ts'
import { putTask } from '../task-write.queries.ts'
import { findAnswers } from './answers.queries.ts'

export interface Review {
  decision: 'pass' | 'return'
  comment: string
}

/** By the reviewer: done as it was handed in, or back to whoever did it with what to change. */
export async function reviewByPerson(tx: TenantTx, viewer: Viewer, taskId: string, { decision, comment }: Review) {
  const { db, tenantId } = tx
  const task = await beginTaskAct(tx, viewer, taskId)
  if (task.task_type !== 'manual') throw conflict('not_manual', 'This task has nothing to review')
  if (task.reviewer_id !== viewer.memberId) {
    throw notYours(
      task.reviewer_id ? `${await nameOf(tx, task.reviewer_id)} reviews this` : 'This task has no reviewer',
    )
  }
  if (task.status !== 'review') {
    throw task.status === 'completed'
      ? notOpen('completed')
      : conflict('not_in_review', 'This hasn’t been sent for review yet')
  }
  if (decision === 'return') {
    if (comment === '') throw invalid('Say what needs to change', [{ path: 'comment', message: 'required' }])
    await putTask(db, tenantId, taskId, { status: 'in_progress', review_status: 'returned', review_comment: comment })
    return recordTaskAct(tx, 'returned', task)
  }
  const by = (await findAnswers(db, tenantId, taskId))?.answered_by ?? task.assigned_to ?? viewer.memberId
  const done = { status: 'completed', completed_by: by, completed_at: new Date() }
  await putTask(db, tenantId, taskId, { ...done, review_status: 'passed', review_comment: comment || null })
  await playAct(tx, task, { t: 'done', by })
  return recordTaskAct(tx, 'reviewed', task)
}
