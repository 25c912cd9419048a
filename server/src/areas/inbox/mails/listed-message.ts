import type { MessageType } from '@throughline/contracts/inbox'
import type { MessageWire } from '../messages/message-wire.ts'
import { dueWords } from './due-words.ts'
import { texts } from './inbox-mails.texts.ts'
import type { ListedMessage } from './mail-content.ts'

const DECIDED: readonly MessageType[] = ['approval_requested', 'approval_asked_again']

/** The page that asks once more, or the message itself. Both ask who is there: a link carries no right. */
const linkOf = (origin: string, id: string, type: MessageType) =>
  DECIDED.includes(type) ? `${origin}/inbox/decide/${id}` : `${origin}/inbox?message=${id}`

export const labelOf = ({ metadata }: MessageWire, of: 'instance' | 'workflow'): string | undefined =>
  metadata.entities.find(({ entityType }) => entityType === of)?.entityLabel

interface Reading {
  origin: string
  zone: string
  now: Date
}

/** One message as a mail shows it; `type` is what is mailed of it, which may be younger than what it asks for. */
export function listedMessage(wire: MessageWire, type: MessageType, { origin, zone, now }: Reading): ListedMessage {
  return {
    type,
    title: texts.title(type, wire.type, wire.title),
    sender: wire.sender?.name ?? null,
    within: labelOf(wire, 'instance') ?? labelOf(wire, 'workflow') ?? null,
    due: wire.needs_you ? dueWords(zone, now, wire) : null,
    link: linkOf(origin, wire.id, type),
  }
}
