import { MESSAGE_TYPES, type Message, type Snooze } from '@throughline/contracts/messages'
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
  switch (change.act) {
    case 'read':
    case 'unread':
      return { ...message, read: change.act === 'read' }
    case 'delete':
    case 'restore':
      return { ...message, deleted: change.act === 'delete' }
    case 'label':
      return { ...message, label: change.label_id }
    case 'snooze':
      return snoozed(message, change.snooze)
  }
}

/** What takes it back. */
export function inverseOf(message: Message, change: MessageChange): MessageChange {
  switch (change.act) {
    case 'read':
    case 'unread':
      return { act: message.read ? 'read' : 'unread' }
    case 'delete':
    case 'restore':
      return { act: message.deleted ? 'delete' : 'restore' }
    case 'label':
      return { act: 'label', label_id: message.label }
    case 'snooze':
      return {
        act: 'snooze',
        snooze: message.snoozed_for_news ? { for_news: true } : { until: message.snoozed_until },
      }
  }
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
