import type { TaskId, TeamId, WorkflowId } from '@throughline/contracts/ids'
import type { Priority } from '@throughline/contracts/running'
import type { BoardColumn, TaskSort, TaskType } from '@throughline/contracts/tasks'
import { isId, isOne, trimmedTextOf } from '../../../shared/address-params.ts'
import { type CountedFilter, countedFilter } from '../../../shared/counted-filter.ts'

/** Spelled out here: the contracts bring their schemas along, and every page loads what its address means. */
export const STATUSES = ['pending', 'in_progress', 'review', 'overdue', 'completed'] as const satisfies BoardColumn[]
export const PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const satisfies Priority[]
export const TYPES = ['manual', 'approval', 'automated', 'query'] as const satisfies TaskType[]
export const SORTS = ['dueDate', 'title', 'priority', 'type'] as const satisfies TaskSort[]
export const DEFAULT_STATUSES: readonly BoardColumn[] = STATUSES.filter((status) => status !== 'completed')

export type TasksSearch = CountedFilter & {
  view?: 'list' | 'board'
  /** Names with commas between, so that an address stays readable. */
  status?: string
  priority?: string
  type?: string
  workflow?: WorkflowId
  /** A username or an e-mail address. */
  assignee?: string
  q?: string
  sort?: TaskSort
  order?: 'desc'
  /** The viewer's queues, or that of one team. */
  queue?: 'mine' | TeamId
  /** The task that stands open beside the list. */
  taskId?: TaskId
}

/** Those of the names that are known, in their usual order. */
export const namesIn = <T extends string>(known: readonly T[], value: unknown): T[] => {
  const names = trimmedTextOf(value).split(',')
  return known.filter((name) => names.includes(name))
}

const joined = (names: readonly string[]) => names.join(',')

/** What the address says; anything else, and whatever goes without saying, is left out. */
export function tasksSearch(given: Record<string, unknown>): TasksSearch {
  const { view, sort, order, workflow, queue, taskId } = given
  const status = joined(namesIn(STATUSES, given['status']))
  const priority = joined(namesIn(PRIORITIES, given['priority']))
  const type = joined(namesIn(TYPES, given['type']))
  const assignee = trimmedTextOf(given['assignee'])
  const q = trimmedTextOf(given['q'])
  return {
    ...(isOne(['list', 'board'], view) && { view }),
    ...(status && status !== joined(DEFAULT_STATUSES) && { status }),
    ...(priority && priority !== joined(PRIORITIES) && { priority }),
    ...(type && type !== joined(TYPES) && { type }),
    ...(isId<WorkflowId>(workflow) && { workflow }),
    ...(assignee && { assignee }),
    ...(q && { q }),
    ...(isOne(SORTS, sort) && sort !== 'dueDate' && { sort }),
    ...(order === 'desc' && { order }),
    ...((queue === 'mine' || isId<TeamId>(queue)) && { queue }),
    ...(isId<TaskId>(taskId) && { taskId }),
    ...countedFilter(given),
  }
}
