import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

const COLUMNS = [
  'id',
  'entity_kind',
  'entity_id',
  'instance_id',
  'author_id',
  'content',
  'created_at',
  'edited_at',
  'outside_address',
  'outside_name',
  'outside_verified',
] as const

const comments = (db: Db, tenantId: string) =>
  db.selectFrom('comments').select(COLUMNS).where('tenant_id', '=', tenantId).where('deleted_at', 'is', null)

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
  author_id: string | null
  content: string
  /** Who said it, where that is nobody of the workspace. */
  outside_address?: string
  outside_name?: string
  outside_verified?: boolean
}

export const insertComment = (db: Db, tenantId: string, comment: NewComment) =>
  db
    .insertInto('comments')
    .values({ tenant_id: tenantId, ...comment })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

export async function insertMentions(db: Db, tenantId: string, commentId: string, memberIds: readonly string[]) {
  if (memberIds.length === 0) return
  await db
    .insertInto('comment_mentions')
    .values(memberIds.map((member_id) => ({ tenant_id: tenantId, comment_id: commentId, member_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What is commented on by name, and who hears of it: those with a part in it, and those who said something before. */
export async function concernedBy(db: Db, tenantId: string, kind: NewComment['entity_kind'], id: string) {
  const table = { task: sql`tasks`, instance: sql`instances`, document: sql`documents` }[kind]
  const people = {
    task: sql`select p.member_id from task_people p where p.tenant_id = ${tenantId} and p.task_id = ${id}
      union select i.started_by from tasks t join instances i on i.tenant_id = ${tenantId} and i.id = t.instance_id
        where t.tenant_id = ${tenantId} and t.id = ${id}`,
    instance: sql`select p.member_id from instance_people p where p.tenant_id = ${tenantId} and p.instance_id = ${id}
      union select i.started_by from instances i where i.tenant_id = ${tenantId} and i.id = ${id}`,
    document: sql`select d.uploaded_by from documents d where d.tenant_id = ${tenantId} and d.id = ${id}`,
  }[kind]
  const { rows } = await sql<{ name: string; people: string[] }>`select e.name, array(
      select c.member_id from (${people}
        union select c.author_id from comments c where c.tenant_id = ${tenantId} and c.entity_id = ${id}
          and c.deleted_at is null) as c (member_id)
      where c.member_id is not null limit 500) as people
    from ${table} e where e.tenant_id = ${tenantId} and e.id = ${id}`.execute(db)
  return rows[0] ?? { name: '', people: [] }
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

/** What people were told of a comment says this from now on. Whose messages these are. */
export async function changeNews(db: Db, commentId: string, text: string): Promise<[string, string][]> {
  const { rows } = await sql<{ member_id: string; message_id: string }>`
    select member_id, message_id from auth.change_comment_news(${commentId}, ${text})`.execute(db)
  return rows.map(({ member_id, message_id }) => [member_id, message_id])
}
