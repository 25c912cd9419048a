import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Output } from '@throughline/contracts/endpoint'
import type { MessageId } from '@throughline/contracts/ids'
import type { listMessages, Message, OpenMessage } from '@throughline/contracts/inbox'
import { countsQuery, type InboxFilter, labelsQuery, listsKey, messageQuery } from '../inbox.api.ts'
import { fits } from './message-change.ts'

type Pages = InfiniteData<Output<typeof listMessages>, string>

/** Whether `a` stands before `b`: what needs the person first, by due date; then the newest. */
function standsBefore(a: Message, b: Message): boolean {
  if (a.needs_you !== b.needs_you) return a.needs_you
  if (!a.needs_you) return a.timestamp > b.timestamp
  if (a.due === null || b.due === null) return a.due !== null || (b.due === null && a.timestamp > b.timestamp)
  return a.due < b.due
}

/** In its place among the rows that were read; one that belongs after them comes when it is scrolled to. */
function withNew(pages: Pages['pages'], message: Message): Pages['pages'] {
  const at = pages.findIndex(({ data }) => data.some((row) => standsBefore(message, row)))
  const isAll = pages.at(-1)?.pagination.hasMore === false
  const target = at < 0 && isAll ? pages.length - 1 : at
  return pages.map((page, place) => {
    if (place !== target) return page
    const before = page.data.findIndex((row) => standsBefore(message, row))
    return { ...page, data: page.data.toSpliced(before < 0 ? page.data.length : before, 0, message) }
  })
}

const isKnown = ({ pages }: Pages, id: MessageId) => pages.some(({ data }) => data.some((row) => row.id === id))

const replaced = (pages: Pages['pages'], message: Message) =>
  pages.map((page) => ({ ...page, data: page.data.map((row) => (row.id === message.id ? message : row)) }))

/**
 * A message as it is now: replaced where it is known, added to the lists that show it. What no longer fits a list stays
 * in its answer, since whoever has it open still sees it there; the list itself leaves it out.
 */
export function putMessage(queries: QueryClient, message: Message, now = Date.now()) {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: listsKey })) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the third part of a list's key is what it is narrowed to
    const filter = queryKey[2] as InboxFilter
    queries.setQueryData<Pages>(queryKey, (old) => {
      if (!old) return old
      if (isKnown(old, message.id)) return { ...old, pages: replaced(old.pages, message) }
      return fits(message, filter, now) ? { ...old, pages: withNew(old.pages, message) } : old
    })
  }
  queries.setQueryData<OpenMessage>(messageQuery(message.id).queryKey, (old) => old && { ...old, ...message })
}

/** The message as the cache knows it, from its own answer or from a list. */
export function knownMessage(queries: QueryClient, id: MessageId): Message | undefined {
  const open = queries.getQueryData(messageQuery(id).queryKey)
  if (open) return open
  const lists = queries.getQueriesData<Pages>({ queryKey: listsKey })
  return lists.flatMap(([, data]) => data?.pages.flatMap((page) => page.data) ?? []).find((row) => row.id === id)
}

const isCounted = ({ read, deleted }: Message) => !read && !deleted

/** Counts fall and rise with the change; the server's own follow. */
export function countChange(queries: QueryClient, before: Message, after: Message) {
  const add = (label: string, by: number) =>
    queries.setQueryData(labelsQuery.queryKey, (labels) =>
      labels?.map((one) => (one.label_id === label ? { ...one, unread: Math.max(0, one.unread + by) } : one)),
    )
  if (isCounted(before)) add(before.label, -1)
  if (isCounted(after)) add(after.label, 1)
  const inBadge = (message: Message) => Number(isCounted(message) && message.label !== 'archived')
  const by = inBadge(after) - inBadge(before)
  if (by !== 0)
    queries.setQueryData(
      countsQuery.queryKey,
      (counts) => counts && { ...counts, unread: Math.max(0, counts.unread + by) },
    )
}

export const refreshCounts = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: countsQuery.queryKey }),
    queries.invalidateQueries({ queryKey: labelsQuery.queryKey }),
  ])
