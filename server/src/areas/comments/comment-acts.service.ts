import type { editComment, listTaskComments } from '@throughline/contracts/comments'
import type { Made, Query } from '@throughline/contracts/endpoint'
import type { CommentId, InstanceId, TaskId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { seenInstance, shownInstance } from '../instances/sight.service.ts'
import { seenTask } from '../tasks/tasks.service.ts'
import { type CommentRow, changeContent, insertMentions, lockComment, takeBack } from './comments.queries.ts'
import { addComment, commentsOf, commentsOnWire, type Subject, tellCommented } from './comments.service.ts'
import { admitMentioned, mentionedIn } from './mentions.ts'

type Asked = Query<typeof listTaskComments>

export const instanceComments = (ctx: Context, viewer: Viewer, id: InstanceId, asked: Asked) =>
  readTenant(ctx, viewer, async (tx) => {
    await seenInstance(tx, viewer, id, { state: 'any' })
    return commentsOf(tx, viewer, id, asked)
  })

export const taskComments = (ctx: Context, viewer: Viewer, id: TaskId, asked: Asked) =>
  readTenant(ctx, viewer, async (tx) => {
    await seenTask(tx, viewer, id)
    return commentsOf(tx, viewer, id, asked)
  })

export const commentOnInstance = (ctx: Context, viewer: Viewer, id: InstanceId, content: string) =>
  inTenant(ctx, viewer, async (tx) => {
    await seenInstance(tx, viewer, id)
    return { data: await addComment(tx, viewer, { kind: 'instance', id, instanceId: id }, content) }
  })

export const commentOnTask = (ctx: Context, viewer: Viewer, id: TaskId, content: string) =>
  inTenant(ctx, viewer, async (tx) => {
    const { instance_id: instanceId } = await seenTask(tx, viewer, id)
    return addComment(tx, viewer, { kind: 'task', id, instanceId }, content)
  })

const subjectOf = ({ entity_kind, entity_id, instance_id }: CommentRow): Subject => ({
  kind: entity_kind === 'task' ? 'task' : 'instance',
  id: entity_id,
  instanceId: instance_id,
})

/** Only whoever wrote it, and only while they may see what it is about. */
async function ownComment(tx: TenantTx, viewer: Viewer, id: string) {
  const comment = await lockComment(tx.db, tx.tenantId, id)
  if (!comment) throw notFound('This comment')
  const subject = subjectOf(comment)
  if (subject.kind === 'task') await seenTask(tx, viewer, subject.id)
  else await seenInstance(tx, viewer, subject.id)
  if (comment.author_id !== viewer.memberId)
    throw new AppError(403, 'not_own', 'Only whoever wrote a comment can change it')
  return { comment, subject, shown: await shownInstance(tx, subject.instanceId) }
}

export const changeComment = (
  ctx: Context,
  viewer: Viewer,
  id: CommentId,
  content: string,
): Promise<Made<typeof editComment>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { comment, subject, shown } = await ownComment(tx, viewer, id)
    if (content !== comment.content) {
      const named = mentionedIn(content)
      await admitMentioned(tx, viewer, shown, named)
      await changeContent(tx.db, tx.tenantId, id, content)
      await insertMentions(tx.db, tx.tenantId, id, named)
      await tellCommented(tx, 'comment_changed', subject, shown)
      const data = { comment: id, before: comment.content, after: content }
      tx.audit({ act: `${subject.kind}.comment_changed`, kind: subject.kind, id: subject.id, data })
    }
    const edited = await lockComment(tx.db, tx.tenantId, id)
    const [wire] = edited ? await commentsOnWire(tx, viewer, [edited]) : []
    if (!wire) throw notFound('This comment')
    return wire
  })

export const dropComment = (ctx: Context, viewer: Viewer, id: CommentId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { comment, subject, shown } = await ownComment(tx, viewer, id)
    await takeBack(tx.db, tx.tenantId, id)
    await tellCommented(tx, 'comment_removed', subject, shown)
    const data = { comment: id, content: comment.content }
    tx.audit({ act: `${subject.kind}.comment_removed`, kind: subject.kind, id: subject.id, data })
    return { id }
  })
