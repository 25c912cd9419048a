import type { Priority } from '@throughline/contracts/running'
import type { BoardColumn, TaskType } from '@throughline/contracts/tasks'
import { DEFAULT_STATUSES, namesIn, PRIORITIES, STATUSES, type TasksSearch, TYPES } from './tasks-search.ts'

export const statusesIn = ({ status }: TasksSearch): readonly BoardColumn[] =>
  status ? namesIn(STATUSES, status) : DEFAULT_STATUSES
export const prioritiesIn = ({ priority }: TasksSearch): Priority[] => namesIn(PRIORITIES, priority)
export const typesIn = ({ type }: TasksSearch): TaskType[] => namesIn(TYPES, type)

/** Whether anything narrows the list beyond what it leaves out by itself. */
export const isNarrowed = ({ status, priority, type, workflow, assignee, q }: TasksSearch): boolean =>
  [status, priority, type, workflow, assignee, q].some(Boolean)
