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
  'd.client_id',
  'd.workflow_id',
  'd.instance_id',
  'd.task_id',
  'd.form_id',
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

/** Case and accents apart, as `app.fold` does it; that has only the beginning of a name. */
const folded = (name: RawBuilder<string>) =>
  sql<string>`casefold(regexp_replace(normalize(${name}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`
const isNamed = (name: string) =>
  sql<boolean>`name_key = app.fold(${name}) and ${folded(sql`name`)} = ${folded(sql`${name}::text`)}`

const ofName = (db: Db, tenantId: string, taskId: string, name: string) =>
  db
    .selectFrom('documents')
    .select(['id', 'version_count'])
    .where('tenant_id', '=', tenantId)
    .where('task_id', '=', taskId)
    .where(isNamed(name))
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)

export const findSameName = (db: Db, tenantId: string, taskId: string, name: string) =>
  ofName(db, tenantId, taskId, name).executeTakeFirst()

const nameKey = (taskId: string, name: RawBuilder<unknown>) => sql`hashtextextended(${taskId} || app.fold(${name}), 0)`

/** Two requests that send the same names to the same task come one after the other, in whichever order each has them. */
export async function lockNames(db: Db, taskId: string, names: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct ${nameKey(taskId, sql`name`)} as key from unnest(${names}::text[]) name order by key) keys`.execute(
    db,
  )
}

/** The name is locked; undefined: it is the first. */
export const lockSameName = (db: Db, tenantId: string, taskId: string, name: string) =>
  ofName(db, tenantId, taskId, name).forNoKeyUpdate().executeTakeFirst()

/**
 * Whether this document, which is locked, can have the name on the task; nobody else takes it until the commit. What has it
 * there already waits for nobody: who sends a new version of it waits for the document itself.
 */
export async function lockName(db: Db, tenantId: string, taskId: string, name: string, id: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${nameKey(taskId, sql`${name}`)}) from documents where tenant_id = ${tenantId} and id = ${id}
    and not (deleted_at is null and task_id is not distinct from ${taskId} and ${isNamed(name)})`.execute(db)
  return !(await ofName(db, tenantId, taskId, name).where('id', '<>', id).executeTakeFirst())
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
