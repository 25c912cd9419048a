import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

/** As the types of what is packed have them, in their order. */
export const PACKED_WORKFLOW = [
  'workflow_id',
  'version',
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
  'running',
  'overdue',
  'runs',
  'automated',
] as const
export const PACKED_STEP = [
  'workflow_id',
  'version',
  'step',
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
] as const

/** Days that one statement packs. */
const CHUNK_SIZE = 30

const list = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/** Puts the rows of whole days together, as pages read them; a repeat changes nothing. */
export async function packDays(db: Db, tenantId: string, days: readonly string[]): Promise<void> {
  for (let from = 0; from < days.length; from += CHUNK_SIZE) {
    const some = days.slice(from, from + CHUNK_SIZE)
    await sql`with d as materialized (select day, narrowed from unnest(${some}::date[]) as day, (values (false), (true)) as n (narrowed)),
      w as (select day, narrowed, array_agg(row(${list(PACKED_WORKFLOW)})::app.workflow_figures order by workflow_id, version) as workflows
        from workflow_days where tenant_id = ${tenantId} and day = any (${some}::date[]) group by 1, 2),
      s as (select day, narrowed, array_agg(row(${list(PACKED_STEP)})::app.step_figures order by workflow_id, version, step) as steps
        from step_days where tenant_id = ${tenantId} and day = any (${some}::date[]) group by 1, 2)
      insert into packed_days (tenant_id, day, narrowed, workflows, steps)
      select ${tenantId}::uuid, day, narrowed, coalesce(w.workflows, '{}'), coalesce(s.steps, '{}')
      from d left join w using (day, narrowed) left join s using (day, narrowed)
      on conflict (tenant_id, day, narrowed) do update set workflows = excluded.workflows, steps = excluded.steps
        where (packed_days.workflows, packed_days.steps) is distinct from (excluded.workflows, excluded.steps)`.execute(
      db,
    )
  }
}
