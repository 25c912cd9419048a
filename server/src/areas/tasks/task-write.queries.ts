import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { StoredDue } from '../instances/instances.public.ts'

/** What people's acts change of a task. */
export interface TaskChange extends Partial<StoredDue> {
  status?: string
  priority?: number
  assigned_to?: string | null
  reviewer_id?: string | null
  team_id?: string | null
  role_id?: string | null
  review_status?: string | null
  review_comment?: string | null
  completed_by?: string | null
  completed_at?: Date | null
}

/** Somebody is at it from then on, or was before. */
const BEGUN = ['in_progress', 'review', 'completed']
const FIRST = sql<Date>`coalesce(began_at, now())`

/** Somebody decided, asked or filed something: from then on a task does not wait any more. Opening it is nothing. */
export async function beginTask(db: Db, tenantId: string, taskId: string): Promise<void> {
  await sql`update tasks set began_at = now() where tenant_id = ${tenantId} and id = ${taskId} and began_at is null`.execute(
    db,
  )
}

/**
 * The one way in which an act changes a task: whoever has a part in it finds the same state, date and priority in their
 * own list. While it is in review it is the reviewer's; else it is the assignee's.
 */
export async function putTask(db: Db, tenantId: string, taskId: string, change: TaskChange): Promise<void> {
  await db
    .with('changed', (query) =>
      query
        .updateTable('tasks')
        .set({
          ...change,
          ...(BEGUN.includes(change.status ?? '') && { began_at: FIRST }),
          updated_at: sql`now()`,
          version: sql`version + 1`,
        })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', taskId)
        .returning(['id', 'status', 'due_sort', 'priority']),
    )
    .updateTable('task_people as p')
    .from('changed as c')
    .set((set) => ({
      status: set.ref('c.status'),
      due_sort: set.ref('c.due_sort'),
      priority: set.ref('c.priority'),
      asked: sql<boolean>`case p.part when 'assignee' then c.status <> 'review' when 'reviewer' then c.status = 'review'
        else p.asked end`,
    }))
    .where('p.tenant_id', '=', tenantId)
    .whereRef('p.task_id', '=', 'c.id')
    .execute()
}

/** Whose part it is from now on; nobody's, where no member is given. */
export async function putPart(
  db: Db,
  tenantId: string,
  taskId: string,
  part: 'assignee' | 'reviewer',
  memberId: string | null,
): Promise<void> {
  await sql`delete from task_people where tenant_id = ${tenantId} and task_id = ${taskId} and part = ${part}
    and member_id is distinct from ${memberId}::uuid`.execute(db)
  if (memberId === null) return
  await sql`with part as (
      insert into task_people (tenant_id, task_id, part, member_id, asked, status, due_sort, priority)
      select t.tenant_id, t.id, ${part}::text, ${memberId}::uuid, (${part}::text = 'reviewer') = (t.status = 'review'), t.status,
        t.due_sort, t.priority
      from tasks t where t.tenant_id = ${tenantId} and t.id = ${taskId}
      on conflict (tenant_id, task_id, part, member_id) do nothing)
    insert into instance_people (tenant_id, instance_id, member_id)
    select t.tenant_id, t.instance_id, ${memberId}::uuid from tasks t where t.tenant_id = ${tenantId} and t.id = ${taskId}
    on conflict do nothing`.execute(db)
}
