import { useInfiniteQuery } from '@tanstack/react-query'
import type { TaskRow } from '@throughline/contracts/tasks'
import { useCallback, useEffect, useMemo } from 'react'
import { dueDay } from '../../shared/format/due.ts'
import { groupOf } from '../tasks/parts/due-groups.ts'
import { tasksQuery } from '../tasks/tasks.api.ts'
import type { CardStatus } from './home-search.ts'

const GROUPS = ['overdue', 'today', 'week', 'later'] as const
type WorkGroup = (typeof GROUPS)[number]

/** What has no date can wait. */
export const workGroupOf = (task: TaskRow, zone: string, now: number): WorkGroup => {
  const group = groupOf(task, zone, now)
  return group === 'none' ? 'later' : group
}

export function workGroups(tasks: readonly TaskRow[], zone: string, now: number) {
  const dayOf = ({ due_date, due_has_time }: TaskRow) => (due_date ? dueDay(due_date, due_has_time, zone) : '~')
  /** They come by the moment they are due: within a day, what was sent back goes first. */
  const byDay = (a: TaskRow, b: TaskRow) =>
    dayOf(a) === dayOf(b) ? Number(!a.change_request) - Number(!b.change_request) : dayOf(a) < dayOf(b) ? -1 : 1
  const named = tasks.map((task) => ({ task, group: workGroupOf(task, zone, now) }))
  return GROUPS.flatMap((name) => {
    const own = named.flatMap(({ task, group }) => (group === name ? [task] : []))
    return own.length > 0 ? [{ name, tasks: own.toSorted(byDay) }] : []
  })
}

/** What is assigned to somebody and not done, soonest due first. */
export const myWorkQuery = (username: string, card?: CardStatus) =>
  tasksQuery({ assigned_to: username, status: card ? [card] : 'pending_only' })

export function useMyWork(username: string, card: CardStatus | undefined) {
  const query = myWorkQuery(username, card)
  const list = useInfiniteQuery(query)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const tasks = useMemo((): TaskRow[] => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const ready = list.isSuccess && !list.isPlaceholderData
  const empty = ready && tasks.length === 0
  // A page may be short where much of it is not to be seen.
  useEffect(() => {
    if (empty) more()
  }, [empty, more])
  const name = JSON.stringify(query.queryKey)
  return {
    list,
    name,
    tasks,
    ready,
    more,
    none: empty && !hasNextPage,
    loading: list.isPending || (empty && hasNextPage),
  }
}
