import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { Owner } from '../messages/message-rows.queries.ts'

export interface DueMail {
  member_id: string
  id: string
}

/** Whose mail is due, locked; two who look at once do not take the same. */
export async function takeDueMails(db: Db, tenantId: string, now: Date, most: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`select member_id, id from messages
    where tenant_id = ${tenantId} and mail_at <= ${now.toISOString()}::timestamptz
    order by mail_at limit ${most} for update skip locked`.execute(db)
  return rows
}

/** Null: it is mailed, or not to be mailed any more. */
export async function setMailAt(db: Db, { tenantId, memberId }: Owner, ids: readonly string[], at: Date | null) {
  await sql`update messages set mail_at = ${at?.toISOString() ?? null}::timestamptz
    where tenant_id = ${tenantId} and member_id = ${memberId} and id = any (${ids}::uuid[])`.execute(db)
}

export interface UnmailedNews {
  id: string
  message_id: string
  type: string
  body: string
  sender_id: string | null
  /** It told of a comment that is gone. */
  removed: boolean
}

/** A comment says something as long as it is there. */
export const IS_REMOVED = sql`(n.comment_id is not null and n.body = '')`

const LATEST = 20

/** Of the latest news of these messages those that are to be mailed right away and are not yet, the newest first. */
export async function unmailedNews(db: Db, { tenantId, memberId }: Owner, ids: readonly string[]) {
  const { rows } =
    await sql<UnmailedNews>`select n.id, n.message_id, n.type, n.body, n.sender_id, n.removed from unnest(${ids}::uuid[]) as m (id)
    cross join lateral (select n.id, n.message_id, n.type, n.body, n.sender_id, n.mail,
        ${IS_REMOVED} as removed from message_news n
      where n.tenant_id = ${tenantId} and n.member_id = ${memberId} and n.message_id = m.id
      order by n.id desc limit ${LATEST}) n
    where n.mail is null`.execute(db)
  return rows
}

export async function markNews(
  db: Db,
  { tenantId, memberId }: Owner,
  ids: readonly string[],
  mail: 'sent' | 'included' | 'skipped' | 'digested',
) {
  await sql`update message_news set mail = ${mail}
    where tenant_id = ${tenantId} and member_id = ${memberId} and id = any (${ids}::uuid[])`.execute(db)
}
