import type { CountedHours } from '@throughline/contracts/analytics-lists'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { countOpenFacts } from './roll-ups/open-counts.queries.ts'
import { type FigureScope, flowsOf, stepRows, workflowRows } from './visible-rows.ts'

export interface Spread {
  durations: number[] | null
  buckets: Record<string, number> | null
}

export interface WorkflowSums {
  id: string
  name: string
  limited: boolean
  trashed: boolean
  ended: number
  due: number
  late: number
  due_before: number
  late_before: number
  sum_s: number
  done: number
  spreads: Spread[] | null
}

export interface DaySums {
  day: string
  client_due: number
  client_late: number
  client_first_due: number
  client_first_late: number
  /** As the day ended; null where that was not recorded. */
  active: number | null
  overdue: number | null
}

export const spreadColumns = (hours: CountedHours) =>
  hours === 'all'
    ? { durations: sql.ref('durations'), buckets: sql.ref('buckets'), sum: sql.ref('sum_s') }
    : { durations: sql.ref('work_durations'), buckets: sql.ref('work_buckets'), sum: sql.ref('sum_work_s') }

const WORKFLOW_COLUMNS = [
  'ended',
  'due',
  'late',
  'client_due',
  'client_late',
  'client_first_due',
  'client_first_late',
  'tasks_done',
  'sum_s',
  'sum_work_s',
  'durations',
  'buckets',
  'work_durations',
  'work_buckets',
]

/** Sums of each workflow and of each day, from one reading of the rows. */
export async function sumWorkflows(db: Db, scope: FigureScope, hours: CountedHours) {
  const { from } = scope.period
  const { durations, buckets, sum } = spreadColumns(hours)
  const now = sql`filter (where day >= ${from}::date)`
  const before = sql`filter (where day < ${from}::date)`
  const { rows } = await sql<{ workflows: WorkflowSums[] | null; days: DaySums[] | null }>`
    with ${flowsOf(scope)}, ${workflowRows(scope, WORKFLOW_COLUMNS)},
    sums as (select workflow_id, coalesce(sum(ended) ${now}, 0)::int as ended, coalesce(sum(due) ${now}, 0)::int as due,
        coalesce(sum(late) ${now}, 0)::int as late, coalesce(sum(due) ${before}, 0)::int as due_before,
        coalesce(sum(late) ${before}, 0)::int as late_before, coalesce(sum(${sum}) ${now}, 0)::float8 as sum_s,
        coalesce(sum(tasks_done) ${now}, 0)::int as done,
        jsonb_agg(jsonb_build_object('durations', ${durations}, 'buckets', ${buckets}))
          filter (where day >= ${from}::date and ended > 0) as spreads
      from rows group by workflow_id),
    days as (select day::text as day, sum(client_due)::int as client_due, sum(client_late)::int as client_late,
        sum(client_first_due)::int as client_first_due, sum(client_first_late)::int as client_first_late,
        case when count(running) > 0 then count(distinct workflow_id) filter (where running > 0) end::int as active,
        sum(overdue)::int as overdue
      from rows group by day)
    select (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'limited', f.visibility = 'limited',
          'trashed', f.deleted_at is not null)
        || coalesce(to_jsonb(s), '{"ended":0,"due":0,"late":0,"due_before":0,"late_before":0,"sum_s":0,"done":0}'))
        from flows f left join sums s on s.workflow_id = f.id) as workflows,
      (select jsonb_agg(d) from days d) as days`.execute(db)
  return { workflows: rows[0]?.workflows ?? [], days: rows[0]?.days ?? [] }
}

export interface StepSums {
  workflow_id: string
  step: string
  kind: string
  version: number
  runs: number
  clean: number
  failed: number
  waited_s: number
  worked_s: number
}

export interface IssueSums {
  issue: string
  count: number
  open: number
  resolved: number
  resolved_s: number
  workflows: string[]
}

const STEP_COLUMNS = [
  'step',
  'version',
  'kind',
  'runs',
  'automated',
  'clean',
  'failed',
  'issues',
  'waited_s',
  'worked_s',
  'waited_work_s',
  'worked_work_s',
]

/** Sums of each step and of each day, and what went wrong most, from one reading of the rows. */
export async function sumSteps(db: Db, scope: FigureScope, hours: CountedHours) {
  const { from } = scope.period
  const [waited, worked] = hours === 'all' ? ['waited_s', 'worked_s'] : ['waited_work_s', 'worked_work_s']
  const now = sql`filter (where day >= ${from}::date)`
  const { rows } = await sql<{
    steps: StepSums[] | null
    days: { day: string; runs: number; automated: number }[] | null
    issues: IssueSums[] | null
  }>`with ${flowsOf(scope)}, ${stepRows(scope, STEP_COLUMNS)},
    sums as materialized (select workflow_id, step, day, max(kind) as kind, max(version) ${now} as version,
        sum(runs)::int as all_runs, sum(automated)::int as automated, sum(runs) ${now}::int as runs, sum(clean) ${now}::int as clean,
        sum(failed) ${now}::int as failed, sum(${sql.ref(waited)}) ${now}::float8 as waited_s,
        sum(${sql.ref(worked)}) ${now}::float8 as worked_s,
        jsonb_agg(issues) filter (where issues is not null and day >= ${from}::date and kind = 'tool') as issues
      from rows where kind in ('manual', 'approval', 'tool') group by grouping sets ((workflow_id, step), (day))),
    issues as (select x.key as issue, sum((x.value ->> 0)::int)::int as count, sum((x.value ->> 1)::int)::int as open,
        sum((x.value ->> 2)::int)::int as resolved, sum((x.value ->> 3)::bigint)::float8 as resolved_s,
        array_agg(distinct workflow_id) as workflows
      from sums cross join lateral jsonb_array_elements(issues) d cross join lateral jsonb_each(d) x
      where workflow_id is not null group by x.key order by 2 desc, 1 limit 5)
    select (select jsonb_agg(jsonb_build_object('workflow_id', workflow_id, 'step', step, 'kind', kind, 'version', version,
          'runs', runs, 'clean', clean, 'failed', failed, 'waited_s', waited_s, 'worked_s', worked_s))
        from sums where workflow_id is not null and version is not null) as steps,
      (select jsonb_agg(jsonb_build_object('day', day, 'runs', all_runs, 'automated', automated))
        from sums where day is not null) as days,
      (select jsonb_agg(i) from issues i) as issues`.execute(db)
  return { steps: rows[0]?.steps ?? [], days: rows[0]?.days ?? [], issues: rows[0]?.issues ?? [] }
}

export interface OpenWork {
  workflow_id: string
  running: number
  manual: number
  automated: number
  overdue: number
  oldest_due: string | null
}

/** Stored counts that the viewer may see, as `o`: not the restricted ones, unless the viewer sees all. */
const storedOpen = ({ tenantId, visible, workflowId }: FigureScope) => sql`open_counts o where o.tenant_id = ${tenantId}
  ${visible.seesAll ? sql`` : sql`and not o.narrowed and ${visible.ofWorkflow('o.workflow_id')}`}
  ${workflowId ? sql`and o.workflow_id = ${workflowId}` : sql``}`

/** The restricted ones that the viewer takes part in, from what happened. */
const restrictedOpen = ({ tenantId, restricted, period }: FigureScope) =>
  countOpenFacts(
    {
      instances: sql`instances i where i.tenant_id = ${tenantId} and i.id = any (${restricted}::uuid[])`,
      tasks: sql`tasks t where t.tenant_id = ${tenantId} and t.instance_id = any (${restricted}::uuid[])`,
    },
    period.asOf,
  )

/** What was open at the moment: what ended since was open then. */
export async function countOpen(db: Db, scope: FigureScope): Promise<OpenWork[]> {
  const counts = (running: string, waiting: string) => sql`coalesce(${sql.ref(`${running}.running`)}, 0) as running,
    ${sql.join(['manual', 'automated', 'overdue'].map((column) => sql`coalesce(${sql.ref(`${waiting}.${column}`)}, 0) as ${sql.ref(column)}`))},
    ${sql.ref(`${waiting}.oldest_due`)}`
  const own =
    scope.restricted.length === 0
      ? sql``
      : sql`union all select coalesce(r.workflow_id, w.workflow_id), ${counts('r', 'w')}
          from running r full join waiting w on w.workflow_id = r.workflow_id and w.narrowed = r.narrowed`
  const { rows } = await sql<OpenWork>`with ${scope.restricted.length === 0 ? sql`` : sql`${restrictedOpen(scope)},`}
    rows as (select o.workflow_id, ${counts('o', 'o')} from ${storedOpen(scope)} ${own})
    select workflow_id, sum(running)::int as running, sum(manual)::int as manual, sum(automated)::int as automated,
      sum(overdue)::int as overdue,
      to_char(min(oldest_due) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as oldest_due
    from rows group by workflow_id`.execute(db)
  return rows
}

/** Of one version: how many instances were running. */
export async function countRunning(db: Db, scope: FigureScope, version: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`with ${restrictedOpen(scope)}
    select coalesce(sum((versions ->> ${String(version)}::text)::int), 0)::int as n
    from (select o.versions from ${storedOpen(scope)} union all select versions from running) x`.execute(db)
  return rows[0]?.n ?? 0
}

/** What steps are called in the version that they were last counted in. */
export async function namesOfSteps(
  db: Db,
  tenantId: string,
  steps: readonly Pick<StepSums, 'workflow_id' | 'step' | 'version'>[],
) {
  const { rows } = await sql<{ workflow_id: string; step: string; name: string | null }>`
    select s.workflow_id, s.step, v.document -> 'steps' -> s.step ->> 'name' as name
    from unnest(${steps.map((one) => one.workflow_id)}::uuid[], ${steps.map((one) => one.step)}::text[],
      ${steps.map((one) => one.version)}::int[]) as s (workflow_id, step, version)
    join workflow_versions v on v.tenant_id = ${tenantId} and v.workflow_id = s.workflow_id and v.number = s.version`.execute(
    db,
  )
  return new Map(rows.map(({ workflow_id, step, name }) => [`${workflow_id} ${step}`, name || step]))
}
