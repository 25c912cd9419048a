import type { MessageId } from '@throughline/contracts/ids'
import { followMessages } from '../areas/inbox/parts/follow-messages.ts'
import { onNotification } from './live.ts'
import { queryClient } from './query-client.ts'
import { unread } from './unread.ts'

const ICON = 'link[rel="icon"]'

/** The icon with a dot, drawn over the plain one. */
async function dotted(plain: string): Promise<string> {
  const svg = await (await fetch(plain)).text()
  const dot = '<circle cx="75%" cy="25%" r="22%" fill="#ef4444" stroke="#fff" stroke-width="4%"/>'
  return `data:image/svg+xml,${encodeURIComponent(svg.replace('</svg>', `${dot}</svg>`))}`
}

/** Shows on the window's icon whether something is unread. */
function markIcon(): () => void {
  const icon = document.querySelector<HTMLLinkElement>(ICON)
  if (!icon) return () => undefined
  const plain = icon.href
  const draw = async () => {
    const mark = unread.get() > 0 ? await dotted(plain) : plain
    // It may have been read while the picture was fetched.
    icon.href = unread.get() > 0 ? mark : plain
  }
  // Without the picture the plain icon stays.
  const show = () => void draw().catch(() => undefined)
  show()
  const stop = unread.subscribe(show)
  return () => {
    stop()
    icon.href = plain
  }
}

/** Before the title, which changes with every page, stands how many are unread. */
function markTitle(): () => void {
  const plain = () => document.title.replace(/^\(\d+\) /, '')
  const show = () => {
    const count = unread.get()
    const wanted = count > 0 ? `(${count}) ${plain()}` : plain()
    if (document.title !== wanted) document.title = wanted
  }
  const watch = new MutationObserver(show)
  watch.observe(document.head, { childList: true, characterData: true, subtree: true })
  const stop = unread.subscribe(show)
  show()
  return () => {
    watch.disconnect()
    stop()
    document.title = plain()
  }
}

/** Keeps messages, their count, the title and the icon up to date while somebody is signed in. */
export function followInbox(memberId: string, onOpen: (id: MessageId) => void): () => void {
  const stopFollowing = followMessages(queryClient, {
    memberId,
    onNotification,
    onUnread: (count) => unread.set(count),
    onOpen,
  })
  const stopMarking = [markIcon(), markTitle()]
  return () => {
    stopFollowing()
    for (const stop of stopMarking) stop()
  }
}
