import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { workflowsQuery } from '../workflows.api.ts'
import type { WorkflowsSearch } from './workflows-search.ts'

/** Page after page of what the address asks for. */
export function useWorkflowList({ filter, sort, q }: WorkflowsSearch) {
  const list = useInfiniteQuery(workflowsQuery({ status: filter ?? 'all', sort: sort ?? 'updated', search: q }))
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const workflows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const onlyEmpty = list.isSuccess && workflows.length === 0
  // A search is answered by short pages: nothing on this one does not mean nothing at all.
  useEffect(() => {
    if (onlyEmpty) more()
  }, [onlyEmpty, more])
  return {
    list,
    workflows,
    more,
    none: onlyEmpty && !hasNextPage,
    loading: list.isPending || (onlyEmpty && hasNextPage),
    count: data?.pages[0]?.count ?? undefined,
  }
}
