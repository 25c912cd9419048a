import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { SearchScreen } from '../areas/search/search.screen.tsx'
import { searchAddress } from '../areas/search/search-address.ts'
import { findFiles } from './file-index.ts'

const MAX_FILES = 10

/** Gives the search the files that this browser knows by name, without the server. */
export function SearchPage() {
  const { q = '' } = searchAddress(useSearch({ strict: false }))
  const { data } = useQuery({
    queryKey: ['file-index', q, MAX_FILES],
    queryFn: () => findFiles(q, MAX_FILES),
    networkMode: 'always',
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return <SearchScreen localFiles={data ?? []} />
}
