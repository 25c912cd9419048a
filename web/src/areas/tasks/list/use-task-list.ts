import { useInfiniteQuery } from '@tanstack/react-query'
import type { TaskRow } from '@throughline/contracts/tasks'
import { useCallback, useEffect, useMemo } from 'react'
import { useSettledRows } from '../../../ui/use-settled-rows.ts'
import { type TaskFilter, tasksQuery } from '../tasks.api.ts'

/** Page after page of what the address asks for; what others add waits until it is called for. */
export function useTaskList(filter: TaskFilter) {
  const query = tasksQuery(filter)
  const list = useInfiniteQuery(query)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const fetched = useMemo((): TaskRow[] => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const onlyEmpty = list.isSuccess && !list.isPlaceholderData && fetched.length === 0
  // Some filters are answered by short pages: nothing on this one does not mean nothing at all.
  useEffect(() => {
    if (onlyEmpty) more()
  }, [onlyEmpty, more])
  const settled = useSettledRows(JSON.stringify(query.queryKey), fetched, list.isSuccess && !list.isPlaceholderData)
  return {
    list,
    ...settled,
    more,
    none: onlyEmpty && !hasNextPage,
    loading: list.isPending || (onlyEmpty && hasNextPage),
  }
}
