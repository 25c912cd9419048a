import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useSettledRows } from '../../ui/use-settled-rows.ts'

type Row = { id: string }

/** Rows with everything that a page of them shows besides. */
export type ListRows<R extends Row> = {
  query: Pick<UseQueryResult, 'error' | 'isError' | 'isFetching' | 'isPlaceholderData' | 'refetch'>
  rows: readonly R[]
  loading: boolean
  /** There is no row at all. */
  none: boolean
  hasMore: boolean
  loadingMore: boolean
  /** The next page did not come. It is asked for again on request only, not by scrolling. */
  moreFailed: boolean
  more: () => void
  retry: () => void
  /** How many rows others added since the list was read. */
  waiting: number
  showWaiting: () => void
}

/**
 * Reads a list page after page. With a `name` (its filters, as text), rows that others add wait until they are asked
 * for, so that nothing moves under the reader; without one, they appear at once.
 */
export function useListRows<R extends Row>(
  query: UseInfiniteQueryResult<InfiniteData<{ data: readonly R[] }>>,
  name?: string,
) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = query
  const { fetchNextPage, refetch } = query
  const fetched = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const settled = useSettledRows(name ?? '', fetched, name !== undefined && query.isSuccess && !isPlaceholderData)
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const empty = query.isSuccess && fetched.length === 0
  // Some filters are answered by short pages: an empty one does not mean that there are no rows.
  useEffect(() => {
    if (empty && !isPlaceholderData) more()
  }, [empty, isPlaceholderData, more])
  return {
    ...settled,
    query,
    loading: query.isPending || (empty && hasNextPage),
    none: empty && !hasNextPage,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    moreFailed: isFetchNextPageError,
    more,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}

const nothing = () => undefined

/** The same of a list that comes as a whole. */
export const wholeList = <R extends Row>(query: UseQueryResult<readonly R[]>): ListRows<R> => ({
  query,
  rows: query.data ?? [],
  loading: query.isPending,
  none: query.data?.length === 0,
  hasMore: false,
  loadingMore: false,
  moreFailed: false,
  more: nothing,
  retry: () => void query.refetch(),
  waiting: 0,
  showWaiting: nothing,
})
