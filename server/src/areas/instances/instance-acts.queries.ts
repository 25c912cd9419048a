import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** What people may change, as it stands; held until the commit. */
export const lockEditable = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('instances as i')
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .leftJoin('clients as c', (join) => join.onRef('c.tenant_id', '=', 'i.tenant_id').onRef('c.id', '=', 'i.client_id'))
    .select(['i.title', 'i.description', 'i.priority', 'i.due_date', 'i.due_at', 'i.due_sort', 'i.version'])
    .select(['c.name as customer', 't.time_zone'])
    .where('i.tenant_id', '=', tenantId)
    .where('i.id', '=', id)
    .forNoKeyUpdate('i')
    .executeTakeFirstOrThrow()

export interface InstanceChange {
  title?: string
  description?: string
  priority?: number
  client_id?: string | null
  due_date?: string | null
  due_at?: Date | null
  due_sort?: Date | 'infinity'
}

export async function changeInstance(db: Db, tenantId: string, id: string, change: InstanceChange) {
  await db
    .updateTable('instances')
    .set({ ...change, updated_at: sql`now()`, version: sql`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

/** Its tasks say with it whether it is in the trash. */
export async function setTrashed(db: Db, tenantId: string, id: string, by: string | null) {
  await db
    .updateTable('instances')
    .set({ deleted_at: by ? sql`now()` : null, deleted_by: by, updated_at: sql`now()`, version: sql`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('tasks')
    .set({ in_trash: by !== null })
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', id)
    .execute()
}

/** Its tasks say with it who may see them. */
export async function setNarrowed(db: Db, tenantId: string, id: string, narrowed: boolean) {
  await db
    .updateTable('instances')
    .set({ narrowed, updated_at: sql`now()`, version: sql`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('tasks')
    .set({ narrowed })
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', id)
    .execute()
}

export async function isWorkflowLive(db: Db, tenantId: string, workflowId: string): Promise<boolean> {
  const found = await db
    .selectFrom('workflows')
    .select('deleted_at')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', workflowId)
    .executeTakeFirst()
  return found?.deleted_at === null
}

/** Trash past its thirty days. */
export async function oldTrash(db: Db, tenantId: string, limit: number): Promise<string[]> {
  const old = await db
    .selectFrom('instances')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', '<', sql<Date>`now() - interval '30 days'`)
    .limit(limit)
    // Whoever takes one back out of the trash at this moment is waited for.
    .forUpdate()
    .execute()
  return old.map(({ id }) => id)
}
