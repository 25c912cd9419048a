import type { CountedHours } from '@throughline/contracts/analytics-lists'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { type Spread, spreadColumns, spreadOf } from './overview.queries.ts'
import { PATH_COUNTS, PATHS, type PathJoin } from './roll-ups/day-counts.ts'
import { type FigureScope, flowsOf, names, stepRows, workflowRows } from './visible-rows.ts'

export interface VersionSums extends Spread {
  version: number
  is_now: boolean
  ended: number
  due: number
  late: number
  first_due: number
  first_late: number
  moved: number
  sum_s: number
  waited_s: number
  worked_s: number
  automated_s: number
  /** Of some days each: in how many instances a step was reached again, and which source of a join closed last. */
  again: Record<string, number>[] | null
  last_closed: Record<string, number>[] | null
}

const SPREAD_COLUMNS = ['durations', 'buckets', 'work_durations', 'work_buckets']

const timeColumns = (hours: CountedHours) =>
  hours === 'all'
    ? { waited: sql.ref('waited_s'), worked: sql.ref('worked_s'), automated: sql.ref('automated_s') }
    : { waited: sql.ref('waited_work_s'), worked: sql.ref('worked_work_s'), automated: sql.ref('automated_work_s') }

/** With the ways that instances of the scope's version took. */
export async function sumVersions(
  db: Db,
  scope: FigureScope,
  hours: CountedHours,
  joins: readonly PathJoin[],
): Promise<VersionSums[]> {
  const spread = spreadColumns(hours)
  const { waited, worked, automated } = timeColumns(hours)
  const counts = ['version', 'ended', 'due', 'late', 'first_due', 'first_late', 'moved', 'sum_s', 'sum_work_s']
  const columns = [...counts, ...SPREAD_COLUMNS, ...PATH_COUNTS, ...PATHS]
  const { rows } = await sql<VersionSums>`with ${flowsOf(scope)}, ${workflowRows(scope, names(columns), joins)}
    select version, day >= ${scope.period.from}::date as is_now, sum(ended)::int as ended, sum(due)::int as due,
      sum(late)::int as late, sum(first_due)::int as first_due, sum(first_late)::int as first_late, sum(moved)::int as moved,
      sum(${spread.sum})::float8 as sum_s, sum(${waited})::float8 as waited_s, sum(${worked})::float8 as worked_s,
      sum(${automated})::float8 as automated_s,
      ${spreadOf(spread)},
      jsonb_agg(again) filter (where again is not null) as again,
      jsonb_agg(last_closed) filter (where last_closed is not null) as last_closed
    from rows group by 1, 2`.execute(db)
  return rows
}

export interface StepVersionSums extends Spread {
  step: string
  version: number
  runs: number
  waited_s: number
  worked_s: number
}

/** Of the days of the range, each step or only one. */
export async function sumStepVersions(
  db: Db,
  scope: FigureScope,
  hours: CountedHours,
  step?: string,
): Promise<StepVersionSums[]> {
  const [waited, worked] = hours === 'all' ? ['waited_s', 'worked_s'] : ['waited_work_s', 'worked_work_s']
  const columns = ['step', 'version', 'runs', 'waited_s', 'worked_s', 'waited_work_s', 'worked_work_s']
  const { rows } =
    await sql<StepVersionSums>`with ${flowsOf(scope)}, ${stepRows(scope, [...columns, ...SPREAD_COLUMNS], step)}
    select step, version, sum(runs)::int as runs, sum(${sql.ref(waited)})::float8 as waited_s,
      sum(${sql.ref(worked)})::float8 as worked_s,
      ${spreadOf(spreadColumns(hours))}
    from rows group by 1, 2`.execute(db)
  return rows
}

/** Completed instances of a version in the range, as `i`. */
const completed = ({ tenantId, visible, period, workflowId }: FigureScope, version: number) => sql`instances i
  where i.tenant_id = ${tenantId} and i.workflow_id = ${workflowId} and i.status = 'completed' and i.deleted_at is null
    and i.completed_at >= ${period.begins} and i.completed_at < ${period.ends} and i.workflow_version = ${version}
    and ${visible.ofInstance('i')}`

/** The newest completed ones. */
export async function completedCases(db: Db, scope: FigureScope, version: number, hours: CountedHours, limit: number) {
  const duration =
    hours === 'all'
      ? sql`greatest(0, floor(extract(epoch from i.completed_at - coalesce(i.started_at, i.created_at))))::int`
      : sql`coalesce(i.duration_work_s, 0)`
  const { rows } = await sql<{
    id: string
    prefix: string
    number: number
    name: string
    completed_at: Date
    duration_s: number
    late: boolean | null
  }>`select i.id, i.prefix, i.number, coalesce(nullif(i.title, ''), i.name) as name, i.completed_at,
      ${duration} as duration_s, i.ended_late as late
    from ${completed(scope, version)} order by i.completed_at desc, i.id desc limit ${limit}`.execute(db)
  return rows
}

export async function findVersions(db: Db, tenantId: string, workflowId: string) {
  return db
    .selectFrom('workflow_versions as v')
    .innerJoin('workflows as w', (on) =>
      on.onRef('w.tenant_id', '=', 'v.tenant_id').onRef('w.id', '=', 'v.workflow_id'),
    )
    .select(['v.number', 'v.published_at', 'w.name', 'w.prefix', 'w.current_version'])
    .where('v.tenant_id', '=', tenantId)
    .where('w.tenant_id', '=', tenantId)
    .where('v.workflow_id', '=', workflowId)
    .orderBy('v.number', 'desc')
    .limit(100)
    .execute()
}
