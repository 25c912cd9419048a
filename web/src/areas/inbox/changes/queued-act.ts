import type { MessageId } from '@throughline/contracts/ids'
import type { Message } from '@throughline/contracts/inbox'
import type { MessageAction } from '../inbox.api.ts'
import { type MessageChange, withChange } from './message-change.ts'

/** A change of messages, or what one of them asks for. */
export type OutboxAct = MessageChange | { act: 'action'; body: MessageAction }

/** What was done here and is not known to be saved. */
export type QueuedAct = {
  /** The server does it once under this key, however often it is sent. */
  key: string
  /** In this order they are sent, after a reload too. */
  addedAt: number
  ids: readonly MessageId[]
  change: OutboxAct
  /** waiting: it could not be sent yet, and is tried again. */
  state: 'queued' | 'waiting' | 'refused'
  reason?: string | undefined
  /** How often the server has failed at it. */
  failures?: number | undefined
}

/** About two minutes: longer than a server takes to come back, and those behind it wait meanwhile. */
export const MOST_FAILURES = 8

/** The server keeps failing at it: whether it was done is not known, and it may be sent again under its key. */
export const isGivenUp = ({ failures = 0 }: QueuedAct): boolean => failures >= MOST_FAILURES

/** As the browser keeps it. */
export type StoredAct = QueuedAct & { memberId: string }

export const isUnsent = ({ state }: QueuedAct): boolean => state !== 'refused'

/** What was done about a message, if it was not just a change of it. */
export const actionOf = ({ change }: QueuedAct): MessageAction | undefined =>
  change.act === 'action' ? change.body : undefined

/** The message once the act is saved. What it asks for is never shown as done before the server has said so. */
export const withAct = (message: Message, change: OutboxAct): Message =>
  change.act === 'action' ? message : withChange(message, change)

/** The message with what was changed here and is not saved yet. */
export const withUnsent = (message: Message, acts: readonly QueuedAct[], but?: string): Message =>
  acts
    .filter((one) => one.key !== but && isUnsent(one) && one.ids.includes(message.id))
    .reduce((now, { change }) => withAct(now, change), message)
