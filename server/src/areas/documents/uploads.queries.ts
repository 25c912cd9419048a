import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { JsonObject } from '../../core/db/schema.gen.ts'

const COLUMNS = [
  'id',
  'name',
  'size',
  'details',
  'object_key',
  'multipart_id',
  'part_bytes',
  'state',
  'document_id',
  'expires_at',
] as const

const own = (db: Db, tenantId: string, memberId: string) =>
  db.selectFrom('uploads').select(COLUMNS).where('tenant_id', '=', tenantId).where('member_id', '=', memberId)

export const findUpload = (db: Db, tenantId: string, memberId: string, id: string) =>
  own(db, tenantId, memberId).where('id', '=', id).executeTakeFirst()
export type StoredUploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>

/** From now on it counts as on its way for another while. */
export const hearOfUpload = (db: Db, tenantId: string, memberId: string, id: string) =>
  db
    .updateTable('uploads')
    .set({ signed_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()

/** Locked until the commit: two who complete it come one after the other. */
export const lockUpload = (db: Db, tenantId: string, memberId: string, id: string) =>
  own(db, tenantId, memberId).where('id', '=', id).forUpdate().executeTakeFirst()

export const unfinishedUploads = (db: Db, tenantId: string, memberId: string, limit: number) =>
  own(db, tenantId, memberId).where('state', '=', 'uploading').orderBy('id', 'desc').limit(limit).execute()

interface NewUpload {
  member_id: string
  name: string
  size: number
  object_key: string
  multipart_id: string
  part_bytes: number
}

export const insertUpload = (db: Db, tenantId: string, upload: NewUpload, details: JsonObject) =>
  db
    .insertInto('uploads')
    .values({ tenant_id: tenantId, ...upload, details: JSON.stringify(details) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

export async function changeUpload(
  db: Db,
  tenantId: string,
  id: string,
  change: { state: 'completed' } | { document_id: string },
) {
  await db.updateTable('uploads').set(change).where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

export async function deleteUpload(db: Db, tenantId: string, id: string) {
  await db.deleteFrom('uploads').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

export const expiredUploads = (db: Db, tenantId: string, limit: number) =>
  db
    .selectFrom('uploads')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '<', sql<Date>`now()`)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
