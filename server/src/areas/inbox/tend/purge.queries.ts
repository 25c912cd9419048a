import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { dropSearchEntries } from '../../../core/search/drop-entries.ts'

/** As long as a deleted message can be restored. */
export const DELETED_LIFE = sql`interval '30 days'`
/** As long as a message is kept after its last news. */
export const QUIET_LIFE = sql`interval '12 months'`

interface EndedMessage {
  member_id: string
  id: string
}

const moment = (now: Date) => sql`${now.toISOString()}::timestamptz`

/** Some of what has ended. What still needs somebody has not: without its message they would be asked anew. */
export async function endedMessages(db: Db, tenantId: string, now: Date, most: number): Promise<EndedMessage[]> {
  const { rows } = await sql<EndedMessage>`
    (select member_id, id from messages where tenant_id = ${tenantId} and not needs_you and deleted_at is not null
      and deleted_at <= ${moment(now)} - ${DELETED_LIFE} order by deleted_at limit ${most})
    union
    (select member_id, id from messages where tenant_id = ${tenantId} and not needs_you
      and news_at <= ${moment(now)} - ${QUIET_LIFE} order by news_at limit ${most})
    limit ${most}`.execute(db)
  return rows
}

/**
 * The same, for good: their inboxes are locked first, as telling does it, so that a message with news that commits
 * meanwhile is left alone.
 */
export async function takeEnded(db: Db, tenantId: string, now: Date, most: number): Promise<EndedMessage[]> {
  const at = moment(now)
  const rows = await endedMessages(db, tenantId, now, most)
  if (rows.length === 0) return []
  await sql`select from inboxes where tenant_id = ${tenantId} and member_id = any (${membersOf(rows)}::uuid[])
    order by member_id for no key update`.execute(db)
  const { rows: ended } = await sql<EndedMessage>`select member_id, id from messages where ${among(tenantId, rows)}
    and not needs_you and (deleted_at <= ${at} - ${DELETED_LIFE} or news_at <= ${at} - ${QUIET_LIFE})`.execute(db)
  return ended
}

const membersOf = (rows: readonly EndedMessage[]) => [...new Set(rows.map(({ member_id }) => member_id))]

/** By the keys of both tables: a member, and an id that nobody else has. */
const among = (tenantId: string, rows: readonly EndedMessage[]) =>
  sql`tenant_id = ${tenantId} and member_id = any (${membersOf(rows)}::uuid[])
    and id = any (${rows.map(({ id }) => id)}::uuid[])`

/** Up to a bound of what they said; answers how many pieces these were. */
export async function dropNews(db: Db, tenantId: string, ended: readonly EndedMessage[], most: number) {
  const { rows } = await sql<EndedMessage>`select n.member_id, n.id
    from unnest(${ended.map(({ member_id }) => member_id)}::uuid[], ${ended.map(({ id }) => id)}::uuid[]) as e (member_id, id)
    cross join lateral (select n.member_id, n.id from message_news n
      where n.tenant_id = ${tenantId} and n.member_id = e.member_id and n.message_id = e.id
      order by n.id desc limit ${most}) n
    limit ${most}`.execute(db)
  if (rows.length > 0) await sql`delete from message_news where ${among(tenantId, rows)}`.execute(db)
  return rows.length
}

export async function dropMessages(db: Db, tenantId: string, ended: readonly EndedMessage[]) {
  await sql`delete from messages where ${among(tenantId, ended)}`.execute(db)
  await dropSearchEntries(
    db,
    tenantId,
    'inbox_message',
    ended.map(({ id }) => id),
  )
}
