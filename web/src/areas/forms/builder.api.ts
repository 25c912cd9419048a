import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { FormElement, FormSettings } from '@throughline/contracts/form-content'
import { listSubmissions } from '@throughline/contracts/form-submissions'
import {
  createForm,
  discardFormDraft,
  type Form,
  getFormVersion,
  listFormVersions,
  publishForm,
  restoreFormVersion,
  saveForm,
} from '@throughline/contracts/forms'
import type { MemberId } from '@throughline/contracts/ids'
import { api } from '../../shared/api.ts'
import type { Banner, Content } from './builder/model/content.ts'
import { formsKey } from './forms.keys.ts'

const at = (formId: string) => ({ params: { formId } })

export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...formsKey, 'one', id, 'versions'],
    queryFn: ({ pageParam, signal }) =>
      api(listFormVersions, { ...at(id), query: { cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  })

/** A version never changes. */
export const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: [...formsKey, 'one', id, 'version', number],
    queryFn: async ({ signal }) => (await api(getFormVersion, { params: { formId: id, number } }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

const RECENT = 50

/** What was answered lately, to try conditions on; with the fields of all versions. */
export const recentResponsesQuery = (id: string) =>
  queryOptions({
    queryKey: [...formsKey, 'one', id, 'recent responses'],
    queryFn: ({ signal }) => api(listSubmissions, { ...at(id), query: { limit: RECENT } }, { signal }),
  })

/** The fields of all versions: what was answered under an id belongs to that field for good. */
export const usedIdsQuery = (id: string) =>
  queryOptions({
    queryKey: [...formsKey, 'one', id, 'used ids'],
    queryFn: async ({ signal }) =>
      (await api(listSubmissions, { ...at(id), query: { limit: 1 } }, { signal })).columns.map((column) => column.id),
  })

/** A banner that is kept already is named by its facts alone; an empty address takes it away. */
function bannerBody(banner: Banner | null, had: boolean) {
  if (!banner) return had ? { header_banner_url: '' } : {}
  const { altText, height, source } = banner
  return {
    header_banner_metadata: JSON.stringify({ altText, height }),
    ...(source.kind === 'url' && { header_banner_url: source.url }),
  }
}

function partsOf(content: Content, had: boolean) {
  const { title, description, elements, settings, banner } = content
  const form = new FormData()
  if (banner?.source.kind === 'file') form.set('header_banner', banner.source.file)
  const json = (value: readonly FormElement[] | FormSettings) => JSON.stringify(value)
  const body = { title, description, elements: json(elements), settings: json(settings), ...bannerBody(banner, had) }
  return { body, form }
}

export async function createDraft(content: Content): Promise<Form> {
  const { body, form } = partsOf(content, false)
  return (await api(createForm, { body }, { form })).data
}

export async function saveDraft({ id, version, headerBanner }: Form, content: Content): Promise<Form> {
  const { body, form } = partsOf(content, headerBanner !== null)
  return (await api(saveForm, { ...at(id), body: { ...body, base_version: version } }, { form })).data
}

type Publishing = { include_authors: MemberId[]; note: string }

export const publishDraft = async ({ id, version }: Form, body: Publishing): Promise<Form> =>
  (await api(publishForm, { ...at(id), body: { ...body, base_version: version } })).data

export const discardDraft = async ({ id, version }: Form): Promise<Form> =>
  (await api(discardFormDraft, { ...at(id), body: { base_version: version } })).data

export const restoreVersion = async ({ id, version }: Form, number: number): Promise<Form> =>
  (await api(restoreFormVersion, { params: { formId: id, number }, body: { base_version: version } })).data
