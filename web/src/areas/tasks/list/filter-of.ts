import type { TaskFilter } from '../tasks.api.ts'
import { prioritiesIn, statusesIn, typesIn } from './tasks-asked.ts'
import { type TasksSearch } from './tasks-search.ts'

/** What the address asks the server for. */
export const filterOf = (search: TasksSearch): TaskFilter => ({
  priority: search.priority ? prioritiesIn(search) : undefined,
  type: search.type ? typesIn(search) : undefined,
  workflow: search.workflow,
  assigned_to: search.assignee,
  search: search.q,
})

/** The same of a list: which states, in which order, whose queue. */
export const listFilterOf = (search: TasksSearch, pendingOnly: boolean): TaskFilter => ({
  ...filterOf(search),
  status: search.status ? statusesIn(search) : pendingOnly ? 'pending_only' : undefined,
  sort: search.sort ?? 'dueDate',
  order: search.order ?? 'asc',
  queue: search.queue,
})
