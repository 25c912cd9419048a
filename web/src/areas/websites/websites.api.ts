import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Body, Input } from '@throughline/contracts/endpoint'
import { WebsiteId } from '@throughline/contracts/ids'
import type { WebsiteContent } from '@throughline/contracts/website-content'
import {
  addWebsitePicture,
  createWebsite,
  duplicateWebsite,
  getWebsite,
  getWebsiteVersion,
  listWebsites,
  listWebsiteVersions,
  publishWebsite,
  purgeWebsite,
  removeWebsite,
  restoreWebsite,
  restoreWebsiteVersion,
  saveWebsite,
  unpublishWebsite,
  type Website,
  weighWebsite,
} from '@throughline/contracts/websites'
import { useCallback } from 'react'
import { api } from '../../shared/api.ts'
import { websitesKey } from './websites.keys.ts'

const PAGE = 50

type ListFilter = { status: 'all' | 'trash'; search?: string | undefined }

export const websitesQuery = ({ status, search }: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [...websitesKey, 'list', { status, search }],
    queryFn: ({ pageParam, signal }) =>
      api(listWebsites, { query: { status, search, limit: PAGE, cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

const at = (id: string) => ({ params: { websiteId: WebsiteId.parse(id) } })

export const readWebsite = async (id: string, signal?: AbortSignal): Promise<Website> =>
  (await api(getWebsite, at(id), signal && { signal })).data

/** One website with its shared draft. */
export const websiteQuery = (id: string) =>
  queryOptions({
    queryKey: [...websitesKey, 'one', id, 'draft'],
    queryFn: ({ signal }) => readWebsite(id, signal),
  })

/** What each page of the draft weighs, as the server has it with this version. */
export const websiteWeightsQuery = ({ id, version }: Pick<Website, 'id' | 'version'>) =>
  queryOptions({
    queryKey: [...websitesKey, 'one', id, 'weights', version],
    queryFn: async ({ signal }) => (await api(weighWebsite, at(id), { signal })).data,
  })

export const websiteVersionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...websitesKey, 'one', id, 'versions'],
    queryFn: ({ pageParam, signal }) =>
      api(listWebsiteVersions, { ...at(id), query: { cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  })

/** A version never changes. */
export const websiteVersionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: [...websitesKey, 'one', id, 'version', number],
    queryFn: async ({ signal }) =>
      (await api(getWebsiteVersion, { params: { ...at(id).params, number } }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

export function useWebsitesRefresh() {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: websitesKey }), [queries])
}

export const websiteCalls = {
  create: async (content: WebsiteContent): Promise<Website> => (await api(createWebsite, { body: content })).data,
  save: async (id: string, content: WebsiteContent, base_version: number): Promise<Website> =>
    (await api(saveWebsite, { ...at(id), body: { ...content, base_version } })).data,
  publish: (id: string, body: Input<typeof publishWebsite>['body']) => api(publishWebsite, { ...at(id), body }),
  unpublish: (id: string) => api(unpublishWebsite, at(id)),
  duplicate: (id: string) => api(duplicateWebsite, at(id)),
  remove: (id: string) => api(removeWebsite, at(id)),
  restore: (id: string) => api(restoreWebsite, at(id)),
  purge: (id: string) => api(purgeWebsite, at(id)),
  restoreVersion: async (id: string, number: number, base_version: number): Promise<Website> =>
    (await api(restoreWebsiteVersion, { params: { ...at(id).params, number }, body: { base_version } })).data,
  addPicture: async (id: string, body: Body<typeof addWebsitePicture>): Promise<string> =>
    (await api(addWebsitePicture, { ...at(id), body })).data.id,
}
