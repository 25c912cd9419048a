import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import type { MessageId } from '@throughline/contracts/ids'
import type { Message } from '@throughline/contracts/inbox'
import { serverMessageOf } from '../../../shared/server-message.ts'
import {
  bulkMessages,
  deleteMessage,
  listsKey,
  moveMessage,
  readMessage,
  restoreMessage,
  snoozeMessage,
} from '../inbox.api.ts'
import { countChange, knownMessage, putMessage, refreshCounts } from './message-cache.ts'
import { type MessageChange, withChange } from './message-change.ts'

/** A change that was made here and is not known to be saved. */
type QueuedChange = {
  /** The server does it once under this key, however often it is sent. */
  key: string
  ids: readonly MessageId[]
  change: MessageChange
  /** waiting: it could not be sent yet, and is tried again. */
  state: 'queued' | 'sending' | 'waiting' | 'refused'
  reason?: string | undefined
}

type Answer = { saved: readonly Message[]; refused: readonly { id: MessageId; reason: string | undefined }[] }

const FIRST_WAIT = 1_000
const LONGEST_WAIT = 60_000
/** May pass by itself: not signed in here, too slow, too often. */
const PASSING = [401, 408, 425, 429]

const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500 && !PASSING.includes(error.status)

const isUnsent = ({ state }: QueuedChange) => state === 'queued' || state === 'waiting'

async function sendOne(id: MessageId, change: MessageChange, key: string): Promise<readonly Message[]> {
  const call = { idempotencyKey: key }
  if (change.act === 'label') return [(await moveMessage(id, change.label_id, call)).data]
  if (change.act === 'snooze') return [(await snoozeMessage(id, change.snooze, call)).data]
  if (change.act === 'restore') return [(await restoreMessage(id, call)).data]
  if (change.act !== 'delete') return [(await readMessage(id, change.act === 'read', call)).data]
  await deleteMessage(id, call)
  return []
}

async function send({ ids, change, key }: QueuedChange): Promise<Answer> {
  const [only, ...others] = ids
  if (only && others.length === 0) return { saved: await sendOne(only, change, key), refused: [] }
  const { data } = await bulkMessages({ ...change, ids: [...ids] }, { idempotencyKey: key })
  const byId = new Map<string, (typeof data)[number]>(data.map((one) => [one.id, one]))
  const refused = ids.filter((id) => byId.get(id)?.result === 'refused')
  return { saved: [], refused: refused.map((id) => ({ id, reason: byId.get(id)?.message ?? undefined })) }
}

/** The changes in their order, and what they make of a message. */
function createQueue() {
  let queue: readonly QueuedChange[] = []
  const listeners = new Set<() => void>()
  const put = (next: readonly QueuedChange[]) => {
    queue = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => queue,
    put,
    update: (key: string, more: Partial<QueuedChange>) =>
      put(queue.map((one) => (one.key === key ? { ...one, ...more } : one))),
    drop: (key: string) => put(queue.filter((one) => one.key !== key)),
    /** The message with what was changed here and is not saved yet. */
    apply: (message: Message, but?: string): Message =>
      queue
        .filter(({ key, ids, state }) => key !== but && state !== 'refused' && ids.includes(message.id))
        .reduce((now, { change }) => withChange(now, change), message),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Changes show at once, are sent one after the other until the server has answered, and stay visible where it refuses. */
function createOutbox(queries: QueryClient) {
  const queue = createQueue()
  const { get, put, update, drop, apply, subscribe } = queue
  let sending = false
  let wait = FIRST_WAIT
  let timer: ReturnType<typeof setTimeout> | undefined

  const settle = (sent: QueuedChange, { saved, refused }: Answer) => {
    const isRefused = new Set(refused.map(({ id }) => id))
    const answered = new Map(saved.map((message) => [message.id, message]))
    for (const id of sent.ids) {
      const known = knownMessage(queries, id)
      const now = answered.get(id) ?? (known && !isRefused.has(id) ? withChange(known, sent.change) : undefined)
      if (now) putMessage(queries, apply(now, sent.key))
    }
    const notTaken = refused.map(
      ({ id, reason }): QueuedChange => ({ ...sent, key: `${sent.key} ${id}`, ids: [id], state: 'refused', reason }),
    )
    put([...get().filter(({ key }) => key !== sent.key), ...notTaken])
    void refreshCounts(queries)
    // Lists that are not in view show it when they are opened again.
    void queries.invalidateQueries({ queryKey: listsKey, refetchType: 'none' })
  }

  const sendNext = async (next: QueuedChange): Promise<boolean> => {
    update(next.key, { state: 'sending' })
    try {
      settle(next, await send(next))
      wait = FIRST_WAIT
      return true
    } catch (error) {
      if (isRefusal(error)) {
        update(next.key, { state: 'refused', reason: serverMessageOf(error) })
        void refreshCounts(queries)
        return true
      }
      update(next.key, { state: 'waiting' })
      return false
    }
  }

  const flush = async () => {
    clearTimeout(timer)
    if (sending) return
    sending = true
    let next = get().find(isUnsent)
    while (next && (await sendNext(next))) next = get().find(isUnsent)
    sending = false
    if (!next) return
    timer = setTimeout(() => void flush(), wait)
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }
  addEventListener('online', () => void flush())

  return {
    get,
    subscribe,
    apply: (message: Message) => apply(message),
    add: (ids: readonly MessageId[], change: MessageChange) => {
      for (const id of ids) {
        const known = knownMessage(queries, id)
        if (known) countChange(queries, apply(known), withChange(apply(known), change))
      }
      put([...get(), { key: crypto.randomUUID(), ids, change, state: 'queued' }])
      void flush()
    },
    retry: () => {
      // A refused one is asked anew: under its old key the server would repeat its answer.
      put(
        get().map((one) =>
          one.state === 'refused' ? { ...one, key: crypto.randomUUID(), state: 'queued', reason: undefined } : one,
        ),
      )
      void flush()
    },
    discard: drop,
  }
}

export type Outbox = ReturnType<typeof createOutbox>

const outboxes = new WeakMap<QueryClient, Outbox>()

/** One for all that shows messages. */
export function outboxOf(queries: QueryClient): Outbox {
  const known = outboxes.get(queries) ?? createOutbox(queries)
  outboxes.set(queries, known)
  return known
}
