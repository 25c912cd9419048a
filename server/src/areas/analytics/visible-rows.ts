import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'
import { type Period, withoutBefore } from './period.service.ts'
import { countSteps, countWorkflows, type PathJoin, sumRuns } from './roll-ups/day-counts.ts'

/** Restricted instances are counted from what happened: the newest so many of those the viewer takes part in. */
const MAX_RESTRICTED = 500
/** For them the newest so many of the viewer's instances are looked at, and of the organization's restricted ones. */
const MAX_PARTS = 5_000
const MAX_SCANNED = 10_000

/** What a viewer's figures are counted over. */
export interface FigureScope {
  tenantId: string
  memberId: string
  visible: Visibility
  period: Period
  /** Only this one. */
  workflowId: string | undefined
  /** Restricted instances that the viewer takes part in. */
  restricted: readonly string[]
}

/** `hasMore`: there are others, or there may be, because there was more to look at than is looked at. */
export async function restrictedOf(
  db: Db,
  { tenantId, memberId, visible, period, workflowId }: Omit<FigureScope, 'restricted'>,
): Promise<{ ids: string[]; hasMore: boolean }> {
  if (visible.seesAll) return { ids: [], hasMore: false }
  const { rows } = await sql<{ ids: string[]; parts: number; scanned: number }>`
    with parts as materialized (select instance_id from instance_people where tenant_id = ${tenantId} and member_id = ${memberId}
      order by instance_id desc limit ${sql.lit(MAX_PARTS + 1)}),
    restricted as materialized (select i.id, i.workflow_id, i.completed_at from instances i where i.tenant_id = ${tenantId}
      and i.narrowed and i.deleted_at is null and i.id >= (select instance_id from parts order by instance_id limit 1)
      order by i.id desc limit ${sql.lit(MAX_SCANNED + 1)})
    select array(select r.id::text from restricted r where (r.id in (select p.instance_id from parts p)) is true
        and ${visible.ofWorkflow('r.workflow_id')} and (r.completed_at is null or r.completed_at >= ${period.firstBegins})
        ${workflowId ? sql`and r.workflow_id = ${workflowId}` : sql``}
        order by r.id desc limit ${sql.lit(MAX_RESTRICTED + 1)}) as ids,
      (select count(*) from parts)::int as parts, (select count(*) from restricted)::int as scanned`.execute(db)
  const { ids, parts, scanned } = rows[0] ?? { ids: [], parts: 0, scanned: 0 }
  const hasMore = ids.length > MAX_RESTRICTED || parts > MAX_PARTS || scanned > MAX_SCANNED
  return { ids: ids.slice(0, MAX_RESTRICTED), hasMore }
}

/** Workflows that the viewer may see, as `flows`. */
export const flowsOf = ({ tenantId, visible, workflowId }: FigureScope) => sql`flows as materialized (
  select w.id, w.name, w.visibility, w.deleted_at from workflows w where w.tenant_id = ${tenantId} and ${visible.ofWorkflow('w.id')}
    ${workflowId ? sql`and w.id = ${workflowId}` : sql``})`

const dayOf = (column: string, { timeZone }: Period) => sql`(${sql.ref(column)} at time zone ${timeZone})::date`

const own = ({ tenantId, restricted }: FigureScope) => sql`instances i on i.tenant_id = ${tenantId}
  and i.id = any (${restricted}::uuid[]) and i.deleted_at is null`

const within = (column: string, { firstBegins, ends }: Period) =>
  sql`${sql.ref(column)} >= ${firstBegins} and ${sql.ref(column)} < ${ends}`

const ofInstances = (scope: FigureScope, column: 'started_at' | 'completed_at', more = sql``) => sql`(select) x
  join ${own(scope)} cross join lateral (select ${dayOf(`i.${column}`, scope.period)} as day) d
  where ${within(`i.${column}`, scope.period)} ${more}`

const ofParts = (
  scope: FigureScope,
  table: 'tasks' | 'step_runs',
  name: string,
  column: string,
  more: RawBuilder<unknown>,
) => sql`(select) x
  join ${own(scope)} join ${sql.table(table)} ${sql.ref(name)} on ${sql.ref(`${name}.tenant_id`)} = ${scope.tenantId}
    and ${sql.ref(`${name}.instance_id`)} = i.id
  cross join lateral (select ${dayOf(`${name}.${column}`, scope.period)} as day) d
  where ${within(`${name}.${column}`, scope.period)} and ${more}`

/**
 * Of stored figures: not the restricted ones, unless the viewer sees all. Those of one workflow are a range of the key;
 * those of all are read packed, a row for each day.
 */
function stored(
  { tenantId, visible, period, workflowId }: FigureScope,
  part: 'workflows' | 'steps',
  columns: RawBuilder<unknown>,
  /** Of one workflow only this. */
  step?: string,
): RawBuilder<unknown> {
  const { first, to } = period
  const ofStep = step ? sql`and s.step = ${step}` : sql``
  const allowed = visible.seesAll ? sql`` : sql`and not s.narrowed`
  // Said as a range of both columns, because an index by day alone may look as good to the planner.
  const rows = workflowId
    ? sql`(select * from ${sql.table(part === 'workflows' ? 'workflow_days' : 'step_days')} s where s.tenant_id = ${tenantId}
        and (s.workflow_id, s.day) >= (${workflowId}::uuid, ${first}::date)
        and (s.workflow_id, s.day) <= (${workflowId}::uuid, ${to}::date) ${ofStep} ${allowed} offset 0)`
    : sql`(select s.day, x.* from packed_days s cross join lateral unnest(${sql.ref(`s.${part}`)}) x
        where s.tenant_id = ${tenantId} and s.day between ${first}::date and ${to}::date ${allowed})`
  // Not as a join: how many a day holds cannot be told beforehand, and each would be held against each workflow.
  return sql`select ${columns} from ${rows} d where (d.workflow_id in (select f.id from flows f)) is true`
}

export const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

const closedRuns = (scope: FigureScope) =>
  ofParts(scope, 'step_runs', 'r', 'closed_at', sql`r.outcome is not null and r.kind is not null`)

/** Parts of a `with` that end in `rows`: what is counted of each workflow and day for this viewer. */
export function workflowRows(
  scope: FigureScope,
  columns: RawBuilder<unknown>,
  joins?: readonly PathJoin[],
): RawBuilder<unknown> {
  const from = stored(scope, 'workflows', sql`d.workflow_id, d.day, ${columns}, d.running, d.overdue`)
  if (scope.restricted.length === 0) return sql`rows as (${from})`
  const facts = {
    started: ofInstances(scope, 'started_at'),
    ended: ofInstances(scope, 'completed_at', sql`and i.status = 'completed'`),
    done: ofParts(scope, 'tasks', 't', 'completed_at', sql`t.status = 'completed' and not t.in_trash`),
    runs: sumRuns({ closed: closedRuns(scope) }),
  }
  return sql`${countWorkflows(facts, true, joins && { tenantId: scope.tenantId, joins })}, rows as (${from}
    union all select workflow_id, day, ${columns}, null, null from workflow_counts)`
}

/** The same of each step, or of one workflow’s only one; only of the days themselves. */
export function stepRows(given: FigureScope, columns: readonly string[], step?: string): RawBuilder<unknown> {
  const scope = { ...given, period: withoutBefore(given.period) }
  const from = stored(scope, 'steps', sql`d.workflow_id, d.day, ${names(columns)}`, step)
  if (scope.restricted.length === 0) return sql`rows as (${from})`
  const facts = {
    closed: closedRuns(scope),
    failed: ofParts(scope, 'step_runs', 'r', 'failed_at', sql`r.issue is not null and r.kind is not null`),
  }
  return sql`${countSteps(facts, scope.period.asOf, true)}, rows as (${from}
    union all select workflow_id, day, ${names(columns)} from step_counts ${step ? sql`where step = ${step}` : sql``})`
}
