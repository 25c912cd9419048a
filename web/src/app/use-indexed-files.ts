import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findFiles } from './file-index.ts'

/** Files that this browser knows by name: there at once, and offline. */
export function useIndexedFiles(words: string, limit: number) {
  const { data } = useQuery({
    queryKey: ['file-index', words, limit],
    queryFn: () => findFiles(words, limit),
    networkMode: 'always',
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return data ?? []
}
