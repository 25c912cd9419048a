import { MESSAGE_TYPES, type Message, type Snooze } from '@throughline/contracts/inbox'
import type { InboxFilter } from '../inbox.api.ts'

/** What a person changes of a message; it decides nothing. */
export type MessageChange =
  | { act: 'read' | 'unread' | 'delete' | 'restore' }
  | { act: 'label'; label_id: string }
  | { act: 'snooze'; snooze: Snooze }

const snoozed = (message: Message, snooze: Snooze): Message => ({
  ...message,
  snoozed_until: snooze.until ?? null,
  snoozed_for_news: snooze.for_news === true,
})

/** The message as it is once the change is saved. */
export function withChange(message: Message, change: MessageChange): Message {
  if (change.act === 'label') return { ...message, label: change.label_id }
  if (change.act === 'snooze') return snoozed(message, change.snooze)
  return change.act === 'read' || change.act === 'unread'
    ? { ...message, read: change.act === 'read' }
    : { ...message, deleted: change.act === 'delete' }
}

/** What takes it back. */
export function inverseOf(message: Message, change: MessageChange): MessageChange {
  const { read, deleted, label, snoozed_for_news, snoozed_until } = message
  if (change.act === 'label') return { act: 'label', label_id: label }
  if (change.act === 'snooze')
    return { act: 'snooze', snooze: snoozed_for_news ? { for_news: true } : { until: snoozed_until } }
  return change.act === 'read' || change.act === 'unread'
    ? { act: read ? 'read' : 'unread' }
    : { act: deleted ? 'delete' : 'restore' }
}

export const isSnoozed = ({ snoozed_until, snoozed_for_news }: Message, now: number): boolean =>
  snoozed_for_news || (snoozed_until !== null && Date.parse(snoozed_until) > now)

function isInPlace(message: Message, { label, view }: InboxFilter, now: number): boolean {
  if (view === 'deleted' || message.deleted) return view === 'deleted' && message.deleted
  if (view === 'snoozed' || isSnoozed(message, now)) return view === 'snoozed' && isSnoozed(message, now)
  return view === 'needs_you' ? message.needs_you : message.label === label
}

/** Whether a list that is narrowed like this shows it. */
export const fits = (message: Message, filter: InboxFilter, now: number): boolean =>
  isInPlace(message, filter, now) &&
  !(filter.unread && message.read) &&
  (filter.type === 'all' || MESSAGE_TYPES[message.type] === filter.type)
