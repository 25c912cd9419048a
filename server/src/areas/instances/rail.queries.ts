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

/** Of each of these instances where it stands, and how each of its steps was left last. */
export async function standingsOf(db: Db, tenantId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; state: unknown; runs: Pick<RunRow, 'step' | 'round' | 'outcome'>[] }>`
    select s.instance_id as id, s.state, coalesce(r.runs, '[]') as runs from instance_state s
    cross join lateral (select json_agg(last) as runs from (
      select distinct on (step) step, round, outcome from step_runs
      where tenant_id = ${tenantId} and instance_id = s.instance_id order by step desc, round desc) last) r
    where s.tenant_id = ${tenantId} and s.instance_id = any (${ids}::uuid[])`.execute(db)
  return rows
}

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
