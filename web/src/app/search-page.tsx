import { useSearch } from '@tanstack/react-router'
import { SearchScreen } from '../areas/search/search.screen.tsx'
import { searchAddress } from '../areas/search/search-address.ts'
import { useIndexedFiles } from './use-indexed-files.ts'

const MAX_FILES = 10

/** Gives the search the files that this browser knows by name, without the server. */
export function SearchPage() {
  const { q = '' } = searchAddress(useSearch({ strict: false }))
  return <SearchScreen localFiles={useIndexedFiles(q, MAX_FILES)} />
}
