import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

const MAX_RUNS = 1_000

/** The runs of an instance's steps, newest first. */
export const runsOf = (db: Db, tenantId: string, instanceId: string) =>
  db
    .selectFrom('step_runs')
    .select(['step', 'round', 'opened_at', 'closed_at', 'outcome', 'why', 'due_at'])
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .orderBy('round', 'desc')
    .limit(MAX_RUNS)
    .execute()
export type RunRow = Awaited<ReturnType<typeof runsOf>>[number]

export interface StepCompletion {
  step: string
  round: number
  member_id: string
}

/** Who completed or decided what, the last first. */
export async function completionsOf(db: Db, tenantId: string, instanceId: string): Promise<StepCompletion[]> {
  const { rows } = await sql<StepCompletion>`
    with last as materialized (
      select id, step, round, completed_by from tasks
      where tenant_id = ${tenantId} and instance_id = ${instanceId} and step is not null
      order by id desc limit ${MAX_RUNS})
    select step, round, completed_by as member_id from last where completed_by is not null
    union
    select l.step, l.round, d.member_id from last l
    join decisions d on d.tenant_id = ${tenantId} and d.task_id = l.id and d.withdrawn_at is null
    order by round desc`.execute(db)
  return rows
}
