import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

export interface ApprovalRun {
  instanceId: string
  step: string
  round: number
  item?: number | undefined
}

const MAX_PER_QUEUE = 20

const tasksOfRun = (tenantId: string, { instanceId, step, round, item }: ApprovalRun) => sql`
  select t.id from tasks t where t.tenant_id = ${tenantId} and t.instance_id = ${instanceId} and t.step = ${step}
    and t.round = ${round} and t.task_type = 'approval' ${item === undefined ? sql`` : sql`and t.item = ${item}`}`

export async function taskIdsOf(db: Db, tenantId: string, run: ApprovalRun): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${tasksOfRun(tenantId, run)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a member has a seat in an approval, also through a team or role, or has voted in it. */
export async function hasVote(db: Db, tenantId: string, run: ApprovalRun, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    with run as (${tasksOfRun(tenantId, run)})
    select exists (select from run join task_seats s on s.tenant_id = ${tenantId} and s.task_id = run.id
        where s.member_id = ${memberId}
          or exists (select from team_members q
            where q.tenant_id = ${tenantId} and q.team_id = s.team_id and q.member_id = ${memberId})
          or exists (select from members q
            where q.tenant_id = ${tenantId} and q.id = ${memberId} and q.role_id = s.role_id))
      or exists (select from run join decisions d on d.tenant_id = ${tenantId} and d.task_id = run.id
        where d.member_id = ${memberId} and d.withdrawn_at is null) as has`.execute(db)
  return rows[0]?.has === true
}

export interface Approver {
  email: string
  task_id: string
  task: string
  instance: string
}

/** The active members with a seat, at most twenty for each team or role. */
export async function approversOf(db: Db, tenantId: string, run: ApprovalRun): Promise<Approver[]> {
  const { rows } = await sql<Approver>`
    with run as (${tasksOfRun(tenantId, run)}),
    seated as (
      select run.id, a.member_id from run
      join task_seats s on s.tenant_id = ${tenantId} and s.task_id = run.id
      cross join lateral (
        select s.member_id where s.member_id is not null
        union all
        (select q.member_id from team_members q where q.tenant_id = ${tenantId} and q.team_id = s.team_id
          limit ${sql.lit(MAX_PER_QUEUE)})
        union all
        (select q.id from members q where q.tenant_id = ${tenantId} and q.role_id = s.role_id and q.status = 'active'
          limit ${sql.lit(MAX_PER_QUEUE)})) a)
    select distinct m.email, t.id as task_id, t.name as task, i.name as instance
    from seated
    join members m on m.tenant_id = ${tenantId} and m.id = seated.member_id and m.status = 'active'
    join tasks t on t.tenant_id = ${tenantId} and t.id = seated.id
    join instances i on i.tenant_id = ${tenantId} and i.id = t.instance_id`.execute(db)
  return rows
}
