import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { MessageId } from '@throughline/contracts/ids'
import type { PushedMessage } from '@throughline/contracts/inbox'
import { showDesktopNotice } from '../../../shared/desktop-notices.ts'
import { knownMessage, putMessage, refreshCounts } from '../changes/message-cache.ts'
import { outboxOf } from '../changes/outbox.ts'
import { countsQuery, freshQuery } from '../inbox.api.ts'
import { inboxKey } from '../inbox.keys.ts'

/** Many may come at once: the counts are asked for once for all of them. */
const TOGETHER = 400

const isMessage = (value: unknown): value is PushedMessage =>
  typeof value === 'object' && value !== null && 'id' in value && 'news_count' in value && 'needs_you' in value

type FollowOptions = {
  /** Whole messages as the server pushes them. */
  onNotification: (listener: (notification: unknown) => void) => () => void
  onUnread: (count: number) => void
  /** Whose acts are kept and sent. */
  memberId: string
  /** Opens a message from outside the page. */
  onOpen: (id: MessageId) => void
}

/** Seen outside the page, where the person turned that on and is not looking at it. */
function notify({ id, title, description, sender }: PushedMessage, onOpen: (id: MessageId) => void) {
  if (document.hasFocus()) return
  showDesktopNotice({
    title: sender ? `${sender.name}: ${title}` : title,
    body: description,
    // The same for all pages of the person: they show it once.
    tag: id,
    onPress: () => onOpen(id),
  })
}

/** Keeps what the pages know of messages as the server has it, while somebody is signed in. */
export function followMessages(queries: QueryClient, options: FollowOptions) {
  const { memberId, onNotification, onUnread, onOpen } = options
  const closeOutbox = outboxOf(queries).open(memberId)
  let due: ReturnType<typeof setTimeout> | undefined
  const stopHearing = onNotification((pushed) => {
    if (!isMessage(pushed)) return
    const { desktop, ...message } = pushed
    const before = knownMessage(queries, message.id)
    putMessage(queries, outboxOf(queries).apply(message))
    if (!message.read && before?.timestamp !== message.timestamp)
      queries.setQueryData(freshQuery.queryKey, (old = []) => [...new Set([...old, message.id])])
    void queries.invalidateQueries({ queryKey: [...inboxKey, 'one', message.id] })
    clearTimeout(due)
    due = setTimeout(() => void refreshCounts(queries), TOGETHER)
    if (desktop && !message.read) notify(pushed, onOpen)
  })
  // Watched on every page, so that whatever makes it stale has it asked for again.
  const stopCounting = new QueryObserver(queries, countsQuery).subscribe(({ data }) => onUnread(data?.unread ?? 0))
  return () => {
    clearTimeout(due)
    stopHearing()
    stopCounting()
    closeOutbox()
    onUnread(0)
  }
}
