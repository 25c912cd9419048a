import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { Ticket } from './running.ts'
import type { Seat } from './seats.ts'

const rowsOf = (tickets: readonly Ticket[]) => JSON.stringify(tickets)

/** Whose turn has come, where people are asked one after the other; says in which tasks. */
export async function askSeats(
  db: Db,
  tenantId: string,
  instanceId: string,
  asked: readonly (Ticket & { slot: number })[],
): Promise<string[]> {
  const { rows } = await sql<{ task_id: string }>`with seat as (
      update task_seats s set asked = true
      from jsonb_to_recordset(${rowsOf(asked)}::jsonb) as a (step text, round int, item int, slot int), tasks t
      where t.tenant_id = ${tenantId} and t.instance_id = ${instanceId} and t.step = a.step and t.round = a.round
        and t.item = coalesce(a.item, -1) and s.tenant_id = ${tenantId} and s.task_id = t.id and s.slot = a.slot
      returning s.task_id, s.slot, s.member_id, s.team_id, s.role_id),
    queued as (
      update tasks t set team_id = seat.team_id, role_id = seat.role_id from seat
      where t.tenant_id = ${tenantId} and t.id = seat.task_id and seat.member_id is null),
    part as (
      update task_people p set asked = true from seat
      where p.tenant_id = ${tenantId} and p.task_id = seat.task_id and p.member_id = seat.member_id
        and p.part = 'approver')
    select task_id from seat`.execute(db)
  return rows.map(({ task_id }) => task_id)
}

/** Before a run looks for its people anew. */
export async function forgetPeople(db: Db, tenantId: string, instanceId: string, tickets: readonly Ticket[]) {
  await sql`with again as (
      select t.id from jsonb_to_recordset(${rowsOf(tickets)}::jsonb) as a (step text, round int, item int)
      join tasks t on t.tenant_id = ${tenantId} and t.instance_id = ${instanceId} and t.step = a.step
        and t.round = a.round and t.item = coalesce(a.item, -1)
      for no key update of t),
    seats as (delete from task_seats s using again where s.tenant_id = ${tenantId} and s.task_id = again.id)
    delete from task_people p using again where p.tenant_id = ${tenantId} and p.task_id = again.id
      and p.part <> 'watcher'`.execute(db)
}

/**
 * What was not done in time goes to somebody else: a task as it is, an approval's first seat that still waits. Says which
 * tasks were moved: not an approval that has the other's vote already, or will have it.
 */
export async function reassignTasks(
  db: Db,
  tenantId: string,
  instanceId: string,
  ticket: Ticket,
  to: Seat,
): Promise<string[]> {
  const member = 'member' in to ? to.member : null
  const team = 'team' in to ? to.team : null
  const role = 'role' in to ? to.role : null
  const { rows } = await sql<{ id: string }>`with late as (
      select t.id, t.task_type, t.due_sort, t.priority from tasks t
      where t.tenant_id = ${tenantId} and t.instance_id = ${instanceId} and t.step = ${ticket.step}
        and t.round = ${ticket.round} and t.status in ('pending', 'in_progress', 'failed')),
    seat as (
      update task_seats s set member_id = ${member}, team_id = ${team}, role_id = ${role} from (
        select distinct on (w.task_id) w.task_id, w.slot, w.member_id from late
        join task_seats w on w.tenant_id = ${tenantId} and w.task_id = late.id and w.asked
        where not exists (select from decisions d
          where d.tenant_id = ${tenantId} and d.task_id = w.task_id and d.withdrawn_at is null
            and (d.slot = w.slot or d.member_id = ${member}::uuid))
          and not exists (select from task_seats o
            where o.tenant_id = ${tenantId} and o.task_id = w.task_id and o.member_id = ${member}::uuid)
        order by w.task_id, w.slot) waiting
      where s.tenant_id = ${tenantId} and s.task_id = waiting.task_id and s.slot = waiting.slot
      returning s.task_id, waiting.member_id),
    given as (
      select late.*, seat.member_id as seated from late left join seat on seat.task_id = late.id
      where late.task_type = 'manual' or seat.task_id is not null),
    moved as (
      update tasks t set assigned_to = ${member}, team_id = ${team}, role_id = ${role}, status = 'pending',
        updated_at = now(), version = t.version + 1
      from given where given.task_type = 'manual' and t.tenant_id = ${tenantId} and t.id = given.id),
    gone as (
      delete from task_people p using given
      where p.tenant_id = ${tenantId} and p.task_id = given.id and p.member_id is distinct from ${member}::uuid
        and (p.part = 'assignee' or (p.part = 'approver' and p.member_id = given.seated))),
    known as (
      insert into instance_people (tenant_id, instance_id, member_id)
      select ${tenantId}::uuid, ${instanceId}::uuid, ${member}::uuid
      where ${member}::uuid is not null and exists (select from given)
      on conflict do nothing),
    part as (
      insert into task_people (tenant_id, task_id, part, member_id, asked, status, due_sort, priority)
      select ${tenantId}::uuid, given.id, case given.task_type when 'manual' then 'assignee' else 'approver' end,
        ${member}::uuid, true, 'pending', given.due_sort, given.priority
      from given where ${member}::uuid is not null
      on conflict do nothing)
    select id from given`.execute(db)
  return rows.map(({ id }) => id)
}
