import type { Json } from '@throughline/flow/eval'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

export interface DetailRow {
  outcome: string | null
  review_comment: string | null
  asked_by: string | null
  about_task: string | null
  about_name: string | null
  blocking: boolean
  completed_by: string | null
  workflow_version: number
  instance_priority: number
  started_by: string | null
  started_at: Date
  instance_due: Date | number
  instance_has_due: boolean
  variables: Record<string, Json>
  item_value: Json | null
  state: { round: Record<string, number>; base: number }
  time_zone: string
  answers: Record<string, Json> | null
  answered_by: string | null
  draft: Record<string, Json> | null
  draft_saved_at: Date | null
  runs: number
}

/** What a task's page shows beside its row in a list. */
export async function findDetail(
  db: Db,
  tenantId: string,
  taskId: string,
  memberId: string,
): Promise<DetailRow | undefined> {
  const { rows } = await sql<DetailRow>`
    select t.outcome, t.review_comment, t.asked_by, t.about_task, o.name as about_name, t.blocking, t.completed_by,
      i.workflow_version, i.priority as instance_priority, i.started_by, coalesce(i.started_at, i.created_at) as started_at,
      i.due_sort as instance_due, i.due_date is not null as instance_has_due, s.variables,
      case when t.item >= 0 then s.lists -> (t.step || ':' || t.round) -> t.item end as item_value, s.state,
      z.time_zone, a.answers, a.answered_by, d.answers as draft, d.updated_at as draft_saved_at,
      (select count(*)::int from step_runs r where r.tenant_id = ${tenantId} and r.instance_id = t.instance_id and r.step = t.step
        and r.round <= t.round) as runs
    from tasks t
    join instances i on i.tenant_id = ${tenantId} and i.id = t.instance_id
    join instance_state s on s.tenant_id = ${tenantId} and s.instance_id = t.instance_id
    join tenants z on z.id = ${tenantId}
    left join tasks o on o.tenant_id = ${tenantId} and o.id = t.about_task
    left join task_answers a on a.tenant_id = ${tenantId} and a.task_id = t.id
    left join task_drafts d on d.tenant_id = ${tenantId} and d.task_id = t.id and d.member_id = ${memberId}
    where t.tenant_id = ${tenantId} and t.id = ${taskId}`.execute(db)
  return rows[0]
}

interface StepRow {
  step: string | null
  instance_id: string
  workflow_id: string
  workflow_version: number
  variables: Record<string, Json>
}

/** Which step a task is of, and what its instance knows. */
export async function findStep(db: Db, tenantId: string, taskId: string): Promise<StepRow | undefined> {
  const { rows } = await sql<StepRow>`select t.step, t.instance_id, t.workflow_id, i.workflow_version, s.variables
    from tasks t join instances i on i.tenant_id = ${tenantId} and i.id = t.instance_id
    join instance_state s on s.tenant_id = ${tenantId} and s.instance_id = t.instance_id
    where t.tenant_id = ${tenantId} and t.id = ${taskId}`.execute(db)
  return rows[0]
}

export interface SeatRow {
  slot: number
  member_id: string | null
  team_id: string | null
  role_id: string | null
  asked: boolean
  verdict: 'approve' | 'reject' | 'changes' | null
  decided_by: string | null
  comment: string | null
  at: Date | null
  /** What was said here before the files were changed, and when it was asked for again. */
  old_verdict: 'approve' | 'reject' | null
  old_by: string | null
  old_at: Date | null
  asked_again_at: Date | null
  /** Of the one file that was decided on; null where there were none or several. */
  version_number: number | null
  /** The viewer's own, or of a queue they belong to. */
  theirs: boolean
}

/** Nobody's, where nobody looks at them. */
export async function seatsOfTask(
  db: Db,
  tenantId: string,
  taskId: string,
  memberId: string | null,
): Promise<SeatRow[]> {
  const { rows } = await sql<SeatRow>`
    select s.slot, s.member_id, s.team_id, s.role_id, s.asked, d.verdict, d.member_id as decided_by, d.comment, d.at,
      o.verdict as old_verdict, o.member_id as old_by, o.at as old_at, o.withdrawn_at as asked_again_at,
      (select case when count(*) = 1 then min(e.number) end from document_decisions e
        where e.tenant_id = ${tenantId} and e.task_id = s.task_id and e.member_id = coalesce(d.member_id, o.member_id)
          and e.at = coalesce(d.at, o.at)) as version_number,
      (s.member_id = ${memberId}::uuid) is true or exists (select from team_members q
          where q.tenant_id = ${tenantId} and q.team_id = s.team_id and q.member_id = ${memberId})
        or exists (select from members q where q.tenant_id = ${tenantId} and q.id = ${memberId} and q.role_id = s.role_id) as theirs
    from task_seats s
    left join decisions d on d.tenant_id = ${tenantId} and d.task_id = s.task_id and d.slot = s.slot
      and d.withdrawn_at is null
    left join lateral (select o.verdict, o.member_id, o.at, o.withdrawn_at from decisions o
      where o.tenant_id = ${tenantId} and o.task_id = s.task_id and o.slot = s.slot and o.withdrawn_at is not null
      order by o.id desc limit 1) o on d.verdict is null
    where s.tenant_id = ${tenantId} and s.task_id = ${taskId} order by s.slot`.execute(db)
  return rows
}

export async function versionNumberOf(db: Db, tenantId: string, instanceId: string): Promise<number> {
  const found = await db
    .selectFrom('instances')
    .select('workflow_version')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', instanceId)
    .executeTakeFirstOrThrow()
  return found.workflow_version
}

/** Questions about a task, oldest first, with their answers. */
export async function queriesAbout(db: Db, tenantId: string, taskId: string) {
  return db
    .selectFrom('tasks as t')
    .leftJoin('task_answers as a', (join) => join.on('a.tenant_id', '=', tenantId).onRef('a.task_id', '=', 't.id'))
    .select([
      't.id',
      't.description',
      't.asked_by',
      't.assigned_to',
      't.blocking',
      't.status',
      't.created_at',
      't.completed_at',
    ])
    .select('a.answers')
    .where('t.tenant_id', '=', tenantId)
    .where('t.about_task', '=', taskId)
    .orderBy('t.id')
    .limit(50)
    .execute()
}

interface Run {
  instance_id: string
  step: string | null
  round: number
  item: number
}

/** What was sent outside for a run. */
export const effectsOf = (db: Db, tenantId: string, { instance_id, step, round, item }: Run) =>
  db
    .selectFrom('effects')
    .select(['key', 'state', 'attempts', 'problem', 'updated_at'])
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instance_id)
    .where('step', '=', step ?? '')
    .where('round', '=', round)
    .where('item', '=', item)
    .orderBy('created_at')
    .limit(50)
    .execute()
