import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

/** Open instances of workflows at a moment: what ended since was open then. */
const openAt = (instances: RawBuilder<unknown>, columns: RawBuilder<unknown>, asOf: Date) => sql`
  select ${columns} from ${instances} and i.deleted_at is null and i.created_at < ${asOf}
    and i.status in ('pending', 'in_progress', 'failed')
  union all select ${columns} from ${instances} and i.deleted_at is null and i.created_at < ${asOf} and i.completed_at >= ${asOf}`

/** The same of tasks. */
const waitingAt = (tasks: RawBuilder<unknown>, asOf: Date) => {
  const columns = sql`t.workflow_id, t.narrowed, t.task_type, t.due_sort`
  return sql`select ${columns} from ${tasks} and not t.in_trash and t.created_at < ${asOf}
      and t.status in ('pending', 'in_progress', 'review', 'failed')
    union all select ${columns} from ${tasks} and not t.in_trash and t.created_at < ${asOf} and t.completed_at >= ${asOf}`
}

/** Where open work comes from: the parts end in conditions, instances as `i` and tasks as `t`. */
export interface OpenFacts {
  instances: RawBuilder<unknown>
  tasks: RawBuilder<unknown>
}

/** Parts of a `with` that end in `running` and `waiting`, a row for each workflow and whether it is narrowed. */
export const countOpenFacts = ({ instances, tasks }: OpenFacts, asOf: Date) => sql`
  of_versions as (select workflow_id, narrowed, version, count(*)::int as n
    from (${openAt(instances, sql`i.workflow_id, i.narrowed, i.workflow_version as version`, asOf)}) i group by 1, 2, 3),
  running as (select workflow_id, narrowed, sum(n)::int as running, jsonb_object_agg(version, n) as versions
    from of_versions group by 1, 2),
  waiting as (select workflow_id, narrowed, count(*) filter (where task_type <> 'automated')::int as manual,
      count(*) filter (where task_type = 'automated')::int as automated, count(*) filter (where due_sort < ${asOf})::int as overdue,
      min(due_sort) filter (where due_sort < ${asOf}) as oldest_due,
      min(due_sort) filter (where due_sort >= ${asOf} and due_sort < 'infinity') as next_due
    from (${waitingAt(tasks, asOf)}) t group by 1, 2)`

const COUNTS = ['running', 'versions', 'manual', 'automated', 'overdue', 'oldest_due', 'next_due'] as const
const list = (from: string) => sql.join(COUNTS.map((column) => sql.ref(`${from}.${column}`)))

/** What is open in workflows at the moment; a repeat changes nothing. */
export async function recountOpen(db: Db, tenantId: string, workflowIds: readonly string[], asOf: Date): Promise<void> {
  if (workflowIds.length === 0) return
  const facts = {
    instances: sql`flows f join instances i on i.tenant_id = ${tenantId} and i.workflow_id = f.id`,
    tasks: sql`flows f join tasks t on t.tenant_id = ${tenantId} and t.workflow_id = f.id`,
  }
  await sql`with flows as materialized (select unnest(${workflowIds}::uuid[]) as id), ${countOpenFacts(facts, asOf)}
    insert into open_counts (tenant_id, workflow_id, narrowed, ${sql.join(COUNTS.map((column) => sql.ref(column)))})
    select ${tenantId}::uuid, f.id, n.narrowed, coalesce(r.running, 0), coalesce(r.versions, '{}'), coalesce(w.manual, 0),
      coalesce(w.automated, 0), coalesce(w.overdue, 0), w.oldest_due, w.next_due
    from flows f cross join (values (false), (true)) as n (narrowed)
    left join running r on r.workflow_id = f.id and r.narrowed = n.narrowed
    left join waiting w on w.workflow_id = f.id and w.narrowed = n.narrowed
    on conflict (tenant_id, workflow_id, narrowed) do update
      set ${sql.join(COUNTS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}
      where (${list('open_counts')}) is distinct from (${list('excluded')})`.execute(db)
}

/** Workflows in which a task has become overdue since they were counted. */
export async function newlyOverdue(db: Db, tenantId: string, asOf: Date): Promise<string[]> {
  const { rows } = await sql<{ workflow_id: string }>`select distinct workflow_id from open_counts
    where tenant_id = ${tenantId} and next_due < ${asOf}`.execute(db)
  return rows.map(({ workflow_id }) => workflow_id)
}
