import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { dropSearchEntries } from '../../core/search/drop-entries.ts'
import { dropFilesOfInstance, forgetOrigin } from './instances.ports.ts'

/** In an order that foreign keys allow. */
const OF_TASKS = ['task_seats', 'task_people', 'task_answers', 'task_drafts'] as const
const OF_INSTANCE = ['tasks', 'step_runs', 'effects', 'instance_wants', 'instance_state', 'instance_people'] as const

/**
 * For ever, with all that belongs to it; of what is never changed a function deletes it, only out of the trash. Says how
 * many bytes of files went with it.
 */
export async function purgeRows(db: Db, tenantId: string, id: string): Promise<number> {
  await sql`select auth.purge_instance_record(${id})`.execute(db)
  await forgetOrigin.call(db, tenantId, id)
  await sql`delete from comment_mentions m using comments c where c.tenant_id = ${tenantId} and c.instance_id = ${id}
    and m.tenant_id = ${tenantId} and m.comment_id = c.id`.execute(db)
  await db.deleteFrom('comments').where('tenant_id', '=', tenantId).where('instance_id', '=', id).execute()
  const tasks = await db
    .selectFrom('tasks')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', id)
    .execute()
  await dropSearchEntries(db, tenantId, 'instance', [id])
  await dropSearchEntries(
    db,
    tenantId,
    'task',
    tasks.map((task) => task.id),
  )
  const { rows: drafts } = await sql<{ id: string }>`select d.id from task_drafts d
    join tasks t on t.tenant_id = ${tenantId} and t.id = d.task_id
    where d.tenant_id = ${tenantId} and t.instance_id = ${id}`.execute(db)
  await dropSearchEntries(
    db,
    tenantId,
    'task_draft',
    drafts.map((draft) => draft.id),
  )
  const freed = await dropFilesOfInstance.call(db, tenantId, id)
  for (const table of OF_TASKS) {
    await sql`delete from ${sql.table(table)} p using tasks t where t.tenant_id = ${tenantId} and t.instance_id = ${id}
      and p.tenant_id = ${tenantId} and p.task_id = t.id`.execute(db)
  }
  for (const table of OF_INSTANCE) {
    await db.deleteFrom(table).where('tenant_id', '=', tenantId).where('instance_id', '=', id).execute()
  }
  // Those it started stay, and no longer say by what.
  await db
    .updateTable('instances')
    .set({ parent_id: null })
    .where('tenant_id', '=', tenantId)
    .where('parent_id', '=', id)
    .execute()
  await db.deleteFrom('instances').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
  return freed
}
