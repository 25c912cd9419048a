import type { editComment, listTaskComments } from '@throughline/contracts/comments'
import type { Made, Query } from '@throughline/contracts/endpoint'
import type { CommentId, DocumentId, InstanceId, TaskId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { requireVisibleDocument } from '../documents/documents.public.ts'
import { requireInstanceVisibility, requireVisibleInstance } from '../instances/instances.public.ts'
import { requireVisibleTask } from '../tasks/tasks.public.ts'
import { changeContent, changeNews, deleteComment, insertMentions, lockComment } from './comments.queries.ts'
import {
  addComment,
  commentsOf,
  commentsOnWire,
  notifyOfComment,
  publishCommentFrames,
  type Subject,
} from './comments.service.ts'
import { admitMentioned, mentionedIn, withPlainMentions } from './mentions.ts'

type CommentListQuery = Query<typeof listTaskComments>

export const instanceComments = (ctx: Context, viewer: Viewer, id: InstanceId, asked: CommentListQuery) =>
  readTenant(ctx, viewer, async (tx) => {
    await requireVisibleInstance(tx, viewer, id, { state: 'any' })
    return commentsOf(ctx, tx, viewer, id, asked)
  })

export const taskComments = (ctx: Context, viewer: Viewer, id: TaskId, asked: CommentListQuery) =>
  readTenant(ctx, viewer, async (tx) => {
    await requireVisibleTask(tx, viewer, id)
    return commentsOf(ctx, tx, viewer, id, asked)
  })

export const documentComments = (ctx: Context, viewer: Viewer, id: DocumentId, asked: CommentListQuery) =>
  readTenant(ctx, viewer, async (tx) => {
    await requireVisibleDocument(tx, viewer, id, { state: 'any' })
    return commentsOf(ctx, tx, viewer, id, asked)
  })

/** As far as the viewer may see it. */
async function subjectOf(tx: TenantTx, viewer: Viewer, kind: Subject['kind'], id: string): Promise<Subject> {
  if (kind === 'document') return { kind, id, document: await requireVisibleDocument(tx, viewer, id) }
  if (kind === 'instance') {
    await requireVisibleInstance(tx, viewer, id)
    return { kind, id, shown: await requireInstanceVisibility(tx, id) }
  }
  const { instance_id } = await requireVisibleTask(tx, viewer, id)
  return { kind, id, shown: await requireInstanceVisibility(tx, instance_id) }
}

export const commentOnInstance = (ctx: Context, viewer: Viewer, id: InstanceId, content: string) =>
  inTenant(ctx, viewer, async (tx) => ({
    data: await addComment(tx, viewer, await subjectOf(tx, viewer, 'instance', id), content),
  }))

export const commentOnTask = (ctx: Context, viewer: Viewer, id: TaskId, content: string) =>
  inTenant(ctx, viewer, async (tx) => addComment(tx, viewer, await subjectOf(tx, viewer, 'task', id), content))

export const commentOnDocument = (ctx: Context, viewer: Viewer, id: DocumentId, content: string) =>
  inTenant(ctx, viewer, async (tx) => addComment(tx, viewer, await subjectOf(tx, viewer, 'document', id), content))

const Kind = z.enum(['task', 'instance', 'document'])

/** What others read of it in their inboxes is brought in line; their pages get it again. */
async function retell(ctx: Context, tx: TenantTx, id: string, content: string) {
  const changed = await changeNews(tx.db, id, withPlainMentions(content))
  const { tenantId } = tx
  if (changed.length > 0) tx.afterCommit(() => ctx.publish({ kind: 'inbox', tenantId, changed }))
}

/** Only whoever wrote it, and only while they may see what it is about. */
async function ownComment(tx: TenantTx, viewer: Viewer, id: string) {
  const comment = await lockComment(tx.db, tx.tenantId, id)
  if (!comment) throw notFound('This comment')
  const about = subjectOf(tx, viewer, z.parse(Kind, comment.entity_kind), comment.entity_id)
  const subject = await about.catch((error: unknown) => {
    // Hidden with what it is about, it is refused in the words for one that does not exist.
    throw error instanceof AppError && error.status === 404 ? notFound('This comment') : error
  })
  if (comment.author_id !== viewer.memberId)
    throw new AppError(403, 'not_own', 'Only the author of a comment can change it')
  return { comment, subject }
}

export const changeComment = (
  ctx: Context,
  viewer: Viewer,
  id: CommentId,
  content: string,
): Promise<Made<typeof editComment>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { comment, subject } = await ownComment(tx, viewer, id)
    if (content !== comment.content) {
      const named = mentionedIn(content)
      await admitMentioned(tx, viewer, subject, named)
      await changeContent(tx.db, tx.tenantId, id, content)
      await insertMentions(tx.db, tx.tenantId, id, named)
      await publishCommentFrames(tx, 'comment_changed', subject)
      tx.audit({ act: `${subject.kind}.comment_changed`, kind: subject.kind, id: subject.id, data: { comment: id } })
      await retell(ctx, tx, id, content)
      const before = mentionedIn(comment.content)
      const added = named.filter((one) => !before.includes(one))
      if (added.length > 0) await notifyOfComment(tx, subject, { id, content }, { named: added, isNew: false })
    }
    const edited = await lockComment(tx.db, tx.tenantId, id)
    const [wire] = edited ? await commentsOnWire(tx, viewer, [edited]) : []
    if (!wire) throw notFound('This comment')
    return wire
  })

/** With its text and mentions. That there was one remains in the audit. */
export const dropComment = (ctx: Context, viewer: Viewer, id: CommentId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { subject } = await ownComment(tx, viewer, id)
    await deleteComment(tx.db, tx.tenantId, id)
    await publishCommentFrames(tx, 'comment_removed', subject)
    tx.audit({ act: `${subject.kind}.comment_removed`, kind: subject.kind, id: subject.id, data: { comment: id } })
    await retell(ctx, tx, id, '')
    return { id }
  })
