import type { JsonObject } from '../../core/db/schema.gen.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { lockInstancesOf, peopleOf, publishTaskFrame } from '../instances/instances.public.ts'
import { type VisibilityScope, visibleTo } from '../workflows/workflows.public.ts'
import { findTask, type LockedTask, lockTask } from './task-lock.queries.ts'
import { isTaskVisible } from './task-visibility.ts'

/** As far as the viewer may see it. */
export async function findVisibleTask(
  tx: ReadTx,
  viewer: VisibilityScope,
  taskId: string,
): Promise<LockedTask | undefined> {
  const sees = isTaskVisible(await visibleTo(tx, viewer), tx.tenantId, viewer.memberId)
  return await findTask(tx.db, tx.tenantId, taskId, sees)
}

/** A task the viewer may see; hidden, trashed and foreign ones are not there. */
export async function requireVisibleTask(tx: ReadTx, viewer: VisibilityScope, taskId: string): Promise<LockedTask> {
  const task = await findVisibleTask(tx, viewer, taskId)
  if (!task) throw notFound('This task')
  return task
}

/** The same, locked until the commit, and its instance before it. */
export async function beginTaskAct(tx: TenantTx, viewer: Viewer, taskId: string): Promise<LockedTask> {
  await lockInstancesOf(tx, [taskId])
  const sees = isTaskVisible(await visibleTo(tx, viewer), tx.tenantId, viewer.memberId)
  const task = await lockTask(tx.db, tx.tenantId, taskId, sees)
  if (!task) throw notFound('This task')
  return task
}

/** Who it is in a sentence. */
export async function nameOf(tx: ReadTx, memberId: string | null): Promise<string> {
  return (memberId && (await peopleOf(tx, [memberId])).get(memberId)?.name) || 'Someone'
}

const CLOSED: Record<string, string> = {
  completed: 'This task is already completed',
  cancelled: 'This task is no longer needed',
  review: 'This task is waiting for review',
  failed: 'This step failed. Retry or override it.',
}

export const notOpen = (status: string, more = '') =>
  conflict('not_open', `${CLOSED[status] ?? 'This task is no longer open'}${more}`)

/** Open for whoever does it: neither done, nor in review, nor failed. */
export async function requireWorkable(tx: ReadTx, task: LockedTask): Promise<void> {
  if (task.status === 'pending' || task.status === 'in_progress') return
  const by = task.status === 'completed' && task.completed_by ? `, by ${await nameOf(tx, task.completed_by)}` : ''
  throw notOpen(task.status, by)
}

/** Part of the record, and seen at once on the pages of those who may see it. */
export async function recordTaskAct(tx: TenantTx, act: string, task: LockedTask, data: JsonObject = {}): Promise<void> {
  const { id, instance_id, workflow_id, narrowed, name } = task
  tx.audit({ act: `task.${act}`, kind: 'task', id, data: { name, instance: instance_id, ...data } })
  await publishTaskFrame(tx, `task.${act}`, id, { id: instance_id, workflow_id, narrowed })
}
