import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { Visibility } from '../../workflows/workflows.public.ts'
import { COLUMNS, type Scan } from './task-scan.ts'

/** More than this many are shown as "1,000+". */
export const MAX_COUNTED = 1000
const LOOKED_AT = sql.lit(MAX_COUNTED + 1)
/** More is not asked: it only says whether there is something to show. */
const MAX_STARTED = 10

interface Count {
  scanned: number
  passed: number
}

/** How many of the first thousand rows of each scan pass its filter. */
export async function countScans(db: Db, tenantId: string, scans: readonly Scan[]): Promise<Count[]> {
  const each = scans.map(({ branches, rows, filter }, n) => {
    const first = sql`(select * from (${sql.join(branches, sql` union all `)}) every limit ${LOOKED_AT})`
    const source =
      rows === 'whole'
        ? sql`${first} t`
        : sql`${first} s cross join lateral (select ${COLUMNS} from tasks where tenant_id = ${tenantId} and id = s.id offset 0) t`
    const passed = filter ? sql`count(*) filter (where ${filter})::int` : sql`count(*)::int`
    return sql`select ${sql.lit(n)} as n, count(*)::int as scanned, ${passed} as passed from ${source}`
  })
  const { rows } = await sql<Count & { n: number }>`${sql.join(each, sql` union all `)} order by n`.execute(db)
  return rows.map(({ scanned, passed }) => ({ scanned, passed: Math.min(passed, MAX_COUNTED) }))
}

interface OwnCounts {
  pending: number
  in_progress: number
  review: number
  overdue: number
  due_today: number
  queue: number
  started: number
}

/** What a member is asked to do, what waits in their queues, and whether they started something; each looked at up to the bound. */
export async function countOwn(
  db: Db,
  tenantId: string,
  memberId: string,
  dayEnds: Date,
  visible: Pick<Visibility, 'ofInstance'>,
): Promise<OwnCounts> {
  const mine = (where: ReturnType<typeof sql>) => sql`select from task_people where tenant_id = ${tenantId}
    and member_id = ${memberId} and part <> 'watcher' and asked and ${where}`
  const bounded = (...parts: ReturnType<typeof sql>[]) => {
    const limited = parts.map((part) => sql`(${part} limit ${LOOKED_AT})`)
    return sql`(select least(count(*), ${sql.lit(MAX_COUNTED)})::int from (${sql.join(limited, sql` union all `)}) x)`
  }
  const each = (range: ReturnType<typeof sql>, ...statuses: string[]) =>
    statuses.map((status) => mine(sql`status = ${status} and ${range}`))
  const ahead = sql`due_sort >= now()`
  const past = sql`due_sort < now()`
  const today = sql`due_sort >= now() and due_sort <= ${dayEnds.toISOString()}::timestamptz`
  const open = ['pending', 'in_progress', 'review', 'failed']
  const queued = sql`status in ('pending', 'in_progress', 'review', 'failed') and not in_trash and assigned_to is null`
  const { rows } = await sql<OwnCounts>`select
    ${bounded(...each(ahead, 'pending', 'failed'))} as pending, ${bounded(...each(ahead, 'in_progress'))} as in_progress,
    ${bounded(...each(ahead, 'review'))} as review, ${bounded(...each(past, ...open))} as overdue,
    ${bounded(...each(today, ...open))} as due_today,
    ${bounded(
      sql`select from team_members m cross join lateral (select from tasks where tenant_id = ${tenantId} and team_id = m.team_id
        and ${queued} limit ${LOOKED_AT}) q where m.tenant_id = ${tenantId} and m.member_id = ${memberId}`,
      sql`select from members m cross join lateral (select from tasks where tenant_id = ${tenantId} and role_id = m.role_id
        and ${queued} limit ${LOOKED_AT}) q where m.tenant_id = ${tenantId} and m.id = ${memberId}`,
    )} as queue,
    (select count(*)::int from (select from (select id, workflow_id, narrowed from instances where tenant_id = ${tenantId}
      and started_by = ${memberId} and deleted_at is null limit ${LOOKED_AT}) i
      where ${visible.ofInstance('i')} limit ${sql.lit(MAX_STARTED)}) s) as started`.execute(db)
  return rows[0] ?? { pending: 0, in_progress: 0, review: 0, overdue: 0, due_today: 0, queue: 0, started: 0 }
}
