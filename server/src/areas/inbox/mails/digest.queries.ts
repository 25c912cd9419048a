import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { Owner } from '../messages/message-rows.queries.ts'
import { IS_REMOVED } from './mails.queries.ts'

export interface DueDigest {
  member_id: string
  /** Something waits for it, and nobody has worked out yet when it comes. */
  unplanned: boolean
}

/**
 * Whose digest is due. Their inboxes are locked first, as telling does it: nothing that commits meanwhile is lost, and two
 * who look at once do not send the same.
 */
export async function takeDueDigests(db: Db, tenantId: string, now: Date, most: number): Promise<DueDigest[]> {
  const due = sql`tenant_id = ${tenantId} and next_digest_at <= ${now.toISOString()}::timestamptz`
  const { rows: found } = await sql<{ member_id: string }>`select member_id from notification_hours where ${due}
    order by next_digest_at limit ${most}`.execute(db)
  if (found.length === 0) return []
  const members = found.map(({ member_id }) => member_id)
  await sql`select from inboxes where tenant_id = ${tenantId} and member_id = any (${members}::uuid[])
    order by member_id for no key update`.execute(db)
  const { rows } = await sql<DueDigest>`select member_id, next_digest_at = '-infinity' as unplanned
    from notification_hours where ${due} and member_id = any (${members}::uuid[]) order by member_id for update`.execute(
    db,
  )
  return rows
}

/** Nothing waits for it any more, until there is news again. */
export async function endDigest(db: Db, { tenantId, memberId }: Owner, now: Date): Promise<void> {
  await sql`update notification_hours set next_digest_at = null, last_digest_at = ${now.toISOString()}::timestamptz
    where tenant_id = ${tenantId} and member_id = ${memberId}`.execute(db)
}

export interface DigestNews {
  id: string
  message_id: string
  type: string
  removed: boolean
}

const MOST_NEWS = 500

/** What waits for a person's digest, the newest first; what is older than a month is not told any more. */
export async function digestNews(db: Db, { tenantId, memberId }: Owner): Promise<DigestNews[]> {
  const { rows } = await sql<DigestNews>`select n.id, n.message_id, n.type, ${IS_REMOVED} as removed from message_news n
    where n.tenant_id = ${tenantId} and n.member_id = ${memberId} and n.id > (select uuidv7(interval '-31 days'))
      and n.mail = 'digest'
    order by n.id desc limit ${MOST_NEWS}`.execute(db)
  return rows
}

const LATEST_INSTANCES = 300

/**
 * Of the latest instances that a person has a part in: those that they started, that still run and that they may see,
 * newest first.
 */
export async function startedBy(
  db: Db,
  { tenantId, memberId }: Owner,
  { visible, most }: { visible: RawBuilder<boolean>; most: number },
) {
  const { rows } = await sql<{ id: string; name: string }>`select i.id, i.name from (
      select instance_id from instance_people where tenant_id = ${tenantId} and member_id = ${memberId}
      order by instance_id desc limit ${LATEST_INSTANCES}) p
    join instances i on i.tenant_id = ${tenantId} and i.id = p.instance_id
    where i.started_by = ${memberId} and i.status = 'in_progress' and i.deleted_at is null and ${visible}
    order by i.id desc limit ${most}`.execute(db)
  return rows
}
