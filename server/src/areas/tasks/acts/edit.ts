import type { Body } from '@throughline/contracts/endpoint'
import type { editTask } from '@throughline/contracts/task-acts'
import type { JsonObject } from '../../../core/db/schema.gen.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid, staleVersion } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { dueOnWire, priorityOnWire, readDue, storedPriority } from '../../instances/instances.public.ts'
import { zoneOf } from '../list/zone.queries.ts'
import { beginTaskAct, notOpen, recordTaskAct } from '../task-act.ts'
import type { LockedTask } from '../task-lock.queries.ts'
import { isOpen } from '../task-wire.ts'
import { putPart, putTask, type TaskChange } from '../task-write.queries.ts'
import { someoneFor } from './someone.ts'

export type Edit = Body<typeof editTask>

interface Planned {
  change: TaskChange
  parts: { part: 'assignee' | 'reviewer'; memberId: string | null }[]
  before: JsonObject
  after: JsonObject
}

async function reassign(tx: TenantTx, task: LockedTask, text: string | null, planned: Planned) {
  if (task.task_type === 'approval') {
    throw invalid('Approvals can’t be reassigned', [{ path: 'assigned_to', message: 'not_assignable' }])
  }
  const to = await someoneFor(tx, task, text, 'assigned_to')
  if ((to?.id ?? null) === task.assigned_to) return
  if (task.status === 'review') throw conflict('in_review', 'This task is waiting for review')
  if (to && to.id === task.reviewer_id)
    throw invalid('You can’t review a task that’s assigned to you', [{ path: 'assigned_to', message: 'is_reviewer' }])
  if (!to && task.task_type === 'query')
    throw invalid('Choose someone to ask', [{ path: 'assigned_to', message: 'required' }])
  planned.change.assigned_to = to?.id ?? null
  // What somebody else began, whoever gets it has not.
  if (task.status === 'in_progress' && task.task_type !== 'automated') planned.change.status = 'pending'
  planned.parts.push({ part: 'assignee', memberId: to?.id ?? null })
  planned.before.assigned_to = task.assigned_to
  planned.after.assigned_to = to?.id ?? null
}

async function setReviewer(tx: TenantTx, task: LockedTask, text: string | null, planned: Planned) {
  const to = await someoneFor(tx, task, text, 'reviewer')
  if ((to?.id ?? null) === task.reviewer_id) return
  if (task.task_type !== 'manual')
    throw invalid('Only tasks can be reviewed', [{ path: 'reviewer', message: 'not_reviewable' }])
  if (!to && task.status === 'review')
    throw conflict('in_review', 'This task is waiting for review. Choose another reviewer instead.')
  if (to && to.id === (planned.change.assigned_to === undefined ? task.assigned_to : planned.change.assigned_to)) {
    throw invalid('You can’t review a task that’s assigned to you', [{ path: 'reviewer', message: 'is_assignee' }])
  }
  planned.change.reviewer_id = to?.id ?? null
  planned.parts.push({ part: 'reviewer', memberId: to?.id ?? null })
  planned.before.reviewer = task.reviewer_id
  planned.after.reviewer = to?.id ?? null
}

async function setDue(tx: TenantTx, task: LockedTask, wire: string | null, planned: Planned) {
  const due = readDue(wire, await zoneOf(tx.db, tx.tenantId))
  Object.assign(planned.change, due)
  planned.before.due_date = dueOnWire(task).due_date
  planned.after.due_date = wire
}

/** Whose it is, who reviews it, how urgent it is and when it is due; only what was sent. */
export async function editByPerson(tx: TenantTx, viewer: Viewer, taskId: string, edit: Edit): Promise<void> {
  const { db, tenantId } = tx
  const task = await beginTaskAct(tx, viewer, taskId)
  if (edit.version !== undefined && edit.version !== task.version) throw staleVersion()
  if (!isOpen(task.status)) throw notOpen(task.status)
  const planned: Planned = { change: {}, parts: [], before: {}, after: {} }
  if (edit.assigned_to !== undefined) await reassign(tx, task, edit.assigned_to, planned)
  if (edit.reviewer !== undefined) await setReviewer(tx, task, edit.reviewer, planned)
  if (edit.due_date !== undefined) await setDue(tx, task, edit.due_date, planned)
  if (edit.priority !== undefined && storedPriority(edit.priority) !== task.priority) {
    planned.change.priority = storedPriority(edit.priority)
    planned.before.priority = priorityOnWire(task.priority)
    planned.after.priority = edit.priority
  }
  if (Object.keys(planned.change).length === 0) return
  await putTask(db, tenantId, taskId, planned.change)
  for (const { part, memberId } of planned.parts) await putPart(db, tenantId, taskId, part, memberId)
  await recordTaskAct(tx, 'changed', task, { before: planned.before, after: planned.after })
}
