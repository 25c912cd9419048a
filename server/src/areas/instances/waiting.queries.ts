import { sql } from 'kysely'
import { among } from '../../core/db/among.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'

/** Of one instance; a list of a thousand people is not named one by one. */
const MAX_TASKS = 60
const MAX_SEATS = 600

/** Those of them that still run, with the engine's state. */
export const runningAmong = (db: Db, tenantId: string, ids: readonly string[]) =>
  db
    .selectFrom('instances as i')
    .innerJoin('instance_state as s', (join) =>
      join.onRef('s.tenant_id', '=', 'i.tenant_id').onRef('s.instance_id', '=', 'i.id'),
    )
    .leftJoin('instance_wants as w', (join) =>
      join.onRef('w.tenant_id', '=', 'i.tenant_id').onRef('w.instance_id', '=', 'i.id'),
    )
    .select(['i.id', 'i.workflow_id', 'i.workflow_version', 'i.updated_at', 's.state', 'w.problem'])
    .where('i.tenant_id', '=', tenantId)
    .where('s.tenant_id', '=', tenantId)
    .where('i.id', '=', among(ids))
    .where('i.status', 'in', ['in_progress', 'failed'])
    .execute()

export interface OpenTask {
  id: string
  instance_id: string
  step: string | null
  round: number
  name: string
  task_type: string
  status: string
  assigned_to: string | null
  reviewer_id: string | null
  team_id: string | null
  role_id: string | null
  about_task: string | null
  blocking: boolean
  problem: string | null
  attempt: number
  due_sort: Date | number
  reminded_at: Date | null
  created_at: Date
  updated_at: Date
  review_status: string | null
  review_comment: string | null
  /** The vote that led here: what it was, whose, and in which words. */
  back_verdict: 'changes' | 'reject' | null
  back_by: string | null
  back_comment: string | null
  back_task: string | null
}

export async function openTasksOf(db: Db, tenantId: string, ids: readonly string[]): Promise<OpenTask[]> {
  const { rows } = await sql<OpenTask>`
    select t.*, d.verdict as back_verdict, d.member_id as back_by, d.comment as back_comment, d.task_id as back_task
    from unnest(${ids}::uuid[]) as e (id) cross join lateral (
      select id, instance_id, step, round, name, task_type, status, assigned_to, reviewer_id, team_id, role_id,
        about_task, blocking, problem, attempt, due_sort, reminded_at, created_at, updated_at,
        review_status, review_comment, sent_back_by
      from tasks where tenant_id = ${tenantId} and instance_id = e.id
        and status in ('pending', 'in_progress', 'review', 'failed')
      order by id limit ${MAX_TASKS}) t
    left join lateral (select verdict, member_id, comment, task_id from decisions
      where tenant_id = ${tenantId} and id = t.sent_back_by offset 0) d on true`.execute(db)
  return rows
}

export interface UndecidedSeat {
  task_id: string
  member_id: string | null
  team_id: string | null
  role_id: string | null
}

/** Whose turn it is and who has not decided yet. */
export async function undecidedSeats(db: Db, tenantId: string, taskIds: readonly string[]): Promise<UndecidedSeat[]> {
  if (taskIds.length === 0) return []
  const { rows } = await sql<UndecidedSeat>`
    select s.task_id, s.member_id, s.team_id, s.role_id from task_seats s
    where s.tenant_id = ${tenantId} and s.task_id = any (${taskIds}::uuid[]) and s.asked
      and not exists (select from decisions d
        where d.tenant_id = ${tenantId} and d.task_id = s.task_id and d.slot = s.slot and d.withdrawn_at is null)
    order by s.task_id, s.slot limit ${MAX_SEATS}`.execute(db)
  return rows
}

export interface RunRef {
  instanceId: string
  step: string
  round: number
}

/** What went wrong with steps that have no task. */
export async function problemsOf(db: Db, tenantId: string, runs: readonly RunRef[]) {
  if (runs.length === 0) return []
  const { rows } = await sql<{ instance_id: string; step: string; problem: string | null }>`
    select r.instance_id, r.step, r.problem
    from unnest(${runs.map((one) => one.instanceId)}::uuid[], ${runs.map((one) => one.step)}::text[],
      ${runs.map((one) => one.round)}::int[]) as e (instance_id, step, round)
    join step_runs r on r.tenant_id = ${tenantId} and r.instance_id = e.instance_id and r.step = e.step
      and r.round = e.round`.execute(db)
  return rows
}

export interface Hold {
  instance_id: string
  step: string
  until: Date
  /** Of a call by a connection, which holds it; null where that is the mail budget. */
  connection: { problem: string | null; signed_out: boolean } | null
}

/** Until when calls of these steps are held, and by what: the first of them, where a list has many. */
export async function holdsOf(db: Db, tenantId: string, runs: readonly RunRef[]): Promise<Hold[]> {
  if (runs.length === 0) return []
  const { rows } = await sql<Hold>`
    select distinct on (f.instance_id, f.step) f.instance_id, f.step, f.held_until as until,
      case when f.integration_id is not null then jsonb_build_object('problem', f.problem,
        'signed_out', exists (select from integrations i where i.tenant_id = ${tenantId} and i.id = f.integration_id
          and i.signed_out_at is not null)) end as connection
    from unnest(${runs.map((one) => one.instanceId)}::uuid[], ${runs.map((one) => one.step)}::text[],
      ${runs.map((one) => one.round)}::int[]) as e (instance_id, step, round)
    join effects f on f.tenant_id = ${tenantId} and f.instance_id = e.instance_id and f.step = e.step
      and f.round = e.round and f.state = 'intended' and f.held_until is not null
    order by f.instance_id, f.step, f.held_until`.execute(db)
  return rows
}

/** Calls of these steps between two tries: how often each was tried, when last, and why that failed. The latest first. */
export async function retriesOf(db: Db, tenantId: string, runs: readonly RunRef[]) {
  if (runs.length === 0) return []
  const { rows } = await sql<{ instance_id: string; step: string; tried: number; at: Date; problem: string | null }>`
    select f.instance_id, f.step, f.tried, f.updated_at as at, f.problem
    from unnest(${runs.map((one) => one.instanceId)}::uuid[], ${runs.map((one) => one.step)}::text[],
      ${runs.map((one) => one.round)}::int[]) as e (instance_id, step, round)
    join effects f on f.tenant_id = ${tenantId} and f.instance_id = e.instance_id and f.step = e.step
      and f.round = e.round and f.state = 'unknown' and f.answer is null and f.held_until is null
    order by f.updated_at desc`.execute(db)
  return rows
}

/** The first instance that each of these steps waits for, as far as the viewer may see it. */
export async function childrenOf(db: Db, tenantId: string, runs: readonly RunRef[], visible: Visibility) {
  if (runs.length === 0) return []
  const { rows } = await sql<{
    parent_id: string
    parent_step: string
    id: string
    name: string
    prefix: string
    number: number
  }>`
    select c.* from unnest(${runs.map((one) => one.instanceId)}::uuid[], ${runs.map((one) => one.step)}::text[],
      ${runs.map((one) => one.round)}::int[]) as e (instance_id, step, round), lateral (
      select i.parent_id, i.parent_step, i.id, i.name, i.prefix, i.number from instances i
      where i.tenant_id = ${tenantId} and i.parent_id = e.instance_id and i.parent_step = e.step
        and i.parent_round = e.round and i.status in ('pending', 'in_progress', 'failed') and ${visible.ofInstance('i')}
      order by i.parent_item limit 1) c`.execute(db)
  return rows
}

/** What fewer runs took says nothing yet about how long something usually takes. */
export const MIN_RUNS = 10

export interface StepRef {
  workflowId: string
  step: string
}

/** Median of the last twenty runs that went on, in ms. */
export async function usualTimes(db: Db, tenantId: string, steps: readonly StepRef[]) {
  if (steps.length === 0) return []
  const { rows } = await sql<{ workflow_id: string; step: string; usually: number }>`
    select e.workflow_id, e.step, m.usually
    from unnest(${steps.map((one) => one.workflowId)}::uuid[], ${steps.map((one) => one.step)}::text[])
      as e (workflow_id, step), lateral (
      select count(*) as n, round(percentile_cont(0.5) within group (order by took))::float8 as usually from (
        select extract(epoch from closed_at - opened_at) * 1000 as took from step_runs
        where tenant_id = ${tenantId} and workflow_id = e.workflow_id and step = e.step and closed_at is not null
          and outcome is not null
        order by closed_at desc limit 20) last) m
    where m.n >= ${MIN_RUNS}`.execute(db)
  return rows
}

/** Whose queues the viewer belongs to. */
export async function queuesOfMember(db: Db, tenantId: string, memberId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select team_id as id from team_members where tenant_id = ${tenantId} and member_id = ${memberId}
    union all select role_id from members where tenant_id = ${tenantId} and id = ${memberId}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
