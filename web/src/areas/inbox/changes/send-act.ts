import { ApiError } from '@throughline/contracts/client'
import type { MessageId } from '@throughline/contracts/ids'
import type { Message } from '@throughline/contracts/inbox'
import {
  actOnMessage,
  bulkMessages,
  deleteMessage,
  moveMessage,
  readMessage,
  restoreMessage,
  snoozeMessage,
} from '../inbox.api.ts'
import type { OutboxAct, QueuedAct } from './queued-act.ts'

type SentAct = {
  saved: readonly Message[]
  refused: readonly { id: MessageId; reason: string | undefined }[]
  /** After what a message asked for: what needs the person next. */
  next: MessageId | null
}

/** May pass by itself: not signed in here, too slow, too often. */
const PASSING = [401, 408, 425, 429]

export const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && !PASSING.includes(error.status)

/** The server was reached and failed: it may do so every time. */
export const isFailure = (error: unknown) => error instanceof ApiError && error.status >= 500

const saved = (...messages: Message[]): SentAct => ({ saved: messages, refused: [], next: null })

async function sendOne(id: MessageId, change: OutboxAct, idempotencyKey: string): Promise<SentAct> {
  const call = { idempotencyKey }
  if (change.act === 'action') return { ...saved(), next: (await actOnMessage(id, change.body, call)).next }
  if (change.act === 'label') return saved((await moveMessage(id, change.label_id, call)).data)
  if (change.act === 'snooze') return saved((await snoozeMessage(id, change.snooze, call)).data)
  if (change.act === 'restore') return saved((await restoreMessage(id, call)).data)
  if (change.act !== 'delete') return saved((await readMessage(id, change.act === 'read', call)).data)
  await deleteMessage(id, call)
  return saved()
}

export async function sendAct({ ids, change, key }: QueuedAct): Promise<SentAct> {
  const [first, ...others] = ids
  if (!first) return saved()
  if (others.length === 0 || change.act === 'action') return sendOne(first, change, key)
  const { data } = await bulkMessages({ ...change, ids: [...ids] }, { idempotencyKey: key })
  const byId = new Map<string, (typeof data)[number]>(data.map((one) => [one.id, one]))
  const refused = ids.filter((id) => byId.get(id)?.result === 'refused')
  return { ...saved(), refused: refused.map((id) => ({ id, reason: byId.get(id)?.message ?? undefined })) }
}
