import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

interface NewQuery {
  aboutTask: string
  name: string
  question: string
  askedBy: string
  blocking: boolean
  to: string
}

/** The one task that no step makes. Its number follows the others': its instance is locked. */
export async function insertQuery(
  db: Db,
  tenantId: string,
  { aboutTask, name, question, askedBy, blocking, to }: NewQuery,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into tasks (tenant_id, instance_id, workflow_id, number, narrowed, name, description, task_type, priority, assigned_to,
      asked_by, about_task, blocking)
    select t.tenant_id, t.instance_id, t.workflow_id,
      (select max(o.number) + 1 from tasks o where o.tenant_id = ${tenantId} and o.instance_id = t.instance_id), t.narrowed,
      ${name}, ${question}, 'query', t.priority, ${to}, ${askedBy}, t.id, ${blocking}
    from tasks t where t.tenant_id = ${tenantId} and t.id = ${aboutTask}
    returning id`.execute(db)
  const [made] = rows
  if (!made) throw new Error('a query is about a task')
  return made.id
}
