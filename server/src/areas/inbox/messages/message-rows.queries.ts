import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

export interface MessageRow {
  id: string
  thing_id: string
  type: string
  kind: string
  because: string
  title: string
  body: string
  priority: number
  sender_id: string | null
  label: string
  news_no: string
  news_at: Date
  news_count: number
  is_read: boolean
  needs_you: boolean
  due_sort: string
  due_at: Date | null
  due_day: string | null
  snoozed_until: string | null
  deleted_at: string | null
  task_id: string | null
  instance_id: string | null
  workflow_id: string | null
  document_id: string | null
}

/** Whose messages. */
export interface Owner {
  tenantId: string
  memberId: string
}

/** All of a label up to a number count as read while they are marked one by one. */
const upto = ({ tenantId, memberId }: Owner) => sql`coalesce((select r.read_upto from read_marks r
  where r.tenant_id = ${tenantId} and r.member_id = ${memberId} and r.label = m.label), 0)`

const columns = (
  owner: Owner,
) => sql`m.id, m.thing_id, m.type, m.kind, m.because, m.title, m.body, m.priority, m.sender_id,
  m.label, m.news_no::text as news_no, m.news_at, m.news_count,
  (m.read_at is not null or m.news_no <= ${upto(owner)}) as is_read, m.needs_you, m.due_sort::text as due_sort,
  case when m.due_sort < 'infinity' then m.due_sort end as due_at, to_char(m.due_day, 'YYYY-MM-DD') as due_day,
  m.snoozed_until::text as snoozed_until, m.deleted_at::text as deleted_at, m.task_id, m.instance_id, m.workflow_id, m.document_id`

const own = ({ tenantId, memberId }: Owner) => sql`m.tenant_id = ${tenantId} and m.member_id = ${memberId}`
const SHOWN = sql`m.deleted_at is null and m.snoozed_until is null`

export interface Filter {
  label: string
  unread: boolean
  family: 'all' | 'task' | 'workflow' | 'system'
}

const narrowed = (owner: Owner, { unread, family }: Filter) =>
  sql`${unread ? sql`and m.read_at is null and m.news_no > ${upto(owner)}` : sql``}
    ${family === 'all' ? sql`` : sql`and m.family = ${family}`}`

/** What needs the person, the earliest due first. */
export async function askingPage(
  db: Db,
  owner: Owner,
  filter: Filter,
  after: { due: string; id: string } | undefined,
  limit: number,
) {
  const from = after ? sql`and (m.due_sort, m.id) > (${after.due}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<MessageRow>`select ${columns(owner)} from messages m
    where ${own(owner)} and m.label = ${filter.label} and m.needs_you and ${SHOWN} ${from} ${narrowed(owner, filter)}
    order by m.due_sort, m.id limit ${limit}`.execute(db)
  return rows
}

/** Everything else, the newest first. */
export async function otherPage(db: Db, owner: Owner, filter: Filter, before: string | undefined, limit: number) {
  const from = before ? sql`and m.news_no < ${before}::bigint` : sql``
  const { rows } = await sql<MessageRow>`select ${columns(owner)} from messages m
    where ${own(owner)} and m.label = ${filter.label} and not m.needs_you and ${SHOWN} ${from} ${narrowed(owner, filter)}
    order by m.news_no desc limit ${limit}`.execute(db)
  return rows
}

/** Wherever it lies: one branch for each label, so that each is a range of the index. */
export async function needsYouPage(
  db: Db,
  owner: Owner,
  labels: readonly string[],
  after: { due: string; id: string } | undefined,
  limit: number,
) {
  const from = after ? sql`and (m.due_sort, m.id) > (${after.due}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<MessageRow>`select m.* from unnest(${labels}::text[]) as l (label)
    cross join lateral (select ${columns(owner)} from messages m
      where ${own(owner)} and m.label = l.label collate "C" and m.needs_you and ${SHOWN} ${from}
      order by m.due_sort, m.id limit ${limit}) m
    order by m.due_sort::timestamptz, m.id limit ${limit}`.execute(db)
  return rows
}

export async function snoozedPage(
  db: Db,
  owner: Owner,
  after: { until: string; id: string } | undefined,
  limit: number,
) {
  const from = after ? sql`and (m.snoozed_until, m.id) > (${after.until}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<MessageRow>`select ${columns(owner)} from messages m
    where ${own(owner)} and m.snoozed_until is not null and m.deleted_at is null ${from}
    order by m.snoozed_until, m.id limit ${limit}`.execute(db)
  return rows
}

export async function deletedPage(db: Db, owner: Owner, before: { at: string; id: string } | undefined, limit: number) {
  const from = before
    ? sql`and (m.deleted_at < ${before.at}::timestamptz or (m.deleted_at = ${before.at}::timestamptz and m.id > ${before.id}::uuid))`
    : sql``
  const { rows } = await sql<MessageRow>`select ${columns(owner)} from messages m
    where ${own(owner)} and m.deleted_at is not null ${from}
    order by m.deleted_at desc, m.id limit ${limit}`.execute(db)
  return rows
}

export async function findMessages(db: Db, owner: Owner, ids: readonly string[]): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`select ${columns(owner)} from messages m
    where ${own(owner)} and m.id = any (${ids}::uuid[])`.execute(db)
  return rows
}

export interface NewsRow {
  type: string
  body: string
  sender_id: string | null
  comment_id: string | null
  at: Date
}

const LATEST = 20

/** The latest news of one message, the oldest of them first. */
export async function latestNews(db: Db, { tenantId, memberId }: Owner, messageId: string): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`select type, body, sender_id, comment_id, at from message_news
    where tenant_id = ${tenantId} and member_id = ${memberId} and message_id = ${messageId}
    order by id desc limit ${LATEST}`.execute(db)
  return rows.reverse()
}

export const MOST_COUNTED = 1_000

const capped = (from: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (select from messages m where ${from} limit ${MOST_COUNTED}) as found)`

/** As many as a list with this filter has, up to a bound. */
export async function countOf(db: Db, owner: Owner, filter: Filter): Promise<number> {
  const inLabel = sql`${own(owner)} and m.label = ${filter.label} and ${SHOWN}`
  const { rows } = await sql<{ n: number }>`select least(${MOST_COUNTED},
    ${capped(sql`${inLabel} and m.needs_you ${narrowed(owner, filter)}`)}
    + ${capped(sql`${inLabel} and not m.needs_you ${narrowed(owner, filter)}`)}) as n`.execute(db)
  return rows[0]?.n ?? 0
}

export interface LabelCount {
  label: string
  unread: number
  asking: number
  total: number
}

export async function countLabels(db: Db, owner: Owner, labels: readonly string[]): Promise<LabelCount[]> {
  const inLabel = sql`${own(owner)} and m.label = l.label collate "C" and ${SHOWN}`
  const { rows } = await sql<Omit<LabelCount, 'total'> & { other: number }>`select l.label,
      ${capped(sql`${inLabel} and m.read_at is null and m.news_no > ${upto(owner)}`)} as unread,
      ${capped(sql`${inLabel} and m.needs_you`)} as asking,
      ${capped(sql`${inLabel} and not m.needs_you`)} as other
    from unnest(${labels}::text[]) as l (label)`.execute(db)
  return rows.map(({ other, ...row }) => ({ ...row, total: Math.min(MOST_COUNTED, row.asking + other) }))
}

export async function countSnoozed(db: Db, owner: Owner): Promise<{ n: number; next: Date | null }> {
  const snoozed = sql`${own(owner)} and m.snoozed_until is not null and m.deleted_at is null`
  const { rows } = await sql<{ n: number; next: Date | null }>`select ${capped(snoozed)} as n,
    (select m.snoozed_until from messages m where ${snoozed} and m.snoozed_until < 'infinity'
      order by m.snoozed_until limit 1) as next`.execute(db)
  return rows[0] ?? { n: 0, next: null }
}

export async function countDeleted(db: Db, owner: Owner): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select ${capped(sql`${own(owner)} and m.deleted_at is not null`)} as n`.execute(db)
  return rows[0]?.n ?? 0
}

/** The open ask of another member that has this id; row security shows nobody more of it. */
export async function askedOfAnother(db: Db, id: string) {
  const { rows } = await sql<{
    member_id: string
    task_id: string
    title: string
  }>`select member_id, task_id, title from auth.asked_of_another(${id})`.execute(db)
  return rows[0]
}
