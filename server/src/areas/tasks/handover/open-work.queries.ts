import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

const MAX_COUNTED = 1000

/** Tasks in which a member has a part that is still to be done, asked already or not; each kind by its own index. */
const openParts = (tenantId: string, memberId: string, more: RawBuilder<unknown>) => {
  const asked = ['pending', 'in_progress', 'review', 'failed'].map(
    (status) => sql`(select task_id, part from task_people where tenant_id = ${tenantId} and member_id = ${memberId}
      and status = ${status} and part <> 'watcher' and asked ${more})`,
  )
  const later = sql`(select task_id, part from task_people where tenant_id = ${tenantId} and member_id = ${memberId}
    and part <> 'watcher' and not asked and status in ('pending', 'in_progress', 'review', 'failed') ${more})`
  return sql`(${sql.join([...asked, later], sql` union all `)})`
}

/** A seat in which nothing was decided yet. */
const undecided = (tenantId: string, memberId: string) => sql`exists (select from task_seats s
  where s.tenant_id = ${tenantId} and s.task_id = w.task_id and s.member_id = ${memberId} and not exists (select from decisions d
    where d.tenant_id = ${tenantId} and d.task_id = s.task_id and d.slot = s.slot and d.withdrawn_at is null))`

export interface OpenWork {
  assigned: number
  approvals: number
  reviews: number
}

export async function countOpenWork(db: Db, tenantId: string, memberId: string): Promise<OpenWork> {
  const bounded = sql`limit ${sql.lit(MAX_COUNTED)}`
  const { rows } = await sql<OpenWork>`
    select least(count(*) filter (where part = 'assignee'), ${sql.lit(MAX_COUNTED)})::int as assigned,
      least(count(*) filter (where part = 'reviewer'), ${sql.lit(MAX_COUNTED)})::int as reviews,
      least(count(*) filter (where part = 'approver' and ${undecided(tenantId, memberId)}), ${sql.lit(MAX_COUNTED)})::int as approvals
    from ${openParts(tenantId, memberId, bounded)} w`.execute(db)
  return rows[0] ?? { assigned: 0, approvals: 0, reviews: 0 }
}

const MAX_QUEUES = 20

/** Teams with work in their queue in which nobody else is active. */
export async function queuesLeftAlone(db: Db, tenantId: string, memberId: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select t.id, t.name from team_members p
      join teams t on t.tenant_id = ${tenantId} and t.id = p.team_id and t.deleted_at is null
    where p.tenant_id = ${tenantId} and p.member_id = ${memberId}
      and exists (select from tasks q where q.tenant_id = ${tenantId} and q.team_id = t.id and q.team_id is not null
        and q.assigned_to is null and q.status in ('pending', 'in_progress', 'review', 'failed') and not q.in_trash)
      and not exists (select from team_members o
        join members m on m.tenant_id = ${tenantId} and m.id = o.member_id and m.status = 'active'
        where o.tenant_id = ${tenantId} and o.team_id = t.id and o.member_id <> ${memberId})
    order by t.name_key limit ${sql.lit(MAX_QUEUES)}`.execute(db)
  return rows
}

/** Workflows that are limited, and not to this team. */
export async function hiddenFromTeam(db: Db, tenantId: string, teamId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from workflows w where w.tenant_id = ${tenantId} and w.visibility = 'limited' and not exists (
      select from workflow_access a where a.tenant_id = ${tenantId} and a.workflow_id = w.id and a.team_id = ${teamId})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The next tasks, in the order of their ids. */
export async function openTasksOfMember(
  db: Db,
  tenantId: string,
  memberId: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const more = after ? sql`and task_id > ${after}::uuid` : sql``
  const { rows } = await sql<{ task_id: string }>`
    select distinct w.task_id from ${openParts(tenantId, memberId, more)} w
    where w.part <> 'approver' or ${undecided(tenantId, memberId)}
    order by w.task_id limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ task_id }) => task_id)
}

/** Whether they are asked by this approval themselves, or have voted in it: a second seat would be a second vote. */
export async function hasVoteIn(db: Db, tenantId: string, taskId: string, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from task_seats s
      where s.tenant_id = ${tenantId} and s.task_id = ${taskId} and s.member_id = ${memberId})
    or exists (select from decisions d where d.tenant_id = ${tenantId} and d.task_id = ${taskId}
      and d.member_id = ${memberId} and d.withdrawn_at is null) as has`.execute(db)
  return rows[0]?.has === true
}

/**
 * The member's undecided seats of a task go into a queue, or the first of them to somebody else; says whether there was
 * one.
 */
export async function moveSeats(
  db: Db,
  tenantId: string,
  taskId: string,
  from: string,
  to: { member: string } | { team: string },
): Promise<boolean> {
  const member = 'member' in to ? to.member : null
  const team = 'team' in to ? to.team : null
  const { rows } = await sql<{ slot: number }>`
    with waiting as (
      select s.slot from task_seats s
      where s.tenant_id = ${tenantId} and s.task_id = ${taskId} and s.member_id = ${from} and not exists (select from decisions d
        where d.tenant_id = ${tenantId} and d.task_id = s.task_id and d.slot = s.slot and d.withdrawn_at is null)),
    moved as (
      update task_seats s set member_id = ${member}, team_id = ${team}
      where s.tenant_id = ${tenantId} and s.task_id = ${taskId} and s.slot in (select slot from waiting)
        and (${team}::uuid is not null or s.slot = (select min(slot) from waiting))
      returning s.slot, s.asked),
    gone as (
      delete from task_people p where p.tenant_id = ${tenantId} and p.task_id = ${taskId} and p.part = 'approver'
        and p.member_id = ${from} and exists (select from moved)
        and not exists (select slot from waiting except select slot from moved)),
    came as (
      insert into task_people (tenant_id, task_id, part, member_id, asked, status, due_sort, priority)
      select t.tenant_id, t.id, 'approver', ${member}::uuid, (select bool_or(asked) from moved), t.status, t.due_sort, t.priority
      from tasks t where t.tenant_id = ${tenantId} and t.id = ${taskId} and ${member}::uuid is not null and exists (select from moved)
      on conflict (tenant_id, task_id, part, member_id) do update set asked = task_people.asked or excluded.asked),
    known as (
      insert into instance_people (tenant_id, instance_id, member_id)
      select t.tenant_id, t.instance_id, ${member}::uuid from tasks t
      where t.tenant_id = ${tenantId} and t.id = ${taskId} and ${member}::uuid is not null and exists (select from moved)
      on conflict do nothing),
    queued as (
      update tasks t set team_id = coalesce(${team}::uuid, t.team_id), updated_at = now(), version = t.version + 1
      where t.tenant_id = ${tenantId} and t.id = ${taskId} and exists (select from moved where asked))
    select slot from moved`.execute(db)
  return rows.length > 0
}
