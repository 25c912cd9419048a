import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useSettledRows } from '../ui/use-settled-rows.ts'

type Page<R> = { data: readonly R[] }

/** Page after page of a list; what others add while it is read waits to be asked for. */
export function useListRows<R extends { id: string }>(
  name: string,
  list: UseInfiniteQueryResult<InfiniteData<Page<R>>>,
) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const fetched = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const ready = list.isSuccess && !list.isPlaceholderData
  const settled = useSettledRows(name, fetched, ready)
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const onlyEmpty = list.isSuccess && fetched.length === 0
  // A search is answered by short pages: nothing on this one does not mean nothing at all.
  useEffect(() => {
    if (onlyEmpty) more()
  }, [onlyEmpty, more])
  return {
    ...settled,
    more,
    none: onlyEmpty && !hasNextPage,
    loading: list.isLoading || (onlyEmpty && hasNextPage),
  }
}
