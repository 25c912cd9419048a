import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findFiles, isNamedBy } from './file-index.ts'

/** Files that this browser knows by name: there at once, and offline. */
export function useIndexedFiles(words: string, limit: number) {
  const { data } = useQuery({
    queryKey: ['file-index', words, limit],
    queryFn: () => findFiles(words, limit),
    networkMode: 'always',
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  // Those of the words before stand in meanwhile, as far as they fit.
  return (data ?? []).filter(isNamedBy(words))
}
