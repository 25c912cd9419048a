import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import type { Output } from '@throughline/contracts/endpoint'
import type { InstanceId, TaskId, TeamId, WorkflowId } from '@throughline/contracts/ids'
import type { Priority } from '@throughline/contracts/running'
import {
  type BoardColumn,
  boardTasks,
  countTasks,
  getTask,
  listTasks,
  type Task,
  type TaskSort,
  type TaskType,
} from '@throughline/contracts/tasks'
import { useCallback } from 'react'
import { api } from '../../shared/api.ts'
import { type CountedFilter, countedFilter } from '../../shared/counted-filter.ts'
import { tasksKey } from './tasks.keys.ts'

/** Large enough that the next page arrives before a scrolling reader sees the end. */
const PAGE = 50

type Narrowing = {
  priority?: readonly Priority[] | undefined
  type?: readonly TaskType[] | undefined
  workflow?: WorkflowId | undefined
  /** A username. */
  assigned_to?: string | undefined
  search?: string | undefined
}

export type TaskFilter = Narrowing &
  CountedFilter & {
    /** Shown states; without, and for 'pending_only': all but completed. */
    status?: 'pending_only' | readonly BoardColumn[] | undefined
    sort?: TaskSort | undefined
    order?: 'asc' | 'desc' | undefined
    instance?: InstanceId | undefined
    queue?: 'mine' | TeamId | undefined
  }

const listed = (names: readonly string[] | undefined) => names?.join(',') || undefined

const narrowed = ({ priority, type, workflow, assigned_to, search }: Narrowing) => ({
  priority: listed(priority),
  type: listed(type),
  workflow,
  assigned_to,
  search,
})

export function listQueryOf(filter: TaskFilter) {
  const { status, sort, order, instance, queue } = filter
  const states = typeof status === 'string' ? status : listed(status)
  return { ...narrowed(filter), ...countedFilter(filter), status: states, sort, order, instance, queue }
}

export const tasksQuery = (filter: TaskFilter) => {
  const query = { ...listQueryOf(filter), limit: PAGE }
  return infiniteQueryOptions({
    queryKey: [...tasksKey, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      api(listTasks, { query: { ...query, cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
}

export type Board = Output<typeof boardTasks>['data']

export const boardQuery = (filter: Narrowing) =>
  queryOptions({
    queryKey: [...tasksKey, 'board', narrowed(filter)],
    queryFn: async ({ signal }): Promise<Board> =>
      (await api(boardTasks, { query: narrowed(filter) }, { signal })).data,
    placeholderData: keepPreviousData,
  })

/** What lies behind the first cards of one column. */
export const columnQuery = (filter: Narrowing, column: BoardColumn, after: string | null) =>
  infiniteQueryOptions({
    queryKey: [...tasksKey, 'column', narrowed(filter), column],
    queryFn: ({ pageParam, signal }) =>
      api(boardTasks, { query: { ...narrowed(filter), column, cursor: pageParam } }, { signal }),
    initialPageParam: after ?? undefined,
    getNextPageParam: ({ data }) => data.find((one) => one.column === column)?.next_cursor ?? undefined,
  })

export const countsQuery = queryOptions({
  queryKey: [...tasksKey, 'counts'],
  queryFn: async ({ signal }) => (await api(countTasks, undefined, { signal })).data,
})

export const readTask = async (taskId: TaskId, signal?: AbortSignal): Promise<Task> =>
  (await api(getTask, { params: { taskId } }, signal && { signal })).data

export const taskQuery = (taskId: TaskId) =>
  queryOptions({
    queryKey: [...tasksKey, 'one', taskId],
    queryFn: ({ signal }) => readTask(taskId, signal),
  })

/** Every list, board, count and open task asks again. */
export const refreshTasks = (queries: QueryClient) => queries.invalidateQueries({ queryKey: tasksKey })

export function useTasksRefresh() {
  const queries = useQueryClient()
  return useCallback(() => refreshTasks(queries), [queries])
}
