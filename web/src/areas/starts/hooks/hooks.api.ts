import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Input } from '@throughline/contracts/endpoint'
import * as hooks from '@throughline/contracts/hooks'
import { api } from '../../../shared/api.ts'
import { startsKey } from '../starts.api.ts'

export type HookBody = Omit<Input<typeof hooks.addHook>['body'], 'secret'>

export const hookQuery = (workflowId: string, hookId: string) =>
  queryOptions({
    queryKey: [...startsKey(workflowId), 'hook', hookId],
    queryFn: async ({ signal }) => (await api(hooks.getHook, { params: { workflowId, hookId } }, { signal })).data,
  })

export const deliveriesQuery = (workflowId: string, hookId: string, rejected: boolean) =>
  infiniteQueryOptions({
    queryKey: [...startsKey(workflowId), 'deliveries', hookId, { rejected }],
    queryFn: ({ pageParam, signal }) =>
      api(
        hooks.listDeliveries,
        {
          params: { workflowId, hookId },
          query: { limit: 10, ...(rejected && { rejected: 'true' }), ...(pageParam && { cursor: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  })

export const deliveryQuery = (workflowId: string, hookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: [...startsKey(workflowId), 'delivery', hookId, deliveryId],
    queryFn: async ({ signal }) =>
      (await api(hooks.getDelivery, { params: { workflowId, hookId, deliveryId } }, { signal })).data,
  })

export const addHook = async (workflowId: string, body: HookBody, secret: string) =>
  (await api(hooks.addHook, { params: { workflowId }, body: { ...body, secret } })).data

export const hookCalls = (workflowId: string, hookId: string) => {
  const params = { workflowId, hookId }
  return {
    save: async (body: HookBody, version: number) =>
      (await api(hooks.changeHook, { params, body: { ...body, version } })).data,
    remove: () => api(hooks.removeHook, { params }),
    pause: (paused: boolean) => api(hooks.pauseHook, { params, body: { paused } }),
    replaceSecret: (secret: string) => api(hooks.replaceHookSecret, { params, body: { secret } }),
    start: async (deliveryId: string) => (await api(hooks.retryDelivery, { params: { ...params, deliveryId } })).data,
    test: async (content: string, send: boolean) =>
      (await api(hooks.testHook, { params, body: { content, send } })).data,
  }
}

/** 256 random bits, made where they are shown: no answer and no log ever holds them. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))}`
}
