import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { Owner } from './message-rows.queries.ts'

const own = ({ tenantId, memberId }: Owner, id: string) =>
  sql`m.tenant_id = ${tenantId} and m.member_id = ${memberId} and m.id = ${id}`

const change = async (db: Db, owner: Owner, id: string, set: RawBuilder<unknown>) => {
  await sql`update messages m set ${set} where ${own(owner, id)}`.execute(db)
}

export const setRead = (db: Db, owner: Owner, id: string) =>
  change(db, owner, id, sql`read_at = coalesce(m.read_at, now()), mail_at = null`)

/**
 * With a number of its own where everything up to its old one counts as read: under the label where it lies, or where it
 * goes to.
 */
const renumbered = ({ tenantId, memberId }: Owner, label: RawBuilder<unknown>, next: bigint) =>
  sql`news_no = case when exists (select from read_marks r where r.tenant_id = ${tenantId} and r.member_id = ${memberId}
    and r.label = ${label} and r.read_upto >= m.news_no) then ${next}::bigint else m.news_no end`

export const setUnread = (db: Db, owner: Owner, id: string, next: bigint) =>
  change(db, owner, id, sql`read_at = null, ${renumbered(owner, sql`m.label`, next)}`)

/** The day before it is due; if that is past, an hour before; what is due sooner stays where it was put. */
const BACK_FROM_ARCHIVE = sql`case when not m.needs_you or m.due_sort = 'infinity' then null
  when m.due_sort - interval '1 day' > now() then m.due_sort - interval '1 day'
  when m.due_sort - interval '1 hour' > now() then m.due_sort - interval '1 hour' end`

interface Move {
  label: string
  /** What its being read came from: its own mark, or that of all under its label. */
  isRead: boolean
  next: bigint
}

export const setLabel = (db: Db, owner: Owner, id: string, { label, isRead, next }: Move) =>
  change(
    db,
    owner,
    id,
    sql`label = ${label}, read_at = ${isRead ? sql`coalesce(m.read_at, now())` : sql`null`},
      ${isRead ? sql`news_no = m.news_no` : renumbered(owner, sql`${label}`, next)},
      snoozed_until = null, wake_at = ${label === 'archived' ? BACK_FROM_ARCHIVE : sql`null`}`,
  )

/** Answers when it comes back by itself. */
export async function setSnooze(db: Db, owner: Owner, id: string, until: Date | 'infinity'): Promise<Date | null> {
  const wanted = sql`${until === 'infinity' ? until : until.toISOString()}::timestamptz`
  const latest = sql`case when m.needs_you then m.due_sort - interval '1 hour' else 'infinity' end`
  const { rows } = await sql<{ wake_at: Date | null }>`update messages m
    set snoozed_until = case when ${wanted} < 'infinity' then least(${wanted}, ${latest}) else ${wanted} end,
      wake_at = nullif(least(${wanted}, ${latest}), 'infinity'), read_at = coalesce(m.read_at, now()), mail_at = null
    where ${own(owner, id)} returning wake_at`.execute(db)
  return rows[0]?.wake_at ?? null
}

/** Of what lies in the archive. */
const BACK_IF_ARCHIVED = sql`case m.label when 'archived' then ${BACK_FROM_ARCHIVE} end`

export const endSnooze = (db: Db, owner: Owner, id: string) =>
  change(db, owner, id, sql`snoozed_until = null, wake_at = ${BACK_IF_ARCHIVED}`)

export const setDeleted = (db: Db, owner: Owner, id: string) =>
  change(
    db,
    owner,
    id,
    sql`deleted_at = coalesce(m.deleted_at, now()), snoozed_until = null, wake_at = null, mail_at = null`,
  )

export const setRestored = (db: Db, owner: Owner, id: string) =>
  change(db, owner, id, sql`deleted_at = null, snoozed_until = null, wake_at = ${BACK_IF_ARCHIVED}`)

/** Up to a bound of those under a label that are not marked yet; says how many these were. */
export async function markRead(
  db: Db,
  { tenantId, memberId }: Owner,
  label: string,
  upto: bigint,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`update messages m set read_at = now(), mail_at = null
    where m.tenant_id = ${tenantId} and m.member_id = ${memberId} and m.id in (
      select u.id from messages u where u.tenant_id = ${tenantId} and u.member_id = ${memberId} and u.label = ${label}
        and u.read_at is null and u.deleted_at is null and u.snoozed_until is null and u.news_no <= ${upto}::bigint
      order by u.news_no desc limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function putReadMark(db: Db, { tenantId, memberId }: Owner, label: string, upto: bigint) {
  await sql`insert into read_marks as r (tenant_id, member_id, label, read_upto)
    values (${tenantId}, ${memberId}, ${label}, ${upto}::bigint)
    on conflict (tenant_id, member_id, label) do update set read_upto = greatest(r.read_upto, excluded.read_upto)`.execute(
    db,
  )
}

/** The next number of a person's news, for a message that they bring up themselves. The inbox is locked. */
export async function takeNumber(db: Db, { tenantId, memberId }: Owner): Promise<bigint> {
  const { rows } = await sql<{ n: string }>`update inboxes set last_news = last_news + 1
    where tenant_id = ${tenantId} and member_id = ${memberId} returning last_news::text as n`.execute(db)
  return BigInt(rows[0]?.n ?? 1)
}

/** The inboxes are looked after by then; says whether that is sooner than was known. */
export async function wantInboxes(db: Db, by: Date): Promise<boolean> {
  const { rows } = await sql<{
    sooner: boolean
  }>`select auth.want_inboxes(${by.toISOString()}::timestamptz) as sooner`.execute(db)
  return rows[0]?.sooner ?? false
}
