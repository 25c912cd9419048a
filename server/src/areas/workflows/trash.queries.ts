import { sql } from 'kysely'
import { among } from '../../core/db/among.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { dropSearchEntries } from '../../core/search/drop-entries.ts'

const UNFINISHED = ['pending', 'in_progress', 'failed']

/** Whether it has instances that are not thrown away: unfinished ones, finished ones alone, or none. */
export async function instancesLeft(db: Db, tenantId: string, workflowId: string) {
  const live = db
    .selectFrom('instances')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('workflow_id', '=', workflowId)
    .where('deleted_at', 'is', null)
    .limit(1)
  if (await live.where('status', 'in', UNFINISHED).executeTakeFirst()) return 'unfinished'
  return (await live.executeTakeFirst()) ? 'finished' : 'none'
}

export async function trashRow(db: Db, tenantId: string, id: string, memberId: string) {
  await db
    .updateTable('workflows')
    .set({ deleted_at: sql`now()`, deleted_by: memberId, updated_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

export async function untrashRow(db: Db, tenantId: string, id: string, prefix: string) {
  await db
    .updateTable('workflows')
    .set({ deleted_at: null, deleted_by: null, prefix, updated_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

const UNNAMED = sql<boolean>`not exists (select from instances i
  where i.tenant_id = workflows.tenant_id and i.workflow_id = workflows.id)
  and not exists (select from documents d where d.tenant_id = workflows.tenant_id and d.workflow_id = workflows.id)`

/** Trash past its thirty days, oldest first. What instances or files still name waits for them. */
export async function oldTrash(db: Db, tenantId: string, limit: number): Promise<string[]> {
  const old = await db
    .selectFrom('workflows')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', '<', sql<Date>`now() - interval '30 days'`)
    .where(UNNAMED)
    .limit(limit)
    // Whoever takes one back out of the trash at this moment is waited for.
    .forUpdate()
    .execute()
  return old.map(({ id }) => id)
}

/** What keeps it from being deleted for ever. */
export async function namedBy(db: Db, tenantId: string, id: string): Promise<'instances' | 'documents' | undefined> {
  for (const table of ['instances', 'documents'] as const) {
    const naming = db.selectFrom(table).select('id').where('tenant_id', '=', tenantId).where('workflow_id', '=', id)
    if (await naming.limit(1).executeTakeFirst()) return table
  }
  return undefined
}

/** For ever, with all that belongs to them. */
export async function purgeRows(db: Db, tenantId: string, ids: readonly string[]): Promise<void> {
  await dropSearchEntries(db, tenantId, 'workflow', ids)
  for (const id of ids) await sql`select auth.purge_workflow_versions(${id})`.execute(db)
  for (const table of [
    'workflow_words',
    'workflow_drafts',
    'workflow_access',
    'workflow_numbers',
    'secret_uses',
    'integration_uses',
    'workflow_days',
    'step_days',
    'open_counts',
  ] as const) {
    await db.deleteFrom(table).where('tenant_id', '=', tenantId).where('workflow_id', '=', among(ids)).execute()
  }
  await db
    .deleteFrom('counters')
    .where('tenant_id', '=', tenantId)
    .where('name', '=', 'workflow.instances')
    .where('key', '=', sql<string>`any (${ids}::text[])`)
    .execute()
  await db.deleteFrom('workflows').where('tenant_id', '=', tenantId).where('id', '=', among(ids)).execute()
}
