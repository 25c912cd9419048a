import { useQueryClient } from '@tanstack/react-query'
import type { Message } from '@throughline/contracts/inbox'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useCurrentUser, useZone } from '../../../shared/current-user.ts'
import { momentWithin } from '../../../shared/format/moments.ts'
import { toast } from '../../../ui/toast.ts'
import { texts } from '../inbox.texts.ts'
import { inverseOf, type MessageChange } from './message-change.ts'
import { outboxOf } from './outbox.ts'
import { actionOf } from './queued-act.ts'

/** What was changed here and is not saved yet, and the way to change more. */
export function useOutbox() {
  const outbox = outboxOf(useQueryClient())
  const queue = useSyncExternalStore(outbox.subscribe, outbox.get)
  return { ...outbox, queue }
}

/** Keeps it open for the person who is signed in, while this part of the page is there. */
export function useOpenOutbox() {
  const outbox = outboxOf(useQueryClient())
  const memberId = useCurrentUser()?.member_id
  useEffect(() => (memberId === undefined ? undefined : outbox.open(memberId)), [outbox, memberId])
}

/** Since when the browser has been without a connection. */
export function useOfflineSince(): number | undefined {
  const { onConnection, offlineSince } = outboxOf(useQueryClient())
  return useSyncExternalStore(onConnection, offlineSince)
}

export type LabelNames = (labelId: string) => string

function doneText(change: MessageChange, count: number, nameOf: LabelNames, zone: string): string | undefined {
  if (change.act === 'label')
    return change.label_id === 'archived' ? texts.done.archive(count) : texts.done.label(count, nameOf(change.label_id))
  if (change.act === 'snooze') {
    if (change.snooze.for_news) return texts.done.news(count)
    const { until } = change.snooze
    return until ? texts.done.snooze(count, momentWithin(until, zone, Date.now())) : texts.done.wake
  }
  return change.act === 'delete' || change.act === 'restore' ? texts.done[change.act](count) : undefined
}

/** Changes messages at once; what leaves the list says so with Undo, for five seconds. */
export function useChange(nameOf: LabelNames) {
  const queries = useQueryClient()
  const zone = useZone()
  return useCallback(
    (messages: readonly Message[], change: MessageChange) => {
      const [first] = messages
      if (!first) return
      const outbox = outboxOf(queries)
      const backs = Map.groupBy(messages, (message) => JSON.stringify(inverseOf(message, change)))
      const ids = messages.map(({ id }) => id)
      if (!outbox.change(ids, change)) return
      const title = doneText(change, messages.length, nameOf, zone)
      if (title === undefined) return
      const undo = () => {
        for (const group of backs.values()) {
          const [one] = group
          if (!one) continue
          outbox.change(
            group.map(({ id }) => id),
            inverseOf(one, change),
          )
        }
      }
      toast.success(title, { id: 'inbox-change', action: { label: texts.undo, onPress: undo } })
    },
    [queries, nameOf, zone],
  )
}

/** What was done about a message and the server refused, or that waits to be sent. */
export function useUnsaved(message: Pick<Message, 'id'>) {
  const { queue } = useOutbox()
  return useMemo(() => {
    const unsaved = queue.filter(({ ids, state }) => state !== 'queued' && ids.includes(message.id))
    return { last: unsaved.at(-1), action: unsaved.findLast((one) => actionOf(one) !== undefined) }
  }, [queue, message.id])
}
