import type pg from 'pg'
import { OURS } from './tenancy/samples.ts'
import { MEMBERS, putManyInstances } from './visibility/many-instances.ts'

const PER_INSTANCE = 3

/** Has a third of all open work; one team's queue has most of what is nobody's. */
export const BUSY = MEMBERS.all
export const QUEUE = 'ffffffff-0000-7000-8000-000000000001'

/**
 * Instances as `putManyInstances` makes them, each with three tasks: most of them completed, the open ones in every state,
 * due some time within a month from now, before or after, or never.
 */
export async function putManyTasks(admin: pg.Client, instances: number, hidden = 0): Promise<void> {
  await putManyInstances(admin, instances, hidden)
  await admin.query('set session_replication_role = replica')
  await admin.query(`delete from task_people where tenant_id = $1`, [OURS.tenant])
  await admin.query(`delete from tasks where tenant_id = $1`, [OURS.tenant])
  await admin.query(
    `insert into tasks (tenant_id, instance_id, workflow_id, narrowed, number, step, round, name, task_type, status, priority,
       due_date, due_sort, assigned_to, team_id)
     select i.tenant_id, i.id, i.workflow_id, i.narrowed, n, 'step' || n, 1, 'Task ' || (r.a * 100000)::int,
       (array['manual', 'manual', 'approval', 'automated'])[1 + (r.b * 4)::int % 4],
       case when r.c < 0.7 then 'completed' when r.c < 0.82 then 'pending' when r.c < 0.9 then 'in_progress'
         when r.c < 0.95 then 'review' when r.c < 0.97 then 'failed' else 'cancelled' end,
       (r.d * 4)::int % 4, d.day::date, coalesce(d.day, 'infinity'), p.member, case when p.member is null then $4::uuid end
     from instances i, generate_series(1, $5::int) n,
       lateral (select random() as a, random() as b, random() as c, random() as d, random() as e, random() as f where i.id is not null
         and n > 0) r,
       lateral (select case when r.e < 0.8 then now() + (r.e - 0.4) * interval '70 days' end as day) d,
       lateral (select case when r.f < 0.3 then $2::uuid when r.f < 0.6 then $3::uuid end as member) p
     where i.tenant_id = $1`,
    [OURS.tenant, BUSY, OURS.member, QUEUE, PER_INSTANCE],
  )
  await admin.query(
    `insert into task_people (tenant_id, task_id, part, member_id, status, due_sort, priority)
     select tenant_id, id, 'assignee', assigned_to, status, due_sort, priority from tasks
     where tenant_id = $1 and assigned_to is not null`,
    [OURS.tenant],
  )
  await admin.query('set session_replication_role = origin')
  await admin.query('vacuum analyze tasks, task_people, instances, members, comments, documents')
}
