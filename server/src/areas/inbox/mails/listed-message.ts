import type { MessageType } from '@throughline/contracts/inbox'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { judgedFiles } from '../../tasks/tasks.public.ts'
import type { MessageWire } from '../messages/message-wire.ts'
import { dueWords } from './due-words.ts'
import { texts } from './inbox-mails.texts.ts'
import type { ListedMessage } from './mail-content.ts'

const DECIDED: readonly MessageType[] = ['approval_requested', 'approval_asked_again']

export const isDecided = (type: MessageType): boolean => DECIDED.includes(type)

/**
 * The page that asks once more, or the message itself. Both ask who is there: a link carries no right. It names the
 * version of the one file that is judged, so that the page can say that it has changed since.
 */
function linkOf(origin: string, id: string, type: MessageType, version: number | undefined) {
  if (!isDecided(type)) return `${origin}/inbox?message=${id}`
  return `${origin}/inbox/decide/${id}${version === undefined ? '' : `?version=${version}`}`
}

/** Of what is decided: the version of the one file that there is. */
async function judgedVersion(tx: ReadTx, { metadata }: MessageWire, type: MessageType) {
  const idOf = (of: 'task' | 'instance') => metadata.entities.find(({ entityType }) => entityType === of)?.entityId
  const [id, instance_id] = [idOf('task'), idOf('instance')]
  if (!isDecided(type) || !id || !instance_id) return undefined
  const [only, second] = await judgedFiles(tx, { id, instance_id })
  return second ? undefined : only?.version
}

export const labelOf = ({ metadata }: MessageWire, of: 'instance' | 'workflow'): string | undefined =>
  metadata.entities.find(({ entityType }) => entityType === of)?.entityLabel

/** The list of the inbox needs the instance in its second line; a mail states it as a fact of its own. */
export function withoutInstance(text: string, wire: MessageWire): string {
  const name = labelOf(wire, 'instance')?.replace(/^.*? · /, '')
  if (text === name) return ''
  return name !== undefined && text.startsWith(`${name} · `) ? text.slice(name.length + 3) : text
}

/** For whom and when it is written. */
export interface MailReading {
  origin: string
  zone: string
  now: Date
}

/** One message as a mail shows it; `type` is what is mailed of it, which may be younger than what it asks for. */
export async function listedMessage(
  tx: ReadTx,
  wire: MessageWire,
  type: MessageType,
  { origin, zone, now }: MailReading,
): Promise<ListedMessage> {
  return {
    type,
    title: texts.title(type, wire.type, wire.title),
    sender: wire.sender?.name ?? null,
    within: labelOf(wire, 'instance') ?? labelOf(wire, 'workflow') ?? null,
    due: wire.needs_you ? dueWords(zone, now, wire) : null,
    link: linkOf(origin, wire.id, type, await judgedVersion(tx, wire, type)),
  }
}
