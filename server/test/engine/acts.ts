import type { Json } from '@throughline/flow/eval'
import type { Verdict } from '@throughline/flow/run'
import { sql } from 'kysely'
import { lockInstancesOf } from '../../src/areas/instances/engine/lock-instance.ts'
import { playAct } from '../../src/areas/instances/play-act.service.ts'
import type { TenantTx } from '../../src/core/db/tenant-tx.ts'

/** What people do, as far as the instance is concerned: rows of their task, and the turn that follows. */

async function lockTask(tx: TenantTx, taskId: string) {
  await lockInstancesOf(tx, [taskId])
  const { db, tenantId } = tx
  return db
    .selectFrom('tasks')
    .select(['instance_id', 'step', 'round', 'item', 'status'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', taskId)
    .where('status', 'in', ['pending', 'in_progress'])
    .forUpdate()
    .executeTakeFirst()
}

/** Whether it was still open. */
export async function completeTask(tx: TenantTx, taskId: string, by: string, answers: Record<string, Json>) {
  const { db, tenantId } = tx
  const task = await lockTask(tx, taskId)
  if (!task) return false
  await sql`insert into task_answers (tenant_id, task_id, answers, answered_by)
    values (${tenantId}, ${taskId}, ${JSON.stringify(answers)}::jsonb, ${by})
    on conflict (tenant_id, task_id) do update set answers = excluded.answers`.execute(db)
  await sql`update tasks set status = 'completed', completed_by = ${by}, completed_at = now()
    where tenant_id = ${tenantId} and id = ${taskId}`.execute(db)
  await playAct(tx, task, { t: 'done', by })
  return true
}

/** The seat they decided in; none if it was closed, or they were not asked. */
export async function decideTask(
  tx: TenantTx,
  taskId: string,
  by: string,
  { decision, comment }: { decision: Verdict; comment: string },
) {
  const { db, tenantId } = tx
  const task = await lockTask(tx, taskId)
  if (!task) return undefined
  const { rows } = await sql<{ slot: number }>`select s.slot from task_seats s
    where s.tenant_id = ${tenantId} and s.task_id = ${taskId} and s.asked
      and (s.member_id = ${by} or s.member_id is null) and not exists (select from decisions d
        where d.tenant_id = ${tenantId} and d.task_id = s.task_id and d.slot = s.slot and d.withdrawn_at is null)
    order by s.member_id is null, s.slot limit 1`.execute(db)
  const slot = rows[0]?.slot
  if (slot === undefined) return undefined
  await db
    .insertInto('decisions')
    .values({ tenant_id: tenantId, task_id: taskId, member_id: by, slot, verdict: decision, comment })
    .execute()
  await playAct(tx, task, { t: 'decision', slot, decision, by })
  return slot
}
