import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

const COLUMNS = [
  'd.id',
  'd.name',
  'd.status',
  'd.state',
  'd.media_type',
  'd.sha256',
  'd.size',
  'd.category',
  'd.description',
  'd.workflow_id',
  'd.instance_id',
  'd.task_id',
  'd.narrowed',
  'd.in_trash',
  'd.current_version',
  'd.version_count',
  'd.version',
  'd.deleted_at',
] as const

export async function findDocument(db: Db, tenantId: string, id: string, seen: RawBuilder<boolean>, lock: boolean) {
  const found = db
    .selectFrom('documents as d')
    .select(COLUMNS)
    .select(seen.as('is_seen'))
    .where('d.tenant_id', '=', tenantId)
    .where('d.id', '=', id)
  return (lock ? found.forNoKeyUpdate('d') : found).executeTakeFirst()
}
export type StoredDocument = NonNullable<Awaited<ReturnType<typeof findDocument>>>

/** Two who send the same name to the same task come one after the other; undefined: it is the first. */
export async function lockSameName(db: Db, tenantId: string, taskId: string, name: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${taskId} || app.fold(${name}), 0))`.execute(db)
  return db
    .selectFrom('documents')
    .select(['id', 'version_count'])
    .where('tenant_id', '=', tenantId)
    .where('task_id', '=', taskId)
    .where('name_key', '=', sql<string>`app.fold(${name})`)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** As far as `most`. */
export async function countFilesOf(db: Db, tenantId: string, taskId: string, most: number): Promise<number> {
  const files = db
    .selectFrom('documents')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('task_id', '=', taskId)
    .where('deleted_at', 'is', null)
    .limit(most)
  return (await files.execute()).length
}

export interface DocumentChange {
  name?: string
  status?: string
  category?: string
  description?: string
  client_id?: string | null
  client_key?: string | RawBuilder<string>
  workflow_id?: string | null
  instance_id?: string | null
  task_id?: string | null
  step?: string | null
  narrowed?: boolean
  entity_key?: string
  deleted_at?: RawBuilder<Date> | null
  deleted_by?: string | null
}

export async function changeDocument(db: Db, tenantId: string, id: string, change: DocumentChange) {
  await db
    .updateTable('documents')
    .set({ ...change, updated_at: sql`now()`, version: sql`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

/** The key to sort by that goes with a client. */
export const keyOfClient = (tenantId: string, clientId: string | null): RawBuilder<string> =>
  sql<string>`coalesce((select c.name_key from clients c where c.tenant_id = ${tenantId} and c.id = ${clientId}), 'unknown')`
