import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, notYours } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { beginTaskAct, recordTaskAct, requireVisibleTask, requireWorkable } from '../task-act.ts'
import { putPart, putTask } from '../task-write.queries.ts'
import { takeTask } from './claim.queries.ts'
import { alreadyAssigned, requireAssignable } from './require-assignable.ts'
import { requireMaySee } from './someone.ts'

/** Whoever comes first has it; whoever comes second is told who that is. */
export async function claimByPerson(tx: TenantTx, viewer: Viewer, taskId: string) {
  const { db, tenantId } = tx
  const task = await requireVisibleTask(tx, viewer, taskId)
  if (task.task_type !== 'manual') throw conflict('not_manual', 'This can’t be claimed.')
  if (task.assigned_to === viewer.memberId && task.status !== 'completed') return
  await requireWorkable(tx, task)
  await requireAssignable(tx, viewer, task)
  await requireMaySee(tx, task, viewer)
  if (!(await takeTask(db, tenantId, taskId, viewer.memberId))) {
    const now = await beginTaskAct(tx, viewer, taskId)
    if (now.assigned_to === viewer.memberId) return
    await requireWorkable(tx, now)
    throw await alreadyAssigned(tx, now.assigned_to)
  }
  await recordTaskAct(tx, 'claimed', task)
}

export async function releaseByPerson(tx: TenantTx, viewer: Viewer, taskId: string) {
  const { db, tenantId } = tx
  const task = await beginTaskAct(tx, viewer, taskId)
  await requireWorkable(tx, task)
  if (task.team_id === null && task.role_id === null) throw conflict('no_queue', 'This task didn’t come from a queue')
  if (task.assigned_to === null) return
  if (task.assigned_to !== viewer.memberId) throw notYours('Only the assignee can release this task')
  await putTask(db, tenantId, taskId, { assigned_to: null, status: 'pending' })
  await putPart(db, tenantId, taskId, 'assignee', null)
  await recordTaskAct(tx, 'released', task)
}
