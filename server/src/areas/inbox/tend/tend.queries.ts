import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { NoticeRow } from '../telling/tell.queries.ts'
import { DELETED_LIFE, QUIET_LIFE } from './purge.queries.ts'

interface FanOut {
  id: string
  task_id: string | null
  notice: NoticeRow | null
  actor_id: string | null
  told_upto: string | null
}

/** The oldest; locked, so that two who look at once do not take the same. */
export async function takeFanOut(db: Db, tenantId: string): Promise<FanOut | undefined> {
  const { rows } = await sql<FanOut>`select id, task_id, notice, actor_id, told_upto from fan_outs
    where tenant_id = ${tenantId} order by id limit 1 for update skip locked`.execute(db)
  return rows[0]
}

/** Null: all are told. */
export async function putFanOut(db: Db, tenantId: string, id: string, toldUpto: string | null): Promise<void> {
  if (toldUpto === null) await sql`delete from fan_outs where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  else await sql`update fan_outs set told_upto = ${toldUpto} where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

interface FollowersPage {
  /** Those who may see it; true: everybody. */
  among: true | readonly string[]
  after: string | null
  most: number
}

/** Who follows all of a workflow, by id. */
export async function followersOf(
  db: Db,
  tenantId: string,
  workflowId: string,
  { among, after, most }: FollowersPage,
): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`select member_id from follows
    where tenant_id = ${tenantId} and workflow_id = ${workflowId} and level = 'everything'
      and (${after}::uuid is null or member_id > ${after}::uuid)
      ${among === true ? sql`` : sql`and member_id = any (${among}::uuid[])`}
    order by member_id limit ${most}`.execute(db)
  return rows.map(({ member_id }) => member_id)
}

interface AskRange {
  /** Of the members behind this one, up to `last`. */
  after: string | null
  last: string | undefined
  waited: readonly string[]
}

/** The task does not wait for these any more: it went from one long queue to another, or from a person to one. */
export async function endAsks(
  db: Db,
  tenantId: string,
  taskId: string,
  { after, last, waited }: AskRange,
): Promise<[string, string][]> {
  const { rows } = await sql<{ member_id: string; id: string }>`update messages
    set needs_you = false, read_at = coalesce(read_at, now()), mail_at = null, snoozed_until = null, wake_at = null
    where tenant_id = ${tenantId} and thing_id = ${taskId} and needs_you and member_id <> all (${waited}::uuid[])
      and (${after}::uuid is null or member_id > ${after}::uuid) and (${last ?? null}::uuid is null or member_id <= ${last ?? null}::uuid)
    returning member_id, id`.execute(db)
  return rows.map(({ member_id, id }) => [member_id, id])
}

/**
 * What comes back now stands on top again, unread, in the inbox if it was archived. Each inbox is locked before its
 * messages, and all of them in one order.
 */
export async function wakeMessages(db: Db, tenantId: string, most: number): Promise<[string, string][]> {
  const { rows: due } = await sql<{ member_id: string; id: string }>`select member_id, id from messages
    where tenant_id = ${tenantId} and wake_at <= now() order by wake_at limit ${most}`.execute(db)
  if (due.length === 0) return []
  const members = [...new Set(due.map(({ member_id }) => member_id))]
  await sql`select from inboxes where tenant_id = ${tenantId} and member_id = any (${members}::uuid[])
    order by member_id for no key update`.execute(db)
  const { rows } = await sql<{ member_id: string; id: string }>`with due as (
      select m.member_id, m.id, row_number() over (partition by m.member_id order by m.wake_at, m.id) as n from messages m
      where m.tenant_id = ${tenantId} and m.wake_at <= now() and m.id = any (${due.map(({ id }) => id)}::uuid[])
        and m.member_id = any (${members}::uuid[])),
    numbered as (
      update inboxes b set last_news = b.last_news + c.pieces
      from (select member_id, count(*) as pieces from due group by member_id) c
      where b.tenant_id = ${tenantId} and b.member_id = c.member_id
      returning b.member_id, b.last_news, c.pieces)
    update messages m set snoozed_until = null, wake_at = null, read_at = null, news_at = now(),
      news_no = b.last_news - b.pieces + d.n, label = case m.label when 'archived' then 'inbox' else m.label end
    from due d join numbered b on b.member_id = d.member_id
    where m.tenant_id = ${tenantId} and m.member_id = d.member_id and m.id = d.id
    returning m.member_id, m.id`.execute(db)
  return rows.map(({ member_id, id }) => [member_id, id])
}

interface ReadMark {
  member_id: string
  label: string
  read_upto: string
}

export async function readMarks(db: Db, tenantId: string): Promise<ReadMark[]> {
  const { rows } = await sql<ReadMark>`select member_id, label, read_upto::text as read_upto from read_marks
    where tenant_id = ${tenantId} order by member_id, label limit 100`.execute(db)
  return rows
}

/** Unless it has moved on since. */
export async function dropReadMark(db: Db, tenantId: string, { member_id, label, read_upto }: ReadMark): Promise<void> {
  await sql`delete from read_marks where tenant_id = ${tenantId} and member_id = ${member_id} and label = ${label}
    and read_upto = ${read_upto}::bigint`.execute(db)
}

/**
 * When the next of it is due; remembered, so that an act pokes only what would come too late. An act that relies on what is
 * remembered has committed by now, or sees what is remembered from now on.
 */
export async function planNext(db: Db, tenantId: string): Promise<Date | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('inboxes of ' || ${tenantId}, 0))`.execute(db)
  const { rows } = await sql<{
    next: Date | null
  }>`select case when d.next < 'infinity' then greatest(d.next, now()) end as next
    from (select least(
      (select min(wake_at) from messages where tenant_id = ${tenantId} and wake_at is not null),
      (select min(mail_at) from messages where tenant_id = ${tenantId} and mail_at is not null),
      (select min(next_digest_at) from notification_hours where tenant_id = ${tenantId} and next_digest_at is not null),
      (select min(deleted_at) + ${DELETED_LIFE} from messages
        where tenant_id = ${tenantId} and deleted_at is not null and not needs_you),
      (select min(news_at) + ${QUIET_LIFE} from messages where tenant_id = ${tenantId} and not needs_you)
    ) as next) d`.execute(db)
  const next = rows[0]?.next ?? null
  if (next) {
    await sql`insert into inbox_wants (tenant_id, by) values (${tenantId}, ${next.toISOString()}::timestamptz)
      on conflict (tenant_id) do update set by = excluded.by`.execute(db)
  } else await sql`delete from inbox_wants where tenant_id = ${tenantId}`.execute(db)
  return next
}
