import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { Message, OpenMessage } from '@throughline/contracts/inbox'
import { builtinRole } from '@throughline/contracts/permissions'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import { replaceProperty } from '../../../shared/testing/replace-property.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { InboxScreen } from '../inbox.screen.tsx'
import { inboxSearch } from '../list/inbox-search.ts'
import { opened } from './sample-messages.ts'

type Answers = Parameters<typeof serve>[0]

const listPath = (more: Partial<Record<'readStatus' | 'type' | 'label', string>> = {}) => {
  const { readStatus = 'all', type = 'all', label = 'inbox' } = more
  return `GET /v1/messages/?perPage=20&readStatus=${readStatus}&type=${type}&label=${label}`
}
export const LIST = listPath()
export const listOf = listPath
export const COUNTS = 'GET /v1/messages/counts/'
export const LABELS = 'GET /v1/messages/labels/'
export const at = (message: Pick<Message, 'id'>) => `/v1/messages/${message.id}/`

export const page = (data: readonly Message[], next: string | null = null) => ({
  body: {
    data,
    pagination: { total: data.length, page: 1, perPage: 20, hasMore: next !== null, next_cursor: next },
  },
})

export const counts = (more: object = {}) => ({
  body: { data: { unread: 2, needs_you: 1, snoozed: 0, next_return: null, ...more } },
})

const label = (label_id: string, name: string, unread = 0) => ({ label_id, name, color: '#4f46e5', unread, total: 14 })

const labels = {
  body: [label('inbox', 'Inbox', 2), label('archived', 'Archived'), label('clients', 'Clients', 3)],
}

const root = createRootRoute()
const tree = (phone: boolean) =>
  root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/inbox',
      validateSearch: inboxSearch,
      component: () => <InboxScreen phone={phone} />,
    }),
    createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
  ])

type Opened = { address?: string; phone?: boolean }

/** The inbox in a fresh browser, with these messages; each can be opened. */
export function openInbox(
  messages: readonly (Message | OpenMessage)[],
  answers: Answers = {},
  { address = '/inbox', phone = false }: Opened = {},
) {
  const rows = messages.map((one) => ({ ...one, news: undefined, because: undefined }))
  const server = serve({
    'GET /v1/auth/me/': { body: person({ permissions: [...(builtinRole('member')?.permissions ?? [])] }) },
    [LIST]: page(rows),
    [COUNTS]: counts(),
    [LABELS]: labels,
    ...Object.fromEntries(
      messages.flatMap((one) => [
        [`GET ${at(one)}`, { body: { data: 'news' in one ? one : opened(one) } }],
        [`PUT ${at(one)}read/`, { body: { data: { ...one, read: true } } }],
        [`PUT ${at(one)}label/`, { body: { data: { ...one, read: true, label: 'archived' } } }],
      ]),
    ),
    ...answers,
  })
  // jsdom places nothing and scrolls nowhere.
  replaceProperty(Element.prototype, 'scrollIntoView', { value: () => undefined })
  const toasts: ToastMessage[] = []
  const { router, queries, ...screen } = openRoutes(tree(phone), address, (toast) => toasts.push(toast))
  return { ...screen, server, toasts, queries, address: () => router.state.location.href }
}
