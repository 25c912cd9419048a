import { useInfiniteQuery } from '@tanstack/react-query'
import type { TraceFilter } from '@throughline/contracts/instance-acts'
import { useCallback, useEffect, useMemo } from 'react'
import { traceQuery } from '../instances.api.ts'

/** Turn after turn, the newest first. A filtered page may be short, or empty without being the last. */
export function useTrace(instanceId: string, filter: TraceFilter) {
  const list = useInfiniteQuery(traceQuery(instanceId, filter))
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const turns = useMemo(() => data?.pages.flatMap((page) => page.data), [data])
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const onlyEmpty = turns !== undefined && turns.length === 0
  useEffect(() => {
    if (onlyEmpty) more()
  }, [onlyEmpty, more])
  return { list, turns, more, head: data?.pages[0] }
}
