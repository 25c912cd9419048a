import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { search, searchHits } from '@throughline/contracts/search'
import { api } from '../../shared/api.ts'
import { searchKey } from './search.keys.ts'
import type { SearchAddress, SearchTab } from './search-address.ts'

const PAGE = 20
/** The server looks into no more files at once. */
export const MAX_TEXTS = 10

/** The beginning of every group. An older answer never replaces a newer one: each search has its own key. */
export const searchQuery = (q: string, limit: number, sort?: SearchAddress['sort']) =>
  queryOptions({
    queryKey: [...searchKey, 'all', q, limit, sort],
    queryFn: async ({ signal }) => (await api(search, { query: { q, sort, limit } }, { signal })).data,
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })

/** One group alone, page by page. */
export const groupQuery = (q: string, kind: Exclude<SearchTab, 'all'>, sort: SearchAddress['sort']) =>
  infiniteQueryOptions({
    queryKey: [...searchKey, kind, q, sort],
    queryFn: ({ pageParam, signal }) =>
      api(search, { query: { q, kind, sort, limit: PAGE, cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })

/** Where the texts of these files say what was searched for. */
export const textsQuery = (q: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...searchKey, 'texts', q, ids],
    queryFn: async ({ signal }) => (await api(searchHits, { query: { q, ids: ids.join(',') } }, { signal })).data,
    enabled: q !== '' && ids.length > 0,
  })
