import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Body } from '@throughline/contracts/endpoint'
import {
  duplicateForm,
  type Form,
  type FormFilter,
  type FormSort,
  getForm,
  listForms,
  publishForm,
  purgeForm,
  removeForm,
  restoreForm,
  setFormAccess,
  setFormIntake,
  unpublishForm,
} from '@throughline/contracts/forms'
import type { FormId, MemberId, WorkflowId } from '@throughline/contracts/ids'
import { useCallback } from 'react'
import { api } from '../../shared/api.ts'
import { type AccessChoice, accessBody } from '../workflows/workflows.api.ts'
import { formsKey } from './forms.keys.ts'

/** The next page is read before the end of the list can be seen. */
const PAGE = 50

type FormQuery = {
  status: FormFilter
  sort: FormSort
  search?: string | undefined
  workflow?: WorkflowId | undefined
}

export const formsQuery = (query: FormQuery) =>
  infiniteQueryOptions({
    queryKey: [...formsKey, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      api(listForms, { query: { ...query, limit: PAGE, cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

/** One form with its shared draft. */
export const formQuery = (id: string) =>
  queryOptions({
    queryKey: [...formsKey, 'one', id, 'draft'],
    queryFn: async ({ signal }) => (await api(getForm, { params: { formId: id } }, { signal })).data,
  })

export function useFormsRefresh() {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: formsKey }), [queries])
}

const at = (formId: FormId) => ({ params: { formId } })

/** Everything of a draft that others made as well: from the list, a form is published as it stands. */
const everybodyOf = ({ draft }: Form): MemberId[] => draft?.authors.map(({ id }) => id) ?? []

export const formCalls = {
  publish: async (id: FormId) => {
    const { data } = await api(getForm, at(id))
    const body = { base_version: data.version, include_authors: everybodyOf(data) }
    return api(publishForm, { ...at(id), body })
  },
  unpublish: (id: FormId) => api(unpublishForm, at(id)),
  setIntake: (id: FormId, body: Body<typeof setFormIntake>) => api(setFormIntake, { ...at(id), body }),
  duplicate: (id: FormId) => api(duplicateForm, at(id)),
  remove: (id: FormId) => api(removeForm, at(id)),
  restore: (id: FormId) => api(restoreForm, at(id)),
  purge: (id: FormId) => api(purgeForm, at(id)),
  setAccess: (id: FormId, choice: AccessChoice) => api(setFormAccess, { ...at(id), body: accessBody(choice) }),
}
