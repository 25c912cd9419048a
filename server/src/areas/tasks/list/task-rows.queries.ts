import type { TaskState, TaskType } from '@throughline/contracts/tasks'
import type { Json } from '@throughline/flow/eval'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { COLUMNS, LOOKED_AT, MAX_SCANNED, type Scan } from './task-scan.ts'

/** No more comments or files of a task are counted for a list. */
const MAX_COUNTED = 100

const MEMBER_ID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

export interface TaskListRow {
  id: string
  keys: string[]
  instance_id: string
  workflow_id: string
  number: number
  step: string | null
  round: number
  item: number
  name: string
  description: string
  task_type: TaskType
  status: TaskState
  past: boolean
  priority: number
  due_date: Date | null
  due_at: Date | null
  due_sort: Date | number
  assigned_to: string | null
  reviewer_id: string | null
  team_id: string | null
  role_id: string | null
  review_status: 'waiting' | 'passed' | 'returned' | null
  review_comment: string | null
  /** The vote that led here. */
  sent_back: { verdict: 'changes' | 'reject'; comment: string; task_id: string; by: Named | null } | null
  outcome: string | null
  problem: string | null
  completed_at: Date | null
  created_at: Date
  updated_at: Date
  version: number
  instance_name: string
  instance_prefix: string
  instance_number: number
  item_value: Json | null
  /** Where the item is a person. */
  item_person: string | null
  workflow_name: string
  workflow_prefix: string
  assignee: Named | null
  reviewer: Named | null
  requester: Named | null
  queue_name: string | null
  part: 'assignee' | 'approver' | 'reviewer' | null
  in_queue: boolean
  comment_count: number
  attachment_count: number
}

/** A member as a list names them. */
export interface Named {
  id: string
  name: string
  photo: string | null
  username: string | null
}

export interface TaskPage {
  rows: TaskListRow[]
  /** The next page begins here: after the last row, or where looking for more was given up. */
  next: string[] | undefined
}

const named = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`case when ${column('id')} is not null then json_build_object('id', ${column('id')}, 'name', ${column('name')},
    'photo', ${column('photo')}, 'username', ${column('username')}) end`
}

/** Of its own for each task: the offset keeps the planner from reading the whole table for a page of them. */
const member = (tenantId: string, id: RawBuilder<unknown>) =>
  sql`(select id, name, photo, username from members where tenant_id = ${tenantId} and id = ${id} offset 0)`

/** By the key of its row alone: the index of all that a member is asked to do has the task last. */
const ownPart = (tenantId: string, memberId: string) => sql`(select part from (select part, asked from task_people
  where tenant_id = ${tenantId} and task_id = p.id and part in ('assignee', 'approver', 'reviewer') and member_id = ${memberId}
  offset 0) own where asked limit 1)`

const scanned = ({ branches, scanned: order }: Scan) => {
  const [only] = branches
  if (!only) return sql`select ${COLUMNS} from tasks where false`
  return branches.length === 1
    ? sql`select * from ${only} one`
    : sql`select * from (${sql.join(branches, sql` union all `)}) every order by ${order.by} limit ${LOOKED_AT}`
}

function page(tenantId: string, from: RawBuilder<unknown>, scan: Scan, limit: number) {
  const { rows, filter, sorted, after } = scan
  const order = sorted ?? scan.scanned
  const source =
    rows === 'whole'
      ? sql`${from} t`
      : sql`${from} s cross join lateral (select ${COLUMNS} from tasks where tenant_id = ${tenantId} and id = s.id offset 0) t`
  const found = sql`select t.* from ${source} ${filter ? sql`where ${filter}` : sql``}`
  const first = sorted
    ? sql`select * from (${found}) f ${after ? sql`where ${sorted.after(after)}` : sql``} order by ${sorted.by} limit ${sql.lit(limit + 1)}`
    : sql`${found} limit ${sql.lit(limit + 1)}`
  return sql`select row_number() over () as n, ${order.keys} as keys, x.* from (${first}) x`
}

/**
 * Pages of several scans, with all that a row shows, by one statement. A scan is read no further than its page needs; if
 * it was read to its bound without filling the page, its last row says where to go on.
 */
export async function taskPages(
  db: Db,
  tenantId: string,
  memberId: string,
  scans: readonly Scan[],
  limit: number,
): Promise<TaskPage[]> {
  const name = (kind: string, n: number) => sql.ref(`${kind}${n}`)
  const tables = scans.flatMap((scan, n) => [
    sql`${name('s', n)} as (${scanned(scan)})`,
    sql`${name('p', n)} as (${page(tenantId, name('s', n), scan, limit)})`,
  ])
  const rests = scans.map(({ filter, sorted, scanned: order }, n) =>
    filter && !sorted
      ? sql`select ${sql.lit(n)} as scan, case when (select count(*) from ${name('p', n)}) <= ${sql.lit(limit)} then
          (select ${order.keys} from ${name('s', n)} offset ${sql.lit(MAX_SCANNED - 1)} limit 1) end as rest`
      : sql`select ${sql.lit(n)} as scan, null::text[] as rest`,
  )
  const pages = scans.map((_, n) => sql`select ${sql.lit(n)} as scan, x.* from ${name('p', n)} x`)
  const { rows } = await sql<Omit<TaskListRow, 'id'> & { id: string | null; scan: number; rest: string[] | null }>`
    with ${sql.join(tables)}
    select c.scan, c.rest, p.id, p.keys, p.instance_id, p.workflow_id, p.number, p.step, p.round, p.item, p.name, p.description,
      p.task_type, p.status, p.due_sort < now() as past, p.priority, p.due_date, p.due_at, p.due_sort, p.assigned_to,
      p.reviewer_id, p.team_id, p.role_id, p.review_status, p.review_comment, p.outcome, p.problem, p.completed_at, p.created_at, p.updated_at, p.version,
      i.name as instance_name, i.prefix as instance_prefix, i.number as instance_number,
      e.value as item_value, ip.name as item_person, w.name as workflow_name, w.prefix as workflow_prefix,
      ${named('a')} as assignee, ${named('r')} as reviewer, ${named('q')} as requester,
      case when v.verdict is not null then json_build_object('verdict', v.verdict, 'comment', v.comment,
        'task_id', v.task_id, 'by', ${named('b')}) end
        as sent_back,
      coalesce((select name from teams where tenant_id = ${tenantId} and id = p.team_id),
        (select display_name from roles where tenant_id = ${tenantId} and id = p.role_id)) as queue_name,
      ${ownPart(tenantId, memberId)} as part,
      p.assigned_to is null and (exists (select from team_members
          where tenant_id = ${tenantId} and team_id = p.team_id and member_id = ${memberId} offset 0)
        or exists (select from members where tenant_id = ${tenantId} and id = ${memberId} and role_id = p.role_id offset 0)) as in_queue,
      (select count(*)::int from (select from comments where tenant_id = ${tenantId} and entity_id = p.id and deleted_at is null
        limit ${sql.lit(MAX_COUNTED)}) k) as comment_count,
      (select count(*)::int from (select from documents where tenant_id = ${tenantId} and task_id = p.id and deleted_at is null
        limit ${sql.lit(MAX_COUNTED)}) k) as attachment_count
    from (${sql.join(rests, sql` union all `)}) c
    left join (${sql.join(pages, sql` union all `)}) p on p.scan = c.scan
    left join lateral (select name, prefix, number, started_by from instances
      where tenant_id = ${tenantId} and id = p.instance_id offset 0) i on true
    left join lateral (select lists -> (p.step || ':' || p.round) -> p.item as value from instance_state
      where tenant_id = ${tenantId} and instance_id = p.instance_id and p.item >= 0 offset 0) e on true
    left join lateral ${member(tenantId, sql`case when e.value #>> '{}' ~ ${MEMBER_ID} then (e.value #>> '{}')::uuid end`)} ip on true
    left join lateral (select name, prefix from workflows where tenant_id = ${tenantId} and id = p.workflow_id offset 0) w on true
    left join lateral ${member(tenantId, sql`p.assigned_to`)} a on true
    left join lateral ${member(tenantId, sql`p.reviewer_id`)} r on true
    left join lateral ${member(tenantId, sql`case when p.task_type = 'approval' then i.started_by else p.asked_by end`)} q on true
    left join lateral (select verdict, comment, task_id, member_id from decisions
      where tenant_id = ${tenantId} and id = p.sent_back_by offset 0) v on true
    left join lateral ${member(tenantId, sql`v.member_id`)} b on true
    order by c.scan, p.n`.execute(db)
  return scans.map((_, scan) => {
    const own = rows.filter((row) => row.scan === scan)
    const found = own.flatMap(({ id, scan: __, rest: ___, ...row }) => (id ? [{ id, ...row }] : []))
    const shown = found.slice(0, limit)
    return { rows: shown, next: found.length > limit ? shown.at(-1)?.keys : (own[0]?.rest ?? undefined) }
  })
}

/** How many rows of a scan fit, and where it goes on if it was read to its bound. */
export async function countScan(
  db: Db,
  tenantId: string,
  scan: Scan,
): Promise<{ count: number; next: string[] | undefined }> {
  const { rows } = await sql<{ count: number; rest: string[] | null }>`
    with s as (${scanned(scan)}), p as (${page(tenantId, sql`s`, scan, MAX_SCANNED)})
    select (select count(*)::int from p) as count,
      (select ${scan.scanned.keys} from s offset ${sql.lit(MAX_SCANNED - 1)} limit 1) as rest`.execute(db)
  const [{ count, rest } = { count: 0, rest: null }] = rows
  // What is sorted afterwards has been read as far as it ever is.
  return { count, next: (!scan.sorted && rest) || undefined }
}
