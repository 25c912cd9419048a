import type { editComment, listTaskComments } from '@throughline/contracts/comments'
import type { Made } from '@throughline/contracts/endpoint'
import type { Context } from '../../core/context.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { type DocumentVisibility, placeOfDocument, publishDocumentFrame } from '../documents/documents.public.ts'
import {
  type InstanceVisibility,
  peopleOf,
  personOf,
  publishInstanceFrame,
  publishTaskFrame,
} from '../instances/instances.public.ts'
import {
  type CommentRow,
  commentsPage,
  concernedBy,
  insertComment,
  insertMentions,
  mentionsIn,
} from './comments.queries.ts'
import { admitMentioned, mentionedIn, withPlainMentions } from './mentions.ts'

type CommentWire = Made<typeof editComment>

/** What is commented on, with what says who may see it. */
export type Subject =
  | { kind: 'task' | 'instance'; id: string; shown: InstanceVisibility }
  | { kind: 'document'; id: string; document: DocumentVisibility }

const SORT = 'comments'
const SYSTEM = 'System'

const outsideOf = (row: Pick<CommentRow, 'outside_address' | 'outside_name' | 'outside_verified'>) =>
  row.outside_address === null
    ? null
    : { address: row.outside_address, name: row.outside_name ?? '', verified: row.outside_verified ?? false }

/** With the people who wrote them and whom they name, in three statements however many there are. */
export async function commentsOnWire(
  tx: ReadTx,
  viewer: Pick<Viewer, 'memberId'>,
  rows: readonly CommentRow[],
): Promise<CommentWire[]> {
  if (rows.length === 0) return []
  const mentions = await mentionsIn(
    tx.db,
    tx.tenantId,
    rows.map(({ id }) => id),
  )
  const people = await peopleOf(tx, [
    ...rows.map(({ author_id }) => author_id),
    ...mentions.map(({ member_id }) => member_id),
  ])
  return rows.map(({ id, content, author_id, created_at, edited_at, ...row }) => {
    const person = personOf(people, author_id)
    const outside = outsideOf(row)
    const author = person?.name ?? (outside ? outside.name || outside.address : SYSTEM)
    const named = mentions.filter(({ comment_id }) => comment_id === id)
    return {
      id,
      content,
      author,
      user_name: author,
      person,
      outside,
      created_at: created_at.toISOString(),
      is_edited: edited_at !== null,
      mentions: named.flatMap(({ member_id }) => people.get(member_id) ?? []),
      can_edit: author_id === viewer.memberId,
    }
  })
}

/** Comments on something that the viewer was found to see, newest first. */
export async function commentsOf(
  ctx: Context,
  tx: ReadTx,
  viewer: Pick<Viewer, 'memberId'>,
  entityId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Made<typeof listTaskComments>> {
  const cursors = cursorsOf(ctx, tx.tenantId, SORT, entityId)
  const [before] = cursors.decode(cursor) ?? []
  const rows = await commentsPage(tx.db, tx.tenantId, entityId, before, limit + 1)
  const { data, next } = pageOf(rows, limit, ({ id }) => cursors.encode([id]))
  return { data: await commentsOnWire(tx, viewer, data), pagination: { next_cursor: next ?? null } }
}

export async function publishCommentFrames(tx: TenantTx, act: string, subject: Subject) {
  if (subject.kind === 'document') return publishDocumentFrame(tx, `document.${act}`, subject.document)
  await publishInstanceFrame(tx, `instance.${act}`, subject.shown)
  if (subject.kind === 'task') await publishTaskFrame(tx, `task.${act}`, subject.id, subject.shown)
}

const COMMENTED = { task: 'task_commented', instance: 'instance_commented', document: 'file_commented' } as const

/** Those it names; with a new comment also those it concerns besides, and nobody twice. */
export async function notifyOfComment(
  tx: TenantTx,
  subject: Subject,
  { id, content }: Pick<CommentRow, 'id' | 'content'>,
  { named, isNew, otherwise = [] }: { named: readonly string[]; isNew: boolean; otherwise?: readonly string[] },
) {
  const { name, people } = await concernedBy(tx.db, tx.tenantId, subject.kind, subject.id)
  const about = { ...placeOf(subject), [subject.kind]: subject.id, comment: id }
  const text = withPlainMentions(content)
  if (named.length > 0) tx.notify({ type: 'mentioned', because: 'mentioned', name, text, to: named, about })
  if (!isNew) return
  const to = people.length > 0 ? people : otherwise
  tx.notify({ type: COMMENTED[subject.kind], because: 'participant', name, text, to, about })
}

function placeOf(subject: Subject) {
  if (subject.kind !== 'document') return { instance: subject.shown.id, workflow: subject.shown.workflow_id }
  return placeOfDocument(subject.document)
}

/** On something that the viewer was found to see. */
export async function addComment(
  tx: TenantTx,
  viewer: Viewer,
  subject: Subject,
  content: string,
): Promise<CommentWire> {
  const { db, tenantId } = tx
  const named = mentionedIn(content)
  await admitMentioned(tx, viewer, subject, named)
  const row = await insertComment(db, tenantId, {
    entity_kind: subject.kind,
    entity_id: subject.id,
    instance_id: subject.kind === 'document' ? null : subject.shown.id,
    author_id: viewer.memberId,
    content,
  })
  await insertMentions(db, tenantId, row.id, named)
  await notifyOfComment(tx, subject, row, { named, isNew: true })
  await publishCommentFrames(tx, 'commented', subject)
  tx.audit({ act: `${subject.kind}.commented`, kind: subject.kind, id: subject.id, data: { comment: row.id } })
  const [wire] = await commentsOnWire(tx, viewer, [row])
  if (!wire) throw notFound('This comment')
  return wire
}

export interface OutsideComment {
  name: string
  address: string
  verified: boolean
  content: string
  /** Whom it is news for where nobody has a part in the instance. */
  otherwise: readonly string[]
}

/** What somebody who is no member said about an instance: it names nobody, whatever it contains. */
export async function addOutsideComment(
  tx: TenantTx,
  shown: InstanceVisibility,
  { name, address, verified, content, otherwise }: OutsideComment,
): Promise<void> {
  const subject: Subject = { kind: 'instance', id: shown.id, shown }
  const row = await insertComment(tx.db, tx.tenantId, {
    entity_kind: 'instance',
    entity_id: shown.id,
    instance_id: shown.id,
    author_id: null,
    content: withPlainMentions(content),
    outside_address: address,
    outside_name: name,
    outside_verified: verified,
  })
  await notifyOfComment(tx, subject, row, { named: [], isNew: true, otherwise })
  await publishCommentFrames(tx, 'commented', subject)
  tx.audit({ act: 'instance.commented', kind: 'instance', id: shown.id, data: { comment: row.id, outside: true } })
}
