import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { CallOptions } from '@throughline/contracts/client'
import {
  bulkDocuments as bulk,
  editDocument as edit,
  purgeDocument as purge,
  removeDocument as remove,
  restoreDocument as restore,
  zipDocuments as zip,
} from '@throughline/contracts/document-acts'
import {
  type DocumentCategory,
  type DocumentDates,
  type DocumentFamily,
  type DocumentSort,
  type DocumentStatus,
  type DocumentView,
  getDocument,
  groupDocuments,
  linkDocument as link,
  listDocuments,
} from '@throughline/contracts/documents'
import type { Input } from '@throughline/contracts/endpoint'
import { useCallback } from 'react'
import { api } from '../../shared/api.ts'
import { documentsKey } from './documents.keys.ts'

/** Whoever scrolls reads on before the end is in sight. */
const PAGE = 50

/** What the server narrows by; absent: everything. */
export type DocumentNarrowing = {
  view?: DocumentView | undefined
  status?: DocumentStatus | undefined
  type?: DocumentFamily | undefined
  /** A username. */
  assignee?: string | undefined
  date_range?: DocumentDates | undefined
  category?: DocumentCategory | undefined
  client_id?: string | undefined
  workflow?: string | undefined
  step?: string | undefined
  instance?: string | undefined
  task?: string | undefined
  search?: string | undefined
}

export type DocumentFilter = DocumentNarrowing & {
  sort?: DocumentSort | undefined
  order?: 'asc' | 'desc' | undefined
  trash?: boolean | undefined
}

export const documentsQuery = ({ trash, ...filter }: DocumentFilter) => {
  const query = { ...filter, ...(trash && { trash: 'true' }), limit: PAGE }
  return infiniteQueryOptions({
    queryKey: [...documentsKey, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      api.page(listDocuments, { query: { ...query, cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** As many as stand beside somebody's work. */
const NEWEST = 4

export const newestDocumentsQuery = queryOptions({
  queryKey: [...documentsKey, 'newest'],
  queryFn: async ({ signal }) =>
    (await api.page(listDocuments, { query: { sort: 'created', limit: NEWEST } }, { signal })).data,
})

type Grouping = Exclude<NonNullable<Input<typeof groupDocuments>['query']['by']>, 'workflow'>

/** How many stand in each group, counted so far and no further. */
export const groupsQuery = (by: Grouping, filter: DocumentNarrowing) =>
  queryOptions({
    queryKey: [...documentsKey, 'groups', by, filter],
    queryFn: async ({ signal }) => (await api(groupDocuments, { query: { ...filter, by } }, { signal })).data,
    placeholderData: keepPreviousData,
  })

/** How many each of these workflows has; at most 50 of them. */
export const workflowCountsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...documentsKey, 'groups', 'workflow', ids],
    queryFn: async ({ signal }) =>
      (await api(groupDocuments, { query: { by: 'workflow', workflows: ids.join(',') } }, { signal })).data,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })

const at = (documentId: string) => ({ params: { documentId } })

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: [...documentsKey, 'one', id],
    queryFn: ({ signal }) => api(getDocument, at(id), { signal }),
  })

/** Every list, count and open document asks again. */
export function useDocumentsRefresh() {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: documentsKey }), [queries])
}

export const editDocument = (id: string, changed: Input<typeof edit>['body']) => api(edit, { ...at(id), body: changed })
export const removeDocument = (id: string) => api(remove, at(id))
export const restoreDocument = (id: string) => api(restore, at(id))
export const purgeDocument = (id: string) => api(purge, at(id))

type LinkOptions = Omit<NonNullable<Input<typeof link>['query']>, 'open'>

/** An address of the bytes, good for minutes: to be used at once, never kept. */
export const linkDocument = (
  id: string,
  open: 'inline' | 'attachment',
  options: LinkOptions = {},
  call: CallOptions = {},
) => api(link, { ...at(id), query: { ...options, open } }, call)

/** From where one archive of them streams. */
export const zipDocuments = (ids: readonly string[]) => api(zip, { body: { ids: [...ids] } })

export type BulkAct = Input<typeof bulk>['body']['act']

/** With the key of the first try, a further one does nothing twice. */
export const bulkDocuments = async (body: Input<typeof bulk>['body'], call: CallOptions = {}) =>
  (await api(bulk, { body }, call)).data
