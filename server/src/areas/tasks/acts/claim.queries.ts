import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

/** One of all who try gets it. */
export async function takeTask(db: Db, tenantId: string, taskId: string, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with taken as (
      update tasks t set assigned_to = ${memberId}, status = 'in_progress', began_at = coalesce(t.began_at, now()),
        updated_at = now(), version = t.version + 1
      where t.tenant_id = ${tenantId} and t.id = ${taskId} and t.assigned_to is null and t.status in ('pending', 'in_progress')
      returning t.id, t.instance_id, t.status, t.due_sort, t.priority),
    others as (
      update task_people p set status = t.status from taken t where p.tenant_id = ${tenantId} and p.task_id = t.id),
    part as (
      insert into task_people (tenant_id, task_id, part, member_id, status, due_sort, priority)
      select ${tenantId}::uuid, t.id, 'assignee', ${memberId}::uuid, t.status, t.due_sort, t.priority from taken t
      on conflict do nothing),
    known as (
      insert into instance_people (tenant_id, instance_id, member_id)
      select ${tenantId}::uuid, t.instance_id, ${memberId}::uuid from taken t on conflict do nothing)
    select id from taken`.execute(db)
  return rows.length === 1
}
