import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'
import type { Period } from './period.service.ts'
import { countSteps, countWorkflows, type PathJoin } from './roll-ups/day-counts.ts'

/** Restricted instances are counted from what happened: the newest so many of those the viewer takes part in. */
const MAX_RESTRICTED = 500
/** So many of a member's instances are looked at for them. */
const MAX_LOOKED_AT = 5_000

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

export async function restrictedOf(
  db: Db,
  { tenantId, memberId, visible, period, workflowId }: Omit<FigureScope, 'restricted'>,
): Promise<{ ids: string[]; hasMore: boolean }> {
  if (visible.seesAll) return { ids: [], hasMore: false }
  const { rows } = await sql<{ id: string }>`
    with parts as materialized (select instance_id from instance_people where tenant_id = ${tenantId} and member_id = ${memberId}
      order by instance_id desc limit ${sql.lit(MAX_LOOKED_AT)}),
    restricted as materialized (select i.id from instances i where i.tenant_id = ${tenantId} and i.narrowed and i.deleted_at is null
      and i.id >= (select instance_id from parts order by instance_id limit 1) and ${visible.ofWorkflow('i.workflow_id')}
      and (i.completed_at is null or i.completed_at >= ${period.firstBegins})
      ${workflowId ? sql`and i.workflow_id = ${workflowId}` : sql``})
    select r.id from restricted r where (r.id in (select p.instance_id from parts p)) is true
    order by r.id desc limit ${sql.lit(MAX_RESTRICTED + 1)}`.execute(db)
  return { ids: rows.slice(0, MAX_RESTRICTED).map(({ id }) => id), hasMore: rows.length > MAX_RESTRICTED }
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

const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/** Parts of a `with` that end in `rows`: what is counted of each workflow and day for this viewer. */
export function workflowRows(
  scope: FigureScope,
  columns: readonly string[],
  joins?: readonly PathJoin[],
): RawBuilder<unknown> {
  const taken = sql`d.running, d.overdue`
  const from = stored(scope, 'workflows', sql`d.workflow_id, d.day, ${names(columns)}, ${taken}`)
  if (scope.restricted.length === 0) return sql`rows as materialized (${from})`
  const facts = {
    started: ofInstances(scope, 'started_at'),
    ended: ofInstances(scope, 'completed_at', sql`and i.status = 'completed'`),
    done: ofParts(scope, 'tasks', 't', 'completed_at', sql`t.status = 'completed' and not t.in_trash`),
  }
  return sql`${countWorkflows(facts, true, joins && { tenantId: scope.tenantId, joins })}, rows as materialized (${from}
    union all select workflow_id, day, ${names(columns)}, null, null from workflow_counts)`
}

/** The same of each step, or of one workflow’s only one. */
export function stepRows(scope: FigureScope, columns: readonly string[], step?: string): RawBuilder<unknown> {
  const from = stored(scope, 'steps', sql`d.workflow_id, d.day, ${names(columns)}`, step)
  if (scope.restricted.length === 0) return sql`rows as (${from})`
  const facts = {
    closed: ofParts(scope, 'step_runs', 'r', 'closed_at', sql`r.outcome is not null and r.kind is not null`),
    failed: ofParts(scope, 'step_runs', 'r', 'failed_at', sql`r.issue is not null and r.kind is not null`),
  }
  return sql`${countSteps(facts, scope.period.asOf, true)}, rows as (${from}
    union all select workflow_id, day, ${names(columns)} from step_counts ${step ? sql`where step = ${step}` : sql``})`
}
