import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { lockFilesOf } from './files.service.ts'

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

/** Its files sort by its title, and are for its client as long as nobody said otherwise of them. */
async function changeFiles(db: Db, tenantId: string, id: string, { title, client_id }: InstanceChange) {
  if (title !== undefined || client_id !== undefined) await lockFilesOf(db, id)
  if (title !== undefined) {
    await sql`update documents d set entity_key = case when ${title} <> '' then app.fold(${title}) else i.name_key end
      from instances i where i.tenant_id = ${tenantId} and i.id = ${id} and d.tenant_id = ${tenantId} and d.instance_id = ${id}`.execute(
      db,
    )
  }
  if (client_id === undefined) return
  await sql`update documents d set client_id = ${client_id}, client_key = coalesce((select c.name_key from clients c
      where c.tenant_id = ${tenantId} and c.id = ${client_id}), 'unknown')
    from instances i where i.tenant_id = ${tenantId} and i.id = ${id} and d.tenant_id = ${tenantId} and d.instance_id = ${id}
      and d.client_id is not distinct from i.client_id`.execute(db)
}

export async function changeInstance(db: Db, tenantId: string, id: string, change: InstanceChange) {
  await changeFiles(db, tenantId, id, change)
  await db
    .updateTable('instances')
    .set({
      ...change,
      ...(change.due_date && { due_first: sql<Date>`coalesce(due_first, ${change.due_sort}::timestamptz)` }),
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

/** Its tasks and files say with it whether it is in the trash. */
export async function setTrashed(db: Db, tenantId: string, id: string, by: string | null) {
  await lockFilesOf(db, id)
  await db
    .updateTable('instances')
    .set({ deleted_at: by ? sql`now()` : null, deleted_by: by, updated_at: sql`now()`, version: sql`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
  for (const table of ['tasks', 'documents'] as const) {
    await db
      .updateTable(table)
      .set({ in_trash: by !== null })
      .where('tenant_id', '=', tenantId)
      .where('instance_id', '=', id)
      .execute()
  }
}

/** Its tasks and files say with it who may see them. */
export async function setNarrowed(db: Db, tenantId: string, id: string, narrowed: boolean) {
  await lockFilesOf(db, id)
  await db
    .updateTable('instances')
    .set({ narrowed, updated_at: sql`now()`, version: sql`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
  for (const table of ['tasks', 'documents'] as const) {
    await db
      .updateTable(table)
      .set({ narrowed })
      .where('tenant_id', '=', tenantId)
      .where('instance_id', '=', id)
      .execute()
  }
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

const isOldTrash = sql<boolean>`deleted_at < now() - interval '30 days'`

/** Trash past its thirty days, but these. */
export async function oldTrash(db: Db, tenantId: string, but: readonly string[], limit: number): Promise<string[]> {
  const old = await db
    .selectFrom('instances')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where(isOldTrash)
    .where('id', '<>', sql<string>`all (${but}::uuid[])`)
    .orderBy('deleted_at')
    .limit(limit)
    .execute()
  return old.map(({ id }) => id)
}

/** Locked until the commit, if it is still that. */
export async function lockOldTrash(db: Db, tenantId: string, id: string): Promise<boolean> {
  const old = await db
    .selectFrom('instances')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(isOldTrash)
    .forUpdate()
    .executeTakeFirst()
  return old !== undefined
}
