import { type RawBuilder, sql } from 'kysely'
import { MAX_EXACT } from '../durations.ts'

/** Where the facts of figures come from: each part says which workflow and day it belongs to. */
export interface DayFacts {
  /** Instances that started, as `i`, with `day`. */
  started: RawBuilder<unknown>
  /** Instances that were completed. */
  ended: RawBuilder<unknown>
  /** Tasks that were completed, as `t`, with their instance as `i`. */
  done: RawBuilder<unknown>
  /** Runs that closed with an outcome, as `r`, with their instance as `i`. */
  closed: RawBuilder<unknown>
  /** Runs that first failed. */
  failed: RawBuilder<unknown>
}

/** Steps that are work; the others only lead on. */
export const WORK_KINDS = sql`('manual', 'approval', 'tool')`
/** No person had a hand in it. */
const AUTOMATED = sql`not coalesce(r.by_hand, true) and r.kind = 'tool'`

/** What is counted of a workflow and day. */
export const WORKFLOW_COUNTS = [
  'started',
  'ended',
  'due',
  'late',
  'first_due',
  'first_late',
  'client_due',
  'client_late',
  'client_first_due',
  'client_first_late',
  'moved',
  'tasks_done',
  'runs',
  'automated',
  'sum_s',
  'sum_work_s',
] as const
/** Of those that ended: where the time went, and which ways they took. */
export const PATH_COUNTS = [
  'waited_s',
  'worked_s',
  'automated_s',
  'waited_work_s',
  'worked_work_s',
  'automated_work_s',
] as const
export const PATHS = ['again', 'last_closed'] as const
export const STEP_COUNTS = [
  'runs',
  'automated',
  'clean',
  'failed',
  'waited_s',
  'worked_s',
  'waited_work_s',
  'worked_work_s',
] as const
export const SPREADS = ['durations', 'buckets', 'work_durations', 'work_buckets'] as const

const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/**
 * For each row before it, those of a table that `x` of the condition says, as `name`. The offset makes each row keep to its
 * own part of an index, whatever was known of the tables when the plan for all values was made.
 */
export const rowsFor = (
  tenantId: string,
  table: 'instances' | 'tasks' | 'step_runs' | 'workflow_days' | 'step_days',
  name: string,
  condition: RawBuilder<unknown>,
) => sql`cross join lateral (select * from ${sql.table(table)} x where x.tenant_id = ${tenantId} and ${condition} offset 0)
  ${sql.ref(name)}`

/** Every duration while there are few; all of them where they are never stored. */
function spreadOf(exact: boolean, table: string): RawBuilder<unknown> {
  const list = (column: string) => sql`array_agg(${sql.ref(column)} order by ${sql.ref(column)})`
  const few = sql`count(*) <= ${sql.lit(MAX_EXACT)}`
  // From what the group itself holds: read again for each, the table would be read as often as it has groups.
  const buckets = (column: string) => sql`case when not ${few} then (
    select jsonb_object_agg(b.bucket, b.n) from (select app.duration_bucket(d) as bucket, count(*) as n
      from unnest(array_agg(${sql.ref(`${table}.${column}`)})) d group by 1) b) end`
  return exact
    ? sql`${list('duration_s')} as durations, null::jsonb as buckets, ${list('duration_work_s')} as work_durations,
        null::jsonb as work_buckets`
    : sql`case when ${few} then ${list('duration_s')} end as durations, ${buckets('duration_s')} as buckets,
        case when ${few} then ${list('duration_work_s')} end as work_durations, ${buckets('duration_work_s')} as work_buckets`
}

const WORKFLOW_KEYS = ['workflow_id', 'day', 'version', 'narrowed'] as const
const keysOf = (table: string) => names(WORKFLOW_KEYS.map((key) => `${table}.${key}`))
/** As the tables have it: in a union with their rows, a wider type would make every sum of those slower. */
const typeOf = (column: string) => (column.endsWith('_s') ? sql`bigint` : sql`int`)
const counted = (columns: readonly string[]) =>
  sql.join(columns.map((column) => sql`coalesce(${sql.ref(column)}, 0)::${typeOf(column)} as ${sql.ref(column)}`))
const STEP_KEYS = ['workflow_id', 'day', 'version', 'step', 'narrowed'] as const

/** A step to which several others lead, with one of those. */
export interface PathJoin {
  workflowId: string
  version: number
  step: string
  source: string
}

/** What is told of the ways that completed instances took. */
export interface PathFacts {
  tenantId: string
  joins: readonly PathJoin[]
}

/** Where a run of a step leads: to the steps at which several ways meet. */
const meetingsOf = (joins: readonly PathJoin[]): Record<string, string[]> => {
  const found: Record<string, string[]> = {}
  for (const { workflowId, version, step, source } of joins)
    (found[`${workflowId} ${version} ${source}`] ??= []).push(step)
  return found
}

/**
 * Parts that end in `times`, `agains` and `lasts`, from the runs of what `ended`. Each run is looked at a fixed number of
 * times: nothing is joined that a plan could hold against each other.
 */
const countPaths = ({ tenantId, joins }: PathFacts) => sql`
  ended_runs as materialized (select e.id, ${keysOf('e')}, r.step, r.kind, r.outcome, r.closed_at, r.waited_s, r.worked_s,
      r.waited_work_s, r.worked_work_s
    from ended e ${rowsFor(tenantId, 'step_runs', 'r', sql`x.instance_id = e.id`)}),
  times as (select ${names(WORKFLOW_KEYS)}, sum(waited_s) as waited_s, sum(waited_work_s) as waited_work_s,
      sum(worked_s) filter (where kind in ('manual', 'approval')) as worked_s,
      sum(worked_work_s) filter (where kind in ('manual', 'approval')) as worked_work_s,
      sum(worked_s) filter (where kind not in ('manual', 'approval')) as automated_s,
      sum(worked_work_s) filter (where kind not in ('manual', 'approval')) as automated_work_s
    from ended_runs where outcome is not null group by ${names(WORKFLOW_KEYS)}),
  ways as (select id, ${names(WORKFLOW_KEYS)}, step, null as source, null as closed_at from ended_runs
    union all select r.id, ${keysOf('r')}, m.step, r.step, r.closed_at from ended_runs r
      cross join lateral jsonb_array_elements_text(${JSON.stringify(meetingsOf(joins))}::jsonb
        -> concat_ws(' ', r.workflow_id, r.version, r.step)) as m (step) where r.outcome is not null),
  reached as (select id, ${names(WORKFLOW_KEYS)}, step, count(*) filter (where source is null) as runs,
      (array_agg(source order by closed_at desc, source) filter (where source is not null))[1] as source
    from ways group by id, ${names(WORKFLOW_KEYS)}, step),
  agains as (select ${names(WORKFLOW_KEYS)}, jsonb_object_agg(step, n) as again from (
      select ${names(WORKFLOW_KEYS)}, step, count(*) as n from reached where runs > 1 group by ${names(WORKFLOW_KEYS)}, step) x
    group by ${names(WORKFLOW_KEYS)}),
  lasts as (select ${names(WORKFLOW_KEYS)}, jsonb_object_agg(step || ' ' || source, n) as last_closed from (
      select ${names(WORKFLOW_KEYS)}, step, source, count(*) as n from reached where runs > 0 and source is not null
      group by ${names(WORKFLOW_KEYS)}, step, source) x
    group by ${names(WORKFLOW_KEYS)})`

/** Steps that closed, as sums under the keys of a workflow's day, from what happened. */
export const sumRuns = ({ closed }: Pick<DayFacts, 'closed'>) => sql`
  select i.workflow_id, day, i.workflow_version as version, i.narrowed, count(*) as runs, count(*) filter (where ${AUTOMATED}) as automated
  from ${closed} and r.kind in ${WORK_KINDS} group by 1, 2, 3, 4`

interface WorkflowFacts extends Omit<DayFacts, 'closed' | 'failed'> {
  /** Sums of steps that closed, as `sumRuns` gives them. */
  runs: RawBuilder<unknown>
}

/**
 * Parts of a `with` that end in `workflow_counts`: a row for each workflow, day, version and whether it is narrowed;
 * with the ways that instances took where those are asked for.
 */
export const countWorkflows = ({ started, ended, done, runs }: WorkflowFacts, exact: boolean, paths?: PathFacts) => sql`
  started as (select i.workflow_id, day, i.workflow_version as version, i.narrowed from ${started}),
  ended as (select i.id, i.workflow_id, day, i.workflow_version as version, i.narrowed, i.due_date is not null as has_due, i.ended_late,
      i.due_first is not null as has_first, i.completed_at > i.due_first as first_late, i.client_id is not null as has_client,
      i.due_first is not null and i.due_sort <> i.due_first as moved,
      greatest(0, floor(extract(epoch from i.completed_at - coalesce(i.started_at, i.created_at))))::int as duration_s,
      coalesce(i.duration_work_s, 0) as duration_work_s
    from ${ended}),
  done as (select i.workflow_id, day, i.workflow_version as version, i.narrowed from ${done}),
  ends as (select ${names(WORKFLOW_KEYS)}, count(*) as ended, count(*) filter (where has_due) as due,
      count(*) filter (where ended_late) as late, count(*) filter (where has_first) as first_due,
      count(*) filter (where first_late) as first_late, count(*) filter (where has_client and has_due) as client_due,
      count(*) filter (where has_client and ended_late) as client_late,
      count(*) filter (where has_client and has_first) as client_first_due,
      count(*) filter (where has_client and first_late) as client_first_late, count(*) filter (where moved) as moved,
      sum(duration_s) as sum_s, sum(duration_work_s) as sum_work_s, ${spreadOf(exact, 'ended')}
    from ended group by ${names(WORKFLOW_KEYS)}),
  starts as (select ${names(WORKFLOW_KEYS)}, count(*) as started from started group by ${names(WORKFLOW_KEYS)}),
  dones as (select ${names(WORKFLOW_KEYS)}, count(*) as tasks_done from done group by ${names(WORKFLOW_KEYS)}),
  run_sums as (${runs}),
  ${paths ? sql`${countPaths(paths)},` : sql``}
  workflow_counts as (
    select ${names(WORKFLOW_KEYS)}, ${counted(paths ? [...WORKFLOW_COUNTS, ...PATH_COUNTS] : WORKFLOW_COUNTS)},
      ${names(paths ? [...SPREADS, ...PATHS] : SPREADS)}
    from ends full join starts using (${names(WORKFLOW_KEYS)}) full join dones using (${names(WORKFLOW_KEYS)})
      full join run_sums using (${names(WORKFLOW_KEYS)})
      ${
        paths
          ? sql.join(
              ['times', 'agains', 'lasts'].map(
                (part) => sql`left join ${sql.table(part)} using (${names(WORKFLOW_KEYS)})`,
              ),
              sql` `,
            )
          : sql``
      })`

/** Parts that end in `step_counts`. What closed later than `asOf` is still open then. */
export const countSteps = ({ closed, failed }: Pick<DayFacts, 'closed' | 'failed'>, asOf: Date, exact: boolean) => sql`
  closed as (select i.workflow_id, day, i.workflow_version as version, r.step, i.narrowed, r.kind,
      ${AUTOMATED} as automated, r.failed_at is null as clean,
      coalesce(r.waited_s, 0) as waited_s, coalesce(r.worked_s, 0) as worked_s, coalesce(r.waited_work_s, 0) as waited_work_s,
      coalesce(r.worked_work_s, 0) as worked_work_s, coalesce(r.waited_s + r.worked_s, 0) as duration_s,
      coalesce(r.waited_work_s + r.worked_work_s, 0) as duration_work_s
    from ${closed}),
  failures as (select i.workflow_id, day, i.workflow_version as version, r.step, i.narrowed, r.kind, r.issue,
      r.closed_at is null or r.closed_at >= ${asOf} as is_open,
      case when r.closed_at < ${asOf} then floor(extract(epoch from r.closed_at - r.failed_at))::int end as resolved_s
    from ${failed}),
  issue_counts as (select ${names(STEP_KEYS)}, issue, kind, count(*) as n, count(*) filter (where is_open) as open,
      count(resolved_s) as resolved, coalesce(sum(resolved_s), 0) as resolved_s
    from failures group by ${names(STEP_KEYS)}, issue, kind),
  fails as (select ${names(STEP_KEYS)}, min(kind) as failed_kind, sum(n) as failed,
      jsonb_object_agg(issue, jsonb_build_array(n, open, resolved, resolved_s)) as issues
    from issue_counts group by ${names(STEP_KEYS)}),
  closes as (select ${names(STEP_KEYS)}, min(kind) as kind, count(*) as runs, count(*) filter (where automated) as automated,
      count(*) filter (where clean) as clean, sum(waited_s) as waited_s, sum(worked_s) as worked_s,
      sum(waited_work_s) as waited_work_s, sum(worked_work_s) as worked_work_s, ${spreadOf(exact, 'closed')}
    from closed group by ${names(STEP_KEYS)}),
  step_counts as (
    select ${names(STEP_KEYS)}, coalesce(kind, failed_kind) as kind, issues,
      ${counted(STEP_COUNTS)}, ${names(SPREADS)}
    from closes full join fails using (${names(STEP_KEYS)}))`
