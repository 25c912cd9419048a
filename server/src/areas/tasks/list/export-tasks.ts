import type { Query } from '@throughline/contracts/endpoint'
import type { exportTasks } from '@throughline/contracts/tasks'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { exportList } from '../../../core/csv/csv-answer.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import type { TaskRowWire } from '../task-wire.ts'
import { tasksPage } from './task-list.service.ts'

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

export const exportTaskRows = (ctx: Context, viewer: Viewer, asked: Query<typeof exportTasks>, reply: FastifyReply) =>
  exportList(ctx, viewer, reply, {
    name: 'tasks',
    columns: COLUMNS,
    page: (at) => tasksPage(ctx, viewer, { ...asked, ...at }),
    cellsOf,
  })
