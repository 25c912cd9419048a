import type { Priority } from '@throughline/contracts/running'
import type { BoardColumn, TaskType } from '@throughline/contracts/tasks'
import { countedFilter, NOT_COUNTED } from '../../../shared/counted-filter.ts'
import type { TaskFilter } from '../tasks.api.ts'
import { DEFAULT_STATUSES, namesIn, PRIORITIES, STATUSES, type TasksSearch, TYPES } from './tasks-search.ts'

export const statusesIn = ({ status }: TasksSearch): readonly BoardColumn[] =>
  status ? namesIn(STATUSES, status) : DEFAULT_STATUSES
export const prioritiesIn = ({ priority }: TasksSearch): Priority[] => namesIn(PRIORITIES, priority)
export const typesIn = ({ type }: TasksSearch): TaskType[] => namesIn(TYPES, type)

/** Whether anything narrows the list beyond what it leaves out by itself. */
export const isNarrowed = (search: TasksSearch): boolean => {
  const { status, priority, type, workflow, assignee, q } = search
  return [status, priority, type, workflow, assignee, q, ...Object.values(countedFilter(search))].some(Boolean)
}

/** An address without any of that. */
export const CLEARED = {
  status: undefined,
  priority: undefined,
  type: undefined,
  workflow: undefined,
  assignee: undefined,
  q: undefined,
  ...NOT_COUNTED,
}

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
  ...countedFilter(search),
  status: search.status ? statusesIn(search) : pendingOnly ? 'pending_only' : undefined,
  sort: search.sort ?? 'dueDate',
  order: search.order ?? 'asc',
  queue: search.queue,
})
