import type { QueryClient } from '@tanstack/react-query'
import type { MessageId } from '@throughline/contracts/ids'
import type { Message } from '@throughline/contracts/inbox'
import { portions } from '../../../shared/run-bulk.ts'
import { type PageLocks, pageLocks } from '../../../shared/unsent/page-locks.ts'
import { onUnsentElsewhere, type UnsentMemory, unsentMemory } from '../../../shared/unsent/unsent-memory.ts'
import { toast } from '../../../ui/toast.ts'
import type { MessageAction } from '../inbox.api.ts'
import { type ActQueue, createActQueue, MOST_ACTS } from './act-queue.ts'
import { countChange, knownMessage } from './message-cache.ts'
import type { MessageChange } from './message-change.ts'
import {
  isGivenUp,
  isUnsent,
  type OutboxAct,
  type QueuedAct,
  type StoredAct,
  withAct,
  withUnsent,
} from './queued-act.ts'
import { createSendLoop } from './send-loop.ts'
import { type ActOutcome, type Askings, createSettling } from './settle-act.ts'
import { texts } from './unsent.texts.ts'

/** Too many acts wait already; the person was told. */
export class OutboxFullError extends Error {}

type OutboxStore = { memory: UnsentMemory<StoredAct>; locks: PageLocks }

/** Since when the browser has had no connection, from when somebody starts to watch it. */
function createOfflineClock(onBack: () => void) {
  let since: number | undefined
  const listeners = new Set<() => void>()
  const set = (next: number | undefined) => {
    since = next
    for (const listener of listeners) listener()
  }
  const back = () => {
    set(undefined)
    onBack()
  }
  const lost = () => set(Date.now())
  return {
    since: () => since,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: () => {
      if (!navigator.onLine) lost()
      addEventListener('online', back)
      addEventListener('offline', lost)
    },
    stop: () => {
      removeEventListener('online', back)
      removeEventListener('offline', lost)
      since = undefined
    },
  }
}

/**
 * What is done about messages shows at once where it decides nothing, is kept until the server has answered, also over
 * a reload, is sent in its order, and stays visible where the server refuses it.
 */
export function createOutbox(queries: QueryClient, { memory, locks }: OutboxStore) {
  const queue = createActQueue(memory)
  const asking: Askings = new Map()
  const { attempt, keep, settleElsewhere, refresh } = createSettling(queries, queue, asking)
  queue.subscribe(settleElsewhere)
  const loop = createSendLoop({ queue, locks, attempt, onWaiting: keep })
  const add = (key: string, ids: readonly MessageId[], change: OutboxAct): boolean => {
    const isAdded = queue.add({ key, ids, change })
    if (isAdded) void loop.flush()
    else toast.error(texts.full, { id: 'inbox-full', description: texts.fullNote(MOST_ACTS) })
    return isAdded
  }
  const forget = ({ key }: QueuedAct) => {
    queue.replace(key, [])
    toast.dismiss(key)
  }

  return {
    ...createOpening(queue, loop, keep),
    get: queue.get,
    subscribe: queue.subscribe,
    apply: (message: Message) => withUnsent(message, queue.get()),
    /** False where it could not be taken. */
    change: (ids: readonly MessageId[], change: MessageChange): boolean => {
      const before = ids.flatMap((id) => knownMessage(queries, id) ?? []).map((one) => withUnsent(one, queue.get()))
      if (!portions(ids).every((some) => add(crypto.randomUUID(), some, change))) return false
      for (const message of before) countChange(queries, message, withAct(message, change))
      return true
    },
    /** What the message asks for. A refusal is thrown where the person who pressed still looks on. */
    act: (id: MessageId, body: MessageAction): Promise<ActOutcome> => {
      const key = crypto.randomUUID()
      // What was refused before is done with: the person has decided anew.
      for (const one of queue.get()) if (isRefusedAction(one, id)) forget(one)
      return new Promise((resolve, reject) => {
        asking.set(key, { id, resolve, reject })
        if (add(key, [id], { act: 'action', body })) return
        asking.delete(key)
        reject(new OutboxFullError())
      })
    },
    /** Refused changes are asked for anew, and so is what the server failed at; a refused decision is made again. */
    retry: async () => {
      await loop.alone(() => {
        for (const one of queue.get().filter(isRetriable))
          queue.replace(one.key, [{ ...one, state: 'waiting', reason: undefined, failures: 0 }])
      })
      await loop.flush()
    },
    /** Takes it back, unless it was sent meanwhile. */
    discard: (key: string) =>
      loop.alone(() => {
        const act = queue.get().find((one) => one.key === key)
        if (!act) return
        forget(act)
        refresh(act)
      }),
  }
}

const isRefusedAction = (act: QueuedAct, id: MessageId) =>
  !isUnsent(act) && act.change.act === 'action' && act.ids.includes(id)

export const isRetriable = (act: QueuedAct) =>
  act.state === 'refused' && (act.change.act !== 'action' || isGivenUp(act))

/** Several parts of a page need it open; it is closed when the last of them goes. */
function createOpening(queue: ActQueue, loop: ReturnType<typeof createSendLoop>, onClosed: () => void) {
  let holders = 0
  let stopHearing: (() => void) | undefined
  const clock = createOfflineClock(() => void loop.flush())
  const close = () => {
    clock.stop()
    stopHearing?.()
    loop.stop()
    queue.close()
    onClosed()
  }
  return {
    offlineSince: clock.since,
    onConnection: clock.subscribe,
    /** For this person in this organization; what they left unsent is sent. Gives the way to end it. */
    open: (memberId: string) => {
      holders++
      if (holders === 1) {
        clock.start()
        stopHearing = onUnsentElsewhere(() => void loop.look())
      }
      void queue.open(memberId).then(() => loop.flush())
      return () => {
        holders--
        if (holders === 0) close()
      }
    },
  }
}

type Outbox = ReturnType<typeof createOutbox>

const browserStore: OutboxStore = { memory: unsentMemory('acts'), locks: pageLocks }
const outboxes = new WeakMap<QueryClient, Outbox>()

/** One for all that shows messages. */
export function outboxOf(queries: QueryClient): Outbox {
  const known = outboxes.get(queries) ?? createOutbox(queries, browserStore)
  outboxes.set(queries, known)
  return known
}
