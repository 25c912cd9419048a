import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Body } from '@throughline/contracts/endpoint'
import type { ConnectionId, SignInId, ToolId } from '@throughline/contracts/ids'
import {
  beginSignIn,
  cancelSignIn,
  getSignIn,
  reconnectBySignIn,
  returnFromSignIn,
} from '@throughline/contracts/sign-ins'
import { api } from '../../../shared/api.ts'

/** How often the page asks while the worker is at it. */
const ASK_AGAIN_MS = 700

/** Of none there is nothing to ask. */
export const signInQuery = (signInId: SignInId | undefined) =>
  queryOptions({
    queryKey: ['integrations', 'sign-in', signInId] as const,
    queryFn:
      signInId === undefined
        ? skipToken
        : async ({ signal }) => (await api(getSignIn, { params: { signInId } }, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.state === 'finishing' ? ASK_AGAIN_MS : false),
  })

export const signInCalls = {
  begin: async (toolId: ToolId, scopes: string[]) =>
    (await api(beginSignIn, { params: { toolId }, body: { scopes } })).data,
  back: async (body: Body<typeof returnFromSignIn>) => (await api(returnFromSignIn, { body })).data,
  reconnect: async (connectionId: ConnectionId, sign_in: SignInId) =>
    (await api(reconnectBySignIn, { params: { connectionId }, body: { sign_in } })).data,
  cancel: (signInId: SignInId) => api(cancelSignIn, { params: { signInId } }),
}
