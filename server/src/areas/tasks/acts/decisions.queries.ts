import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

interface NewDecision {
  taskId: string
  memberId: string
  slot: number
  verdict: string
  comment: string
}

/** Whoever has no further seat to decide in is not asked any more, and a queue that waits for no vote has it no longer. */
async function settleAsked(db: Db, tenantId: string, taskId: string): Promise<void> {
  await sql`with left_over as (
      select s.member_id, s.team_id, s.role_id from task_seats s where s.tenant_id = ${tenantId} and s.task_id = ${taskId} and s.asked
        and not exists (select from decisions d where d.tenant_id = ${tenantId} and d.task_id = ${taskId} and d.slot = s.slot
          and d.withdrawn_at is null)),
    parts as (
      update task_people p set asked = not p.asked
      where p.tenant_id = ${tenantId} and p.task_id = ${taskId} and p.part = 'approver'
        and p.asked <> exists (select from left_over o where o.member_id = p.member_id))
    update tasks t set updated_at = now(), version = t.version + 1,
      team_id = (select o.team_id from left_over o where o.team_id is not null limit 1),
      role_id = (select o.role_id from left_over o where o.role_id is not null limit 1)
    where t.tenant_id = ${tenantId} and t.id = ${taskId}`.execute(db)
}

/** How often all were asked again. */
async function timesAsked(db: Db, tenantId: string, taskId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct withdrawn_at)::int as n from decisions
    where tenant_id = ${tenantId} and task_id = ${taskId}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Insert-only. Says to which asking it is the answer. */
export async function putDecision(
  db: Db,
  tenantId: string,
  { taskId, memberId, slot, verdict, comment }: NewDecision,
): Promise<number> {
  await db
    .insertInto('decisions')
    .values({ tenant_id: tenantId, task_id: taskId, member_id: memberId, slot, verdict, comment })
    .execute()
  await settleAsked(db, tenantId, taskId)
  return timesAsked(db, tenantId, taskId)
}

/** Every vote that stands; says how often that happened by now. One after the other, the first is asked alone. */
export async function withdrawDecisions(db: Db, tenantId: string, taskId: string, inOrder: boolean): Promise<number> {
  await db
    .updateTable('decisions')
    .set({ withdrawn_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('task_id', '=', taskId)
    .where('withdrawn_at', 'is', null)
    .execute()
  if (inOrder) {
    await db
      .updateTable('task_seats')
      .set({ asked: false })
      .where('tenant_id', '=', tenantId)
      .where('task_id', '=', taskId)
      .where('slot', '>', 0)
      .execute()
  }
  await settleAsked(db, tenantId, taskId)
  return timesAsked(db, tenantId, taskId)
}

/** What an approval came to; null while it is open. */
export async function outcomeOf(db: Db, tenantId: string, taskId: string): Promise<string | null> {
  const row = await db
    .selectFrom('tasks')
    .select('outcome')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', taskId)
    .executeTakeFirst()
  return row?.outcome ?? null
}

/** Whether what was decided here has sent a task back to this person, which says why by itself. */
export async function isSentBackTo(
  db: Db,
  tenantId: string,
  { id, instance_id }: { id: string; instance_id: string },
  memberId: string,
): Promise<boolean> {
  const { rows } = await sql`select from tasks t join decisions d on d.tenant_id = ${tenantId} and d.id = t.sent_back_by
    where t.tenant_id = ${tenantId} and t.instance_id = ${instance_id} and t.assigned_to = ${memberId} and d.task_id = ${id}
    limit 1`.execute(db)
  return rows.length > 0
}
