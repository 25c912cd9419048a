import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

const comments = (db: Db, tenantId: string) =>
  db
    .selectFrom('comments')
    .select(['id', 'entity_kind', 'entity_id', 'instance_id', 'author_id', 'content', 'created_at', 'edited_at'])
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)

/** Newest first. */
export function commentsPage(db: Db, tenantId: string, entityId: string, before: string | undefined, limit: number) {
  let page = comments(db, tenantId).where('entity_id', '=', entityId)
  if (before) page = page.where('id', '<', before)
  return page.orderBy('id', 'desc').limit(limit).execute()
}

export type CommentRow = Awaited<ReturnType<typeof commentsPage>>[number]

/** Nobody else changes it until the commit. */
export const lockComment = (db: Db, tenantId: string, id: string) =>
  comments(db, tenantId).where('id', '=', id).forUpdate().executeTakeFirst()

export const mentionsIn = (db: Db, tenantId: string, ids: readonly string[]) =>
  db
    .selectFrom('comment_mentions')
    .select(['comment_id', 'member_id'])
    .where('tenant_id', '=', tenantId)
    .where('comment_id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()

interface NewComment {
  entity_kind: 'task' | 'instance' | 'document'
  entity_id: string
  /** A document's comments are its own wherever it is moved. */
  instance_id: string | null
  author_id: string
  content: string
}

export const insertComment = (db: Db, tenantId: string, comment: NewComment) =>
  db
    .insertInto('comments')
    .values({ tenant_id: tenantId, ...comment })
    .returning(['id', 'entity_kind', 'entity_id', 'instance_id', 'author_id', 'content', 'created_at', 'edited_at'])
    .executeTakeFirstOrThrow()

export async function insertMentions(db: Db, tenantId: string, commentId: string, memberIds: readonly string[]) {
  if (memberIds.length === 0) return
  await db
    .insertInto('comment_mentions')
    .values(memberIds.map((member_id) => ({ tenant_id: tenantId, comment_id: commentId, member_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function changeContent(db: Db, tenantId: string, id: string, content: string) {
  await db
    .updateTable('comments')
    .set({ content, edited_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

export async function deleteComment(db: Db, tenantId: string, id: string) {
  await db.deleteFrom('comment_mentions').where('tenant_id', '=', tenantId).where('comment_id', '=', id).execute()
  await db.deleteFrom('comments').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}
