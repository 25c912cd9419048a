import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SearchScreen } from '../areas/search/search.screen.tsx'
import { findFiles } from './file-index.ts'

const MAX_FILES = 10

/** Files that this browser knows by name. */
function useLocalFiles(words: string) {
  const { data } = useQuery({
    queryKey: ['file-index', words, MAX_FILES],
    queryFn: () => findFiles(words, MAX_FILES),
    networkMode: 'always',
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return data ?? []
}

/** Gives the search the files that are known without the server. */
export function SearchPage() {
  return <SearchScreen useLocalFiles={useLocalFiles} />
}
