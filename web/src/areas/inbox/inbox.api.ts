import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallOptions } from '@throughline/contracts/client'
import type { Input } from '@throughline/contracts/endpoint'
import type { MessageId } from '@throughline/contracts/ids'
import {
  actOnMessage as act,
  addLabel as add,
  bulkMessages as bulk,
  countMessages,
  getMessage,
  listLabels,
  listMessages,
  markAllRead as markAll,
  moveMessage as move,
  readMessage as read,
  deleteMessage as remove,
  restoreMessage as restore,
  type Snooze,
  snoozeMessage as snooze,
} from '@throughline/contracts/inbox'
import { api } from '../../shared/api.ts'
import { inboxKey } from './inbox.keys.ts'

const PAGE = 20

/** What a list of messages is narrowed to. */
export type InboxFilter = {
  label: string
  /** Instead of the label. */
  view?: 'snoozed' | 'deleted' | 'needs_you' | undefined
  unread: boolean
  type: 'all' | 'task' | 'workflow' | 'system'
}

export const listsKey = [...inboxKey, 'list'] as const

export const messagesQuery = (filter: InboxFilter) => {
  const { label, view, unread, type } = filter
  const query = { perPage: PAGE, readStatus: unread ? 'unread' : 'all', type, label, view } as const
  return infiniteQueryOptions({
    queryKey: [...listsKey, filter],
    queryFn: ({ pageParam, signal }) =>
      api(listMessages, { query: { ...query, cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
}

const at = (messageId: MessageId) => ({ params: { messageId } })

export const messageQuery = (messageId: MessageId) =>
  queryOptions({
    queryKey: [...inboxKey, 'one', messageId],
    queryFn: async ({ signal }) => (await api(getMessage, at(messageId), { signal })).data,
  })

export const countsQuery = queryOptions({
  queryKey: [...inboxKey, 'counts'],
  queryFn: async ({ signal }) => (await api(countMessages, undefined, { signal })).data,
})

const NONE: readonly MessageId[] = []

/** Messages with news that were pushed while the list was read; nobody asks the server for them. */
export const freshQuery = queryOptions({
  queryKey: [...inboxKey, 'fresh'],
  queryFn: () => NONE,
  initialData: NONE,
  enabled: false,
})

export const labelsQuery = queryOptions({
  queryKey: [...inboxKey, 'labels'],
  queryFn: ({ signal }) => api(listLabels, undefined, { signal }),
})

export const addLabel = (body: Input<typeof add>['body']) => api(add, { body })

export const readMessage = (id: MessageId, isRead: boolean, call: CallOptions) =>
  api(read, { ...at(id), body: { read: isRead } }, call)

export const moveMessage = (id: MessageId, label_id: string, call: CallOptions) =>
  api(move, { ...at(id), body: { label_id } }, call)

export const snoozeMessage = (id: MessageId, until: Snooze, call: CallOptions) =>
  api(snooze, { ...at(id), body: until }, call)

export const deleteMessage = (id: MessageId, call: CallOptions) => api(remove, at(id), call)

export const restoreMessage = (id: MessageId, call: CallOptions) => api(restore, at(id), call)

export const bulkMessages = (body: Input<typeof bulk>['body'], call: CallOptions) => api(bulk, { body }, call)

export const markAllRead = (label: string) => api(markAll, { body: { label } })

export type MessageAction = Input<typeof act>['body']

export const actOnMessage = (id: MessageId, body: MessageAction, call: CallOptions) =>
  api(act, { ...at(id), body }, call)
