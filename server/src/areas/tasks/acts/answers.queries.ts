import type { Json } from '@throughline/flow/eval'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

/** Keeps what was filled in and removes the member's draft of it, whose id it returns. */
export async function putAnswers(
  db: Db,
  tenantId: string,
  taskId: string,
  memberId: string,
  answers: Record<string, Json>,
) {
  const { rows } = await sql<{ id: string }>`with answered as (
      insert into task_answers (tenant_id, task_id, answers, answered_by)
      values (${tenantId}, ${taskId}, ${JSON.stringify(answers)}::jsonb, ${memberId})
      on conflict (tenant_id, task_id) do update set answers = excluded.answers, answered_by = excluded.answered_by,
        answered_at = now())
    delete from task_drafts where tenant_id = ${tenantId} and task_id = ${taskId} and member_id = ${memberId}
    returning id`.execute(db)
  return rows[0]?.id
}

export const findAnswers = (db: Db, tenantId: string, taskId: string) =>
  db
    .selectFrom('task_answers')
    .select(['answers', 'answered_by'])
    .where('tenant_id', '=', tenantId)
    .where('task_id', '=', taskId)
    .executeTakeFirst()

export async function putDraft(
  db: Db,
  tenantId: string,
  taskId: string,
  memberId: string,
  answers: Record<string, Json>,
) {
  const { rows } = await sql<{ id: string; updated_at: Date }>`
    insert into task_drafts (tenant_id, task_id, member_id, answers)
    values (${tenantId}, ${taskId}, ${memberId}, ${JSON.stringify(answers)}::jsonb)
    on conflict (tenant_id, task_id, member_id) do update set answers = excluded.answers, updated_at = now()
    returning id, updated_at`.execute(db)
  const [saved] = rows
  if (!saved) throw new Error('a draft was not kept')
  return saved
}

/** Those of these ids that are no present member here. */
export async function strangersAmong(db: Db, tenantId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select x.id from unnest(${ids}::uuid[]) as x (id) where not exists (select from members m
      where m.tenant_id = ${tenantId} and m.id = x.id and m.status <> 'removed')`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of these ids that are no file of the instance, or one that was found unsafe. */
export async function missingFiles(
  db: Db,
  tenantId: string,
  instanceId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select x.id from unnest(${ids}::uuid[]) as x (id) where not exists (select from documents d
      where d.tenant_id = ${tenantId} and d.id = x.id and d.instance_id = ${instanceId} and d.deleted_at is null
        and d.state <> 'infected')`.execute(db)
  return rows.map(({ id }) => id)
}

/** Who has to answer before a task can go on. */
export async function blockingQuery(
  db: Db,
  tenantId: string,
  taskId: string,
): Promise<{ assigned_to: string | null } | undefined> {
  return db
    .selectFrom('tasks')
    .select('assigned_to')
    .where('tenant_id', '=', tenantId)
    .where('about_task', '=', taskId)
    .where('blocking', '=', true)
    .where('status', 'in', ['pending', 'in_progress'])
    .limit(1)
    .executeTakeFirst()
}
