import { queryOptions } from '@tanstack/react-query'
import { listForms } from '@throughline/contracts/forms'
import { api } from '../../../shared/api.ts'
import { websitesKey } from '../websites.keys.ts'

/** Forms that visitors can fill in. */
export const formChoicesQuery = queryOptions({
  queryKey: [...websitesKey, 'forms'],
  queryFn: async ({ signal }) =>
    (await api(listForms, { query: { status: 'active', sort: 'title', limit: 100 } }, { signal })).data,
})
