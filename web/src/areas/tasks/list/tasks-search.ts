import type { TaskId, TeamId, WorkflowId } from '@throughline/contracts/ids'
import type { Priority } from '@throughline/contracts/running'
import type { BoardColumn, TaskSort, TaskType } from '@throughline/contracts/tasks'

/** Spelled out here: the contracts bring their schemas along, and every page loads what its address means. */
export const STATUSES = ['pending', 'in_progress', 'review', 'overdue', 'completed'] as const satisfies BoardColumn[]
export const PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const satisfies Priority[]
export const TYPES = ['manual', 'approval', 'automated', 'query'] as const satisfies TaskType[]
export const SORTS = ['dueDate', 'title', 'priority', 'type'] as const satisfies TaskSort[]
const DEFAULT_STATUSES: readonly BoardColumn[] = STATUSES.filter((status) => status !== 'completed')

export type TasksSearch = {
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

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const isId = <I extends string>(value: unknown): value is I => typeof value === 'string' && ID.test(value)
const isOne = <T extends string>(values: readonly T[], value: unknown): value is T =>
  values.some((one) => one === value)
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

/** Those of the names that are known, in their usual order. */
const namesIn = <T extends string>(known: readonly T[], value: unknown): T[] => {
  const asked = text(value).split(',')
  return known.filter((name) => asked.includes(name))
}

const joined = (names: readonly string[]) => names.join(',')

/** What the address says; anything else, and whatever goes without saying, is left out. */
export function tasksSearch(given: Record<string, unknown>): TasksSearch {
  const { view, sort, order, workflow, queue, taskId } = given
  const status = joined(namesIn(STATUSES, given['status']))
  const priority = joined(namesIn(PRIORITIES, given['priority']))
  const type = joined(namesIn(TYPES, given['type']))
  const assignee = text(given['assignee'])
  const q = text(given['q'])
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
  }
}

export const statusesIn = ({ status }: TasksSearch): readonly BoardColumn[] =>
  status ? namesIn(STATUSES, status) : DEFAULT_STATUSES
export const prioritiesIn = ({ priority }: TasksSearch): Priority[] => namesIn(PRIORITIES, priority)
export const typesIn = ({ type }: TasksSearch): TaskType[] => namesIn(TYPES, type)

/** Whether anything narrows the list beyond what it leaves out by itself. */
export const isNarrowed = ({ status, priority, type, workflow, assignee, q }: TasksSearch): boolean =>
  [status, priority, type, workflow, assignee, q].some(Boolean)
