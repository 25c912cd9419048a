import type { CountedHours } from '@throughline/contracts/analytics-lists'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'
import { rowsFor } from './roll-ups/day-counts.ts'

export interface RunFilter {
  /** The moments between which they closed, or first failed. */
  begins: Date
  ends: Date
  asOf: Date
  workflowId?: string | undefined
  step?: string | undefined
  version?: number | undefined
  kinds?: readonly string[] | undefined
  automated?: boolean | undefined
  failed?: boolean | undefined
  issue?: string | undefined
  open?: boolean | undefined
  from_s?: number | undefined
  to_s?: number | undefined
  hours: CountedHours
  /** Of those, whoever sees them, only so many, which closed last. */
  newest?: number | undefined
}

export interface RunRow {
  instance_id: string
  prefix: string
  number: number
  instance_name: string
  workflow_id: string
  workflow_name: string
  step: string
  version: number
  round: number
  task_id: string | null
  opened_at: Date
  closed_at: Date | null
  duration_s: number | null
  waited_s: number | null
  issue: string | null
  /** With all its digits. */
  moment: string
}

const durationOf = (hours: CountedHours) =>
  hours === 'all' ? sql`(r.waited_s + r.worked_s)` : sql`(r.waited_work_s + r.worked_work_s)`
const waitedOf = (hours: CountedHours) => (hours === 'all' ? sql`r.waited_s` : sql`r.waited_work_s`)

const momentOf = ({ failed }: RunFilter) => (failed ? sql`r.failed_at` : sql`r.closed_at`)

/** What is asked of runs `r` themselves. */
function runConditions(tenantId: string, filter: RunFilter): RawBuilder<unknown> {
  const { begins, ends, asOf, workflowId, step, kinds, automated, failed, issue, open } = filter
  const isOpen = sql`(r.closed_at is null or r.closed_at >= ${asOf})`
  const until = ends < asOf ? ends : asOf
  const moment = momentOf(filter)
  const conditions = [
    sql`r.tenant_id = ${tenantId} and ${moment} >= ${begins} and ${moment} < ${until}`,
    failed ? sql`r.issue is not null` : sql`r.outcome is not null`,
    sql`r.kind is not null`,
    ...(workflowId ? [sql`r.workflow_id = ${workflowId}`] : []),
    ...(step ? [sql`r.step = ${step}`] : []),
    ...(kinds ? [sql`r.kind = any (${kinds}::text[])`] : []),
    ...(automated === undefined ? [] : [sql`(not coalesce(r.by_hand, true) and r.kind = 'tool') = ${automated}`]),
    ...(failed === false ? [sql`r.failed_at is null`] : []),
    ...(issue === undefined ? [] : [sql`r.issue = ${issue}`]),
    ...(open === undefined ? [] : [sql`${isOpen} = ${open}`]),
    ...(filter.from_s === undefined ? [] : [sql`${durationOf(filter.hours)} >= ${filter.from_s}`]),
    ...(filter.to_s === undefined ? [] : [sql`${durationOf(filter.hours)} < ${filter.to_s}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** What is asked of their instance `i`: what figures count for a viewer. */
const instanceConditions = (visible: Visibility, { version }: RunFilter) =>
  sql`i.deleted_at is null and ${visible.ofInstance('i')} ${version ? sql`and i.workflow_version = ${version}` : sql``}`

/** Runs `r` with their instance `i`. */
const countedRuns = (tenantId: string, visible: Visibility, filter: RunFilter) => sql`step_runs r
  join instances i on i.tenant_id = ${tenantId} and i.id = r.instance_id
  where ${runConditions(tenantId, filter)} and ${instanceConditions(visible, filter)}`

/** The newest so many, whoever may see them. */
const newestRuns = (tenantId: string, filter: RunFilter, limit: number) => sql`select * from step_runs r
  where ${runConditions(tenantId, filter)} order by ${momentOf(filter)} desc limit ${sql.lit(limit)}`

/** Of those, what figures count for a viewer. */
const visibleAmong = (
  runs: RawBuilder<unknown>,
  tenantId: string,
  visible: Visibility,
  filter: RunFilter,
) => sql`${runs} r
  ${rowsFor(tenantId, 'instances', 'i', sql`x.id = r.instance_id`)} where ${instanceConditions(visible, filter)}`

const PLACE = sql`to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

interface RunPage {
  limit: number
  after: readonly string[] | undefined
  /** Not the newest, but of the newest so many those that took longest. */
  longestOf?: number
}

export async function findRuns(
  db: Db,
  tenantId: string,
  visible: Visibility,
  filter: RunFilter,
  { limit, after, longestOf }: RunPage,
): Promise<RunRow[]> {
  const behind = after
    ? sql`where (moment, instance_id, step, round) < (${after[0]}::timestamptz, ${after[1]}::uuid, ${after[2]}, ${Number(after[3])}::int)`
    : sql``
  const by = longestOf === undefined ? sql`` : sql`duration_s desc nulls last,`
  const runs =
    longestOf === undefined
      ? countedRuns(tenantId, visible, filter)
      : visibleAmong(sql`(${newestRuns(tenantId, filter, longestOf)})`, tenantId, visible, filter)
  const { rows } = await sql<RunRow>`
    with counted as (select r.instance_id, r.workflow_id, r.step, i.workflow_version as version, r.round, r.opened_at,
        case when r.closed_at < ${filter.asOf} then r.closed_at end as closed_at,
        case when r.closed_at < ${filter.asOf} then ${durationOf(filter.hours)} end as duration_s,
        ${waitedOf(filter.hours)} as waited_s, r.issue, i.prefix, i.number,
        coalesce(nullif(i.title, ''), i.name) as instance_name, ${momentOf(filter)} as moment
      from ${runs}),
    page as (select * from counted ${behind} order by ${by} moment desc, instance_id desc, step desc, round desc limit ${limit})
    select p.instance_id, p.prefix, p.number, p.instance_name, p.workflow_id, w.name as workflow_name, p.step, p.version, p.round,
      t.id as task_id, p.opened_at, p.closed_at, p.duration_s, p.waited_s, p.issue, ${PLACE} as moment
    from page p join workflows w on w.tenant_id = ${tenantId} and w.id = p.workflow_id
    left join lateral (select id from tasks t where t.tenant_id = ${tenantId} and t.instance_id = p.instance_id and t.step = p.step
      and t.round = p.round order by t.item limit 1) t on true
    order by ${by} p.moment desc, p.instance_id desc, p.step desc, p.round desc`.execute(db)
  return rows
}

/** How many runs took how long: each edge begins a span. Undefined where there are more than so many. */
export async function countSpans(
  db: Db,
  tenantId: string,
  visible: Visibility,
  filter: RunFilter,
  { edges, most }: { edges: readonly number[]; most: number },
): Promise<number[] | undefined> {
  const { rows } = await sql<{ read: number; spans: Record<string, number> | null }>`
    with newest as materialized (${newestRuns(tenantId, filter, most + 1)})
    select (select count(*) from newest)::int as read, (select json_object_agg(span, runs) from (
        select width_bucket(${durationOf(filter.hours)}, ${edges}::int[]) as span, count(*) as runs
        from ${visibleAmong(sql`newest`, tenantId, visible, filter)} group by 1) x) as spans`.execute(db)
  const { read, spans } = rows[0] ?? { read: 0, spans: null }
  return read > most ? undefined : edges.map((_, n) => spans?.[n + 1] ?? 0)
}
