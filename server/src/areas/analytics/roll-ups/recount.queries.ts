import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { joinsIn, versionIfReadable } from '../../instances/instances.public.ts'
import {
  countSteps,
  countWorkflows,
  PATH_COUNTS,
  PATHS,
  type PathJoin,
  rowsFor,
  SPREADS,
  STEP_COUNTS,
  WORK_KINDS,
  WORKFLOW_COUNTS,
} from './day-counts.ts'

export interface WorkflowDay {
  workflowId: string
  day: string
  /** The moments between which it lies. */
  begins: Date
  ends: Date
}

const daysOf = (days: readonly WorkflowDay[]) => sql`days as materialized (
  select * from unnest(${days.map((one) => one.workflowId)}::uuid[], ${days.map((one) => one.day)}::date[],
    ${days.map((one) => one.begins)}::timestamptz[], ${days.map((one) => one.ends)}::timestamptz[])
    as d (workflow_id, day, begins, ends))`

const within = (column: string) => sql`${sql.ref(column)} >= d.begins and ${sql.ref(column)} < d.ends`

const instancesOf = (tenantId: string, column: 'started_at' | 'completed_at', more = sql``) => {
  const condition = sql`x.workflow_id = d.workflow_id and ${within(`x.${column}`)} and x.deleted_at is null ${more}`
  return sql`days d ${rowsFor(tenantId, 'instances', 'i', condition)}`
}

const withInstance = (tenantId: string, of: string) =>
  rowsFor(tenantId, 'instances', 'i', sql`x.id = ${sql.ref(`${of}.instance_id`)} and x.deleted_at is null`)

const tasksOf = (tenantId: string) => {
  const condition = sql`x.workflow_id = d.workflow_id and ${within('x.completed_at')} and x.status = 'completed' and not x.in_trash`
  return sql`days d ${rowsFor(tenantId, 'tasks', 't', condition)} ${withInstance(tenantId, 't')}`
}

const runsOf = (tenantId: string, column: 'closed_at' | 'failed_at', more: RawBuilder<unknown>) => {
  const condition = sql`x.workflow_id = d.workflow_id and ${within(`x.${column}`)} and ${more}`
  return sql`days d ${rowsFor(tenantId, 'step_runs', 'r', condition)} ${withInstance(tenantId, 'r')}`
}

const list = (columns: readonly string[], from = '') =>
  sql.join(columns.map((column) => sql.ref(from ? `${from}.${column}` : column)))

/** Puts rows that differ, takes away those that count nothing any more; answers how many that were. */
function replaceRows(
  table: 'workflow_days' | 'step_days',
  tenantId: string,
  keys: readonly string[],
  values: readonly string[],
  isKept: RawBuilder<unknown>,
) {
  const counted = sql.table(table === 'workflow_days' ? 'workflow_counts' : 'step_counts')
  return sql`
    put as (insert into ${sql.table(table)} (tenant_id, ${list(keys)}, ${list(values)})
      select ${tenantId}::uuid, ${list(keys)}, ${list(values)} from ${counted}
      on conflict (tenant_id, ${list(keys)}) do update
        set ${sql.join(values.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}
        where (${list(values, table)}) is distinct from (${list(values, 'excluded')})
      returning 1),
    gone as (select ${list(keys)} from (
        select ${list(keys, 'o')}, true as is_stored from days d
          ${rowsFor(tenantId, table, 'o', sql`x.workflow_id = d.workflow_id and x.day = d.day`)}
        union all select ${list(keys)}, false from ${counted}) all_rows
      group by ${list(keys)} having bool_and(is_stored)),
    deleted as (delete from ${sql.table(table)} t using gone o
      where t.tenant_id = ${tenantId} and ${sql.join(
        keys.map((key) => sql`t.${sql.ref(key)} = o.${sql.ref(key)}`),
        sql` and `,
      )} and not ${isKept}
      returning 1)`
}

const TOTAL = sql<{ n: number }>`select (select count(*) from put)::int + (select count(*) from deleted)::int as n`

/** Of the versions with instances that ended on these days: the steps to which several others lead. */
async function joinsOf(db: Db, tenantId: string, days: readonly WorkflowDay[], ended: RawBuilder<unknown>) {
  const { rows } = await sql<{ workflow_id: string; version: number }>`with ${daysOf(days)}
    select distinct i.workflow_id, i.workflow_version as version from ${ended}`.execute(db)
  const joins: PathJoin[] = []
  for (const { workflow_id: workflowId, version } of rows) {
    const { doc } = await versionIfReadable(db, tenantId, workflowId, version)
    joins.push(...joinsIn(doc).map((join) => ({ workflowId, version, ...join })))
  }
  return joins
}

/** What closed on these days, from the rows of their steps. */
const runsOfDays = (tenantId: string) => sql`
  select o.workflow_id, o.day, o.version, o.narrowed, sum(o.runs) as runs, sum(o.automated) as automated
  from days d ${rowsFor(tenantId, 'step_days', 'o', sql`x.workflow_id = d.workflow_id and x.day = d.day and x.kind in ${WORK_KINDS}`)}
  group by 1, 2, 3, 4 having sum(o.runs) > 0`

async function recountSteps(db: Db, tenantId: string, days: readonly WorkflowDay[], asOf: Date): Promise<number> {
  const closed = runsOf(tenantId, 'closed_at', sql`x.outcome is not null and x.kind is not null`)
  const failed = runsOf(tenantId, 'failed_at', sql`x.issue is not null and x.kind is not null`)
  const { rows } = await sql<{ n: number }>`with ${daysOf(days)}, ${countSteps({ closed, failed }, asOf, false)},
    ${replaceRows(
      'step_days',
      tenantId,
      ['workflow_id', 'day', 'version', 'step', 'narrowed'],
      ['kind', ...STEP_COUNTS, 'issues', ...SPREADS],
      sql`false`,
    )} ${TOTAL}`.execute(db)
  return rows.reduce((sum, { n }) => sum + n, 0)
}

/** Whole days from the facts; answers how many rows were different before. A repeat changes nothing. */
export async function recountDays(db: Db, tenantId: string, days: readonly WorkflowDay[], asOf: Date): Promise<number> {
  if (days.length === 0) return 0
  // First, because a workflow's day says how many of them closed.
  const steps = await recountSteps(db, tenantId, days, asOf)
  const started = instancesOf(tenantId, 'started_at')
  const ended = instancesOf(tenantId, 'completed_at', sql`and x.status = 'completed'`)
  const facts = { started, ended, done: tasksOf(tenantId), runs: runsOfDays(tenantId) }
  const paths = { tenantId, joins: await joinsOf(db, tenantId, days, ended) }
  const counts = [...WORKFLOW_COUNTS, ...PATH_COUNTS]
  const { rows } = await sql<{ n: number }>`with ${daysOf(days)}, ${countWorkflows(facts, false, paths)},
    ${replaceRows(
      'workflow_days',
      tenantId,
      ['workflow_id', 'day', 'version', 'narrowed'],
      [...counts, ...SPREADS, ...PATHS],
      sql`(t.running is not null or t.overdue is not null)`,
    )},
    emptied as (update workflow_days t set ${sql.join([
      ...counts.map((column) => sql`${sql.ref(column)} = 0`),
      ...[...SPREADS, ...PATHS].map((column) => sql`${sql.ref(column)} = null`),
    ])} from gone o where t.tenant_id = ${tenantId} and t.workflow_id = o.workflow_id and t.day = o.day
      and t.version = o.version and t.narrowed = o.narrowed and (t.running is not null or t.overdue is not null)
      and t.started + t.ended + t.tasks_done + t.runs > 0 returning 1)
    ${TOTAL} union all select count(*)::int from emptied`.execute(db)
  return rows.reduce((sum, { n }) => sum + n, steps)
}

/**
 * How each workflow stood when a day ended, once for each day: running instances, and open tasks that were overdue.
 * What was taken is never taken again.
 */
export async function closeDays(db: Db, tenantId: string, days: readonly Omit<WorkflowDay, 'workflowId'>[]) {
  const before = (table: 'instances' | 'tasks', name: string, more: RawBuilder<unknown>) =>
    rowsFor(tenantId, table, name, sql`x.workflow_id = f.id and x.created_at < d.ends and ${more}`)
  await sql`with d as materialized (
      select * from unnest(${days.map((one) => one.day)}::date[], ${days.map((one) => one.ends)}::timestamptz[]) as d (day, ends)),
    flows as (select id from workflows where tenant_id = ${tenantId}),
    open as (select day, workflow_id, version, narrowed, count(*)::int as running from (
        select d.day, i.workflow_id, i.workflow_version as version, i.narrowed from d cross join flows f
        ${before('instances', 'i', sql`x.deleted_at is null and x.status in ('pending', 'in_progress', 'failed')`)}
        union all
        select d.day, i.workflow_id, i.workflow_version, i.narrowed from d cross join flows f
        ${before('instances', 'i', sql`x.deleted_at is null and x.completed_at >= d.ends`)}) stood
      group by 1, 2, 3, 4),
    late as (select stood.day, i.workflow_id, i.workflow_version as version, i.narrowed, count(*)::int as overdue from (
        select d.day, t.instance_id from d cross join flows f
        ${before('tasks', 't', sql`not x.in_trash and x.due_sort < d.ends and x.status in ('pending', 'in_progress', 'review', 'failed')`)}
        union all
        select d.day, t.instance_id from d cross join flows f
        ${before('tasks', 't', sql`not x.in_trash and x.due_sort < d.ends and x.completed_at >= d.ends`)}) stood
      ${withInstance(tenantId, 'stood')} group by 1, 2, 3, 4)
    insert into workflow_days (tenant_id, workflow_id, day, version, narrowed, running, overdue)
    select ${tenantId}::uuid, workflow_id, day, version, narrowed, coalesce(running, 0), coalesce(overdue, 0)
    from open full join late using (workflow_id, day, version, narrowed)
    on conflict (tenant_id, workflow_id, day, version, narrowed) do update set
      running = coalesce(workflow_days.running, excluded.running), overdue = coalesce(workflow_days.overdue, excluded.overdue)`.execute(
    db,
  )
}
