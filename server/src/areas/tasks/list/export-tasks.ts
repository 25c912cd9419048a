import type { Body } from '@throughline/contracts/endpoint'
import { requestTaskExport } from '@throughline/contracts/tasks'
import type { ListExport } from '../../exports/exports.public.ts'
import type { TaskRowWire } from '../task-wire.ts'
import { countTasks, tasksPage } from './task-list.service.ts'

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

export const taskExport: ListExport<Body<typeof requestTaskExport>, TaskRowWire> = {
  name: 'tasks',
  title: 'Tasks',
  permission: requestTaskExport.access,
  filter: requestTaskExport.body,
  columns: COLUMNS,
  count: countTasks,
  page: (ctx, viewer, filter, at) => tasksPage(ctx, viewer, { ...filter, ...at }),
  cellsOf,
}
