import type { CountedHours } from '@throughline/contracts/analytics-lists'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { daysBefore, withLastBefore } from './period.service.ts'
import { WORK_KINDS } from './roll-ups/day-counts.ts'
import { countOpenFacts } from './roll-ups/open-counts.queries.ts'
import { type FigureScope, flowsOf, names, stepRows, workflowRows } from './visible-rows.ts'

/** How long many things took: of days with few each, of the others how many fall into each bucket. */
export interface Spread {
  durations: number[] | null
  buckets: Record<string, number>[] | null
}

export interface WorkflowSums extends Spread {
  id: string
  name: string
  limited: boolean
  trashed: boolean
  ended: number
  due: number
  late: number
  sum_s: number
  done: number
}

/** Of a workflow, what its days are compared with. */
export interface BeforeSums {
  workflow_id: string
  due: number
  late: number
  client_due: number
  client_late: number
  runs: number
  automated: number
}

export interface DaySums {
  day: string
  client_due: number
  client_late: number
  client_first_due: number
  client_first_late: number
  /** Steps that closed, and those of them that no person closed. */
  runs: number
  automated: number
  /** As the day ended; null where that was not recorded. */
  active: number | null
  overdue: number | null
}

export const spreadColumns = (hours: CountedHours) =>
  hours === 'all'
    ? { durations: sql.ref('durations'), buckets: sql.ref('buckets'), sum: sql.ref('sum_s') }
    : { durations: sql.ref('work_durations'), buckets: sql.ref('work_buckets'), sum: sql.ref('sum_work_s') }

/** Put together as texts: as JSON of each row they take several times as long to make and to read. */
export const spreadOf = ({
  durations,
  buckets,
}: Pick<ReturnType<typeof spreadColumns>, 'durations' | 'buckets'>) => sql`
  ('[' || string_agg(array_to_string(${durations}, ','), ',') || ']')::json as durations,
  json_agg(${buckets}) filter (where ${buckets} is not null) as buckets`

const WORKFLOW_COLUMNS = [
  'ended',
  'due',
  'late',
  'client_due',
  'client_late',
  'client_first_due',
  'client_first_late',
  'tasks_done',
  'runs',
  'automated',
]

/** Sums of each workflow and of each day, from one reading of the rows; the day before the first says how it ended. */
export async function sumWorkflows(db: Db, { period, ...who }: FigureScope, hours: CountedHours) {
  const scope = { ...who, period: withLastBefore(period) }
  const spread = spreadColumns(hours)
  const columns = sql`${names(WORKFLOW_COLUMNS)}, ${spread.sum}, ${spread.durations}, ${spread.buckets}`
  const { rows } = await sql<{ workflows: WorkflowSums[] | null; days: DaySums[] | null }>`
    with ${flowsOf(scope)}, ${workflowRows(scope, columns)},
    sums as (select workflow_id, sum(ended) as ended, sum(due) as due, sum(late) as late, sum(${spread.sum}::float8) as sum_s,
        sum(tasks_done) as done, ${spreadOf(spread)}
      from rows where day >= ${period.from}::date group by workflow_id),
    active as (select day, count(*) as active from (
      select day, workflow_id from rows where running > 0 group by day, workflow_id) x group by day),
    sums_of_days as (select day, sum(client_due) as client_due, sum(client_late) as client_late,
        sum(client_first_due) as client_first_due, sum(client_first_late) as client_first_late, sum(runs) as runs,
        sum(automated) as automated, count(running) > 0 as is_closed, sum(overdue) as overdue
      from rows group by day),
    days as (select day::text as day, client_due, client_late, client_first_due, client_first_late, coalesce(runs, 0) as runs,
        coalesce(automated, 0) as automated, case when is_closed then coalesce(active, 0) end as active, overdue
      from sums_of_days left join active using (day))
    select (select json_agg(json_build_object('id', f.id, 'name', f.name, 'limited', f.visibility = 'limited',
          'trashed', f.deleted_at is not null, 'ended', coalesce(s.ended, 0), 'due', coalesce(s.due, 0),
          'late', coalesce(s.late, 0), 'sum_s', coalesce(s.sum_s, 0), 'done', coalesce(s.done, 0),
          'durations', s.durations, 'buckets', s.buckets))
        from flows f left join sums s on s.workflow_id = f.id) as workflows,
      (select json_agg(d) from days d) as days`.execute(db)
  return { workflows: rows[0]?.workflows ?? [], days: rows[0]?.days ?? [] }
}

const BEFORE_COLUMNS = ['due', 'late', 'client_due', 'client_late', 'runs', 'automated']

/** Apart from the days themselves, because much less is asked of them. */
export async function sumBefore(db: Db, { period, ...who }: FigureScope): Promise<BeforeSums[]> {
  const scope = { ...who, period: daysBefore(period) }
  const sums = BEFORE_COLUMNS.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0)::int as ${sql.ref(column)}`)
  const { rows } = await sql<BeforeSums>`with ${flowsOf(scope)}, ${workflowRows(scope, names(BEFORE_COLUMNS))}
    select workflow_id, ${sql.join(sums)} from rows group by workflow_id`.execute(db)
  return rows
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
  'clean',
  'failed',
  'issues',
  'waited_s',
  'worked_s',
  'waited_work_s',
  'worked_work_s',
]

interface StepTops {
  /** Of automations, those that ran most, and how many there are at all. */
  tools: StepSums[] | null
  tool_count: number
  /** All runs of automations that failed. */
  errors: number
  /** Of people's steps, those that took longest on average. */
  slow: StepSums[] | null
  /** What went wrong most. */
  issues: IssueSums[] | null
}

/** The steps of the days that stand out, and what went wrong, from one reading of the rows. */
export async function topSteps(
  db: Db,
  scope: FigureScope,
  hours: CountedHours,
  { tools, slow, issues }: Record<'tools' | 'slow' | 'issues', number>,
): Promise<StepTops> {
  const [waited, worked] = hours === 'all' ? ['waited_s', 'worked_s'] : ['waited_work_s', 'worked_work_s']
  const { rows } = await sql<StepTops>`with ${flowsOf(scope)}, ${stepRows(scope, STEP_COLUMNS)},
    sums as materialized (select workflow_id, step, max(kind) as kind, max(version) as version, sum(runs) as runs,
        sum(clean) as clean, sum(failed) as failed, sum(${sql.ref(waited)}::float8) as waited_s,
        sum(${sql.ref(worked)}::float8) as worked_s,
        jsonb_agg(issues) filter (where issues is not null and kind = 'tool') as issues
      from rows where kind in ${WORK_KINDS} group by workflow_id, step),
    tops as (select workflow_id, step, kind, version, runs, clean, failed, waited_s, worked_s from sums),
    tools as (select * from tops where kind = 'tool' and clean + failed > 0
      order by clean + failed desc, workflow_id, step limit ${tools}),
    slow as (select * from tops where kind <> 'tool' and runs > 0
      order by (waited_s + worked_s) / runs desc, workflow_id, step limit ${slow}),
    issues as (select x.key as issue, sum((x.value ->> 0)::int)::int as count, sum((x.value ->> 1)::int)::int as open,
        sum((x.value ->> 2)::int)::int as resolved, sum((x.value ->> 3)::bigint)::float8 as resolved_s,
        array_agg(distinct workflow_id) as workflows
      from sums cross join lateral jsonb_array_elements(issues) d cross join lateral jsonb_each(d) x
      group by x.key order by 2 desc, 1 limit ${issues})
    select (select json_agg(t) from tools t) as tools, (select json_agg(t) from slow t) as slow,
      count(*) filter (where clean + failed > 0)::int as tool_count, coalesce(sum(failed), 0)::int as errors,
      (select json_agg(i) from issues i) as issues
    from sums where kind = 'tool'`.execute(db)
  return rows[0] ?? { tools: null, tool_count: 0, errors: 0, slow: null, issues: null }
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
