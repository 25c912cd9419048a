import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

/** Somebody whom an open task waits for. */
export interface Recipient {
  task_id: string
  member_id: string
  part: 'assignee' | 'approver' | 'reviewer' | 'queue' | 'owner' | 'stand_in'
  /** Of a vote that was taken back, because what it was about has changed. */
  again: boolean
  task_type: string
  status: string
  name: string
  description: string
  instance_name: string
  review_status: string | null
  review_comment: string | null
  /** What was asked for by the vote that sent the work here. */
  sent_back: string | null
  problem: string | null
  priority: number
  due_sort: string
  due_day: string | null
  instance_id: string
  workflow_id: string
}

interface Asking {
  taskIds: readonly string[]
  /** Members of a queue beyond this one, and how many of them. */
  after: string | null
  queueLimit: number
}

/** Of a team or role that stands in for the starter so many are told that a step failed. */
const MAX_STAND_INS = 20

const OPEN = sql`('pending', 'in_progress', 'review', 'failed')`

/**
 * The people these tasks wait for now: by their part, a queue's members until somebody takes it, and of a failed step
 * the person who started the instance, or who stands in for that. Requesters aren't told that a queue may approve their
 * request.
 */
export async function recipientsOf(
  db: Db,
  tenantId: string,
  { taskIds, after, queueLimit }: Asking,
): Promise<Recipient[]> {
  // Asked of each by its key, which the offset keeps apart: joined, all members would be read where statistics are old.
  const isActive = (member: RawBuilder<unknown>) => sql`exists (select from members m
    where m.tenant_id = ${tenantId} and m.id = ${member} and m.status = 'active' offset 0)`
  const { rows } = await sql<Recipient>`
    with open as (
      select t.*, i.name as instance_name, i.started_by, i.stand_in_kind, i.stand_in_id, (select w.comment from decisions w
        where w.tenant_id = ${tenantId} and w.id = t.sent_back_by) as sent_back from tasks t
      join instances i on i.tenant_id = ${tenantId} and i.id = t.instance_id
      where t.tenant_id = ${tenantId} and t.id = any (${taskIds}::uuid[]) and t.status in ${OPEN} and not t.in_trash)
    select t.id as task_id, a.member_id, a.part, a.again, t.task_type, t.status, t.name, t.description, t.instance_name,
      t.review_status, t.review_comment, t.sent_back, t.problem, t.priority, t.due_sort::text as due_sort,
      case when t.due_at is null then to_char(t.due_date, 'YYYY-MM-DD') end as due_day, t.instance_id, t.workflow_id
    from open t
    cross join lateral (
      select p.member_id, p.part, exists (select from decisions w where w.tenant_id = ${tenantId} and w.task_id = t.id
          and w.member_id = p.member_id and w.withdrawn_at is not null) as again
      from task_people p
      where p.tenant_id = ${tenantId} and p.task_id = t.id and p.asked and p.part <> 'watcher' and t.status <> 'failed'
        and (p.part = 'reviewer') = (t.status = 'review')
        and not exists (select from decisions d where d.tenant_id = ${tenantId} and d.task_id = t.id
          and d.member_id = p.member_id and d.withdrawn_at is null)
        and ${isActive(sql`p.member_id`)}
      union all
      (select q.member_id, 'queue', false from (
          select tm.member_id from team_members tm
          where tm.tenant_id = ${tenantId} and tm.team_id = t.team_id and ${isActive(sql`tm.member_id`)}
          union
          select m.id from members m where m.tenant_id = ${tenantId} and m.role_id = t.role_id and m.status = 'active') q
        where t.assigned_to is null and t.status in ('pending', 'in_progress')
          and q.member_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
          and (t.task_type <> 'approval' or q.member_id is distinct from t.started_by)
          -- Approvers who are in the queue too are told once.
          and not exists (select from task_people p where p.tenant_id = ${tenantId} and p.task_id = t.id
            and p.member_id = q.member_id and p.part = 'approver' and p.asked)
          and not exists (select from decisions d where d.tenant_id = ${tenantId} and d.task_id = t.id
            and d.member_id = q.member_id and d.withdrawn_at is null)
        order by q.member_id limit ${queueLimit})
      union all
      select coalesce(t.assigned_to, t.started_by), 'owner', false
        where t.status = 'failed' and ${isActive(sql`coalesce(t.assigned_to, t.started_by)`)}
      union all
      (select s.member_id, 'stand_in', false from (
          select t.stand_in_id as member_id where t.stand_in_kind = 'member'
          union all
          select tm.member_id from team_members tm
          where tm.tenant_id = ${tenantId} and tm.team_id = t.stand_in_id and t.stand_in_kind = 'team'
          union all
          select m.id from members m
          where m.tenant_id = ${tenantId} and m.role_id = t.stand_in_id and t.stand_in_kind = 'role') s
        where t.status = 'failed' and t.assigned_to is null and ${isActive(sql`s.member_id`)}
        order by s.member_id limit ${MAX_STAND_INS})) a`.execute(db)
  return rows
}

/** Of instances that went to the trash or came back: their open tasks. */
export async function openTasksIn(db: Db, tenantId: string, instanceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from tasks
    where tenant_id = ${tenantId} and instance_id = any (${instanceIds}::uuid[]) and status in ${OPEN}`.execute(db)
  return rows.map(({ id }) => id)
}
