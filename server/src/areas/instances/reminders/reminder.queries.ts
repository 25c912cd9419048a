import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

interface ReminderRow {
  task_id: string
  task: string
  instance_id: string
  workflow_id: string
  people: string[]
}

/** Whoever these open tasks wait for now, at most twenty of each queue; notes that they were reminded. */
export async function remindedOf(db: Db, tenantId: string, taskIds: readonly string[]): Promise<ReminderRow[]> {
  const { rows } = await sql<ReminderRow>`
    with waiting as (
      update tasks t set reminded_at = now()
      where t.tenant_id = ${tenantId} and t.id = any (${taskIds}::uuid[])
        and t.status in ('pending', 'in_progress', 'review')
      returning t.id, t.name, t.instance_id, t.workflow_id, t.status, t.assigned_to, t.team_id, t.role_id),
    asked as (
      select w.id, p.member_id from waiting w
      join task_people p on p.tenant_id = ${tenantId} and p.task_id = w.id and p.asked and p.part <> 'watcher'
        and p.status in ('pending', 'in_progress', 'review') and (p.part = 'reviewer') = (w.status = 'review')
      where not exists (select from decisions d
        where d.tenant_id = ${tenantId} and d.task_id = w.id and d.member_id = p.member_id and d.withdrawn_at is null)
      union
      select w.id, q.member_id from waiting w
      cross join lateral (
        select tm.member_id from team_members tm where tm.tenant_id = ${tenantId} and tm.team_id = w.team_id
        union
        select m.id from members m where m.tenant_id = ${tenantId} and m.role_id = w.role_id and m.status = 'active'
        limit 20) q
      where w.assigned_to is null and (w.team_id is not null or w.role_id is not null))
    select w.id as task_id, w.name as task, w.instance_id, w.workflow_id, array_agg(m.id) as people
    from asked a
    join waiting w on w.id = a.id
    join members m on m.tenant_id = ${tenantId} and m.id = a.member_id and m.status = 'active'
    group by w.id, w.name, w.instance_id, w.workflow_id`.execute(db)
  return rows
}

export async function openTasksOf(
  db: Db,
  tenantId: string,
  instanceId: string,
  runs: readonly { step: string; round: number }[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as r (step text, round int)
    join tasks t on t.tenant_id = ${tenantId} and t.instance_id = ${instanceId} and t.step = r.step and t.round = r.round
    where t.status in ('pending', 'in_progress', 'review')`.execute(db)
  return rows.map(({ id }) => id)
}
