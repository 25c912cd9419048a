import { MENTION } from '@throughline/contracts/comments'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { invalid } from '../../core/errors.ts'
import { may, type Viewer } from '../../core/http/viewer.ts'
import { audienceOfDocument } from '../documents/documents.public.ts'
import {
  addParticipants,
  audienceOfInstance,
  type InstanceVisibility,
  presentAmong,
} from '../instances/instances.public.ts'
import { audienceOf } from '../workflows/workflows.public.ts'
import type { Subject } from './comments.service.ts'

const MAX_MENTIONS = 20

/** Each once, in the order of the text. */
export const mentionedIn = (content: string): string[] => [
  ...new Set([...content.matchAll(MENTION)].flatMap(([, , id]) => id ?? [])),
]

/** As it is read where no mention is a link. */
export const withPlainMentions = (content: string): string => content.replace(MENTION, '@$1')

const refused = (message: string) => invalid(message, [{ path: 'content', message }])

/**
 * Everybody who is named may see it, or the viewer may admit them. In an open instance a mention adds nobody: they would
 * stay among its people, and keep seeing it, when it is narrowed later.
 */
async function admitToInstance(tx: TenantTx, viewer: Viewer, instance: InstanceVisibility, ids: readonly string[]) {
  const seeing = await audienceOfInstance(tx, instance)
  const blind = seeing ? ids.filter((id) => !seeing.includes(id)) : []
  const admits = instance.narrowed && may(viewer, 'instances.narrow')
  const admitted = blind.length === 0 || admits ? await audienceOf(tx, instance.workflow_id) : []
  if (admitted && blind.some((id) => !admitted.includes(id))) {
    throw refused('You mentioned someone who can’t see this instance')
  }
  if (instance.narrowed) await addParticipants(tx.db, tx.tenantId, instance.id, ids)
}

/**
 * Whoever is named may see what it is about, or the comment is refused: a mention shows nobody anything. Where an
 * instance is narrowed, those who may narrow it bring somebody in by naming them.
 */
export async function admitMentioned(tx: TenantTx, viewer: Viewer, subject: Subject, ids: readonly string[]) {
  if (ids.length === 0) return
  if (ids.length > MAX_MENTIONS) throw refused(`You can mention up to ${MAX_MENTIONS} people`)
  const { db, tenantId } = tx
  if ((await presentAmong(db, tenantId, ids)).length < ids.length)
    throw refused('You mentioned someone who isn’t a member')
  if (subject.kind !== 'document') return admitToInstance(tx, viewer, subject.shown, ids)
  const seeing = await audienceOfDocument(tx, subject.document)
  if (seeing && ids.some((id) => !seeing.includes(id))) throw refused('You mentioned someone who can’t see this file')
}
