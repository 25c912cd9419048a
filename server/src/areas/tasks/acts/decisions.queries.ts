import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

interface NewDecision {
  taskId: string
  memberId: string
  slot: number
  verdict: string
  comment: string
}

/**
 * Insert-only. Whoever has no further seat of their own is not asked any more, and a queue that waits for no other vote
 * has it no longer.
 */
export async function putDecision(db: Db, tenantId: string, { taskId, memberId, slot, verdict, comment }: NewDecision) {
  await db
    .insertInto('decisions')
    .values({ tenant_id: tenantId, task_id: taskId, member_id: memberId, slot, verdict, comment })
    .execute()
  await sql`with left_over as (
      select s.member_id, s.team_id, s.role_id from task_seats s where s.tenant_id = ${tenantId} and s.task_id = ${taskId} and s.asked
        and not exists (select from decisions d where d.tenant_id = ${tenantId} and d.task_id = ${taskId} and d.slot = s.slot)),
    parts as (
      update task_people p set asked = exists (select from left_over o where o.member_id = p.member_id)
      where p.tenant_id = ${tenantId} and p.task_id = ${taskId} and p.part = 'approver' and p.member_id = ${memberId})
    update tasks t set updated_at = now(), version = t.version + 1,
      team_id = (select o.team_id from left_over o where o.team_id is not null limit 1),
      role_id = (select o.role_id from left_over o where o.role_id is not null limit 1)
    where t.tenant_id = ${tenantId} and t.id = ${taskId}`.execute(db)
}
