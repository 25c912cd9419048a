import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'

interface Related {
  id: string
  name: string
  type: string
  task_name: string | null
}

/** Others of the same instance, newest first. */
export async function relatedTo(
  db: Db,
  tenantId: string,
  { id, instanceId }: { id: string; instanceId: string },
  visible: Visibility,
  limit: number,
): Promise<Related[]> {
  const { rows } = await sql<Related>`
    select d.id, d.name, d.media_type as type, t.name as task_name
    from documents d left join tasks t on t.tenant_id = ${tenantId} and t.id = d.task_id
    where d.tenant_id = ${tenantId} and d.instance_id = ${instanceId} and d.deleted_at is null and not d.in_trash
      and d.id <> ${id} and ${visible.ofFile('d')}
    order by d.id desc limit ${limit}`.execute(db)
  return rows
}
