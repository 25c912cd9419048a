import { keepPreviousData, queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { getForm, listForms } from '@throughline/contracts/forms'
import type { FormId } from '@throughline/contracts/ids'
import type { Website } from '@throughline/contracts/websites'
import { useMemo } from 'react'
import { api } from '../../../shared/api.ts'
import { websitesKey } from '../websites.keys.ts'

/** Forms that visitors can fill in, found by their titles. */
export const formChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...websitesKey, 'forms', search],
    queryFn: async ({ signal }) =>
      (await api(listForms, { query: { search, status: 'active', sort: 'title', limit: 20 } }, { signal })).data,
    placeholderData: keepPreviousData,
  })

type NamedForm = { id: string; title: string }

const formNameQuery = (formId: FormId) =>
  queryOptions({
    queryKey: [...websitesKey, 'form', formId],
    queryFn: async ({ signal }): Promise<NamedForm> => {
      const { id, title } = (await api(getForm, { params: { formId } }, { signal })).data
      return { id, title }
    },
  })

const namedOf = (results: UseQueryResult<NamedForm>[]) => results.flatMap(({ data }) => data ?? [])

/** Titles by id. The website tells those of its stored draft, published or not; any other is asked for. */
export function useFormTitles(website: Website | null, ids: readonly FormId[]): ReadonlyMap<string, string> {
  const unknown = ids.filter((id) => !website?.forms.some((form) => form.id === id))
  const found = useQueries({ queries: unknown.map(formNameQuery), combine: namedOf })
  return useMemo(
    () => new Map([...(website?.forms ?? []), ...found].map(({ id, title }) => [id, title])),
    [website, found],
  )
}
