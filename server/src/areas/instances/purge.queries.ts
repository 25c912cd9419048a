import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** In an order that foreign keys allow. */
const OF_TASKS = ['task_seats', 'task_people', 'task_answers', 'task_drafts'] as const
const OF_INSTANCE = ['tasks', 'step_runs', 'effects', 'instance_state', 'instance_people'] as const

/** Content that nobody else points at any more is removed later. */
async function dropFiles(db: Db, tenantId: string, id: string) {
  await sql`with gone as (
      delete from documents where tenant_id = ${tenantId} and instance_id = ${id} returning sha256),
    counted as (select sha256, count(*)::int as n from gone group by sha256)
    update blobs b set ref_count = b.ref_count - c.n, unreferenced_since = case when b.ref_count = c.n then now() end
    from counted c where b.tenant_id = ${tenantId} and b.sha256 = c.sha256`.execute(db)
}

/** For ever, with all that belongs to it; of what is never changed a function deletes it, only out of the trash. */
export async function purgeRows(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`select auth.purge_instance_record(${id})`.execute(db)
  await sql`delete from comment_mentions m using comments c where c.tenant_id = ${tenantId} and c.instance_id = ${id}
    and m.tenant_id = ${tenantId} and m.comment_id = c.id`.execute(db)
  await db.deleteFrom('comments').where('tenant_id', '=', tenantId).where('instance_id', '=', id).execute()
  await dropFiles(db, tenantId, id)
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
}
