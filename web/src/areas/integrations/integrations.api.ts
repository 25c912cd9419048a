import { queryOptions } from '@tanstack/react-query'
import type { Body } from '@throughline/contracts/endpoint'
import type { SecretId } from '@throughline/contracts/ids'
import { addSecret, listSecrets, removeSecret, replaceSecret } from '@throughline/contracts/integrations'
import { api } from '../../shared/api.ts'
import { secretsKey } from './integrations.keys.ts'

/** All of them: a workspace has at most a hundred. */
export const secretsQuery = queryOptions({
  queryKey: secretsKey,
  queryFn: async ({ signal }) => (await api(listSecrets, undefined, { signal })).data,
})

export const secretCalls = {
  add: async (body: Body<typeof addSecret>) => (await api(addSecret, { body })).data,
  replace: async (secretId: SecretId, body: Body<typeof replaceSecret>) =>
    (await api(replaceSecret, { params: { secretId }, body })).data,
  remove: (secretId: SecretId) => api(removeSecret, { params: { secretId } }),
}
