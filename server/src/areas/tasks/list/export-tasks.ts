import type { Readable } from 'node:stream'
import type { Query } from '@throughline/contracts/endpoint'
import type { exportTasks } from '@throughline/contracts/tasks'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { answerCsv, rowsOfPages } from '../../../core/csv/csv-answer.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import type { TaskRowWire } from '../task-wire.ts'
import { tasksPage } from './task-list.service.ts'

/** Read at a time. */
const ROWS = 100

const COLUMNS = {
  key: 'Key',
  title: 'Title',
  type: 'Type',
  status: 'Status',
  assignee: 'Assignee',
  due: 'Due Date',
  priority: 'Priority',
  workflow: 'Workflow',
  instance: 'Instance',
  item: 'Item',
  created: 'Created',
  completed: 'Completed',
}

const cellsOf = (task: TaskRowWire) => ({
  key: task.key,
  title: task.name,
  type: task.task_type_display,
  status: task.status_display,
  assignee: task.assignee?.name ?? task.queue?.name,
  due: task.due_has_time ? task.due_date : task.due_date?.slice(0, 10),
  priority: task.priority_display,
  workflow: task.workflow.name,
  instance: task.instance_name,
  item: task.item_name,
  created: task.created_at,
  completed: task.completed_at,
})

async function* rowsOf(ctx: Context, viewer: Viewer, asked: Query<typeof exportTasks>) {
  for await (const task of rowsOfPages((cursor) => tasksPage(ctx, viewer, { ...asked, limit: ROWS, cursor })))
    yield cellsOf(task)
}

/** What the list with the same filter shows, to its end. */
export async function exportTaskRows(
  ctx: Context,
  viewer: Viewer,
  asked: Query<typeof exportTasks>,
  reply: FastifyReply,
): Promise<Readable> {
  await inTenant(ctx, viewer, async (tx) =>
    tx.audit({ act: 'tasks.exported', kind: 'organization', id: tx.tenantId, data: {} }),
  )
  return answerCsv(reply, 'tasks', COLUMNS, rowsOf(ctx, viewer, asked))
}
