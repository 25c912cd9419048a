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

/** A member; or the page of a form, by the hash of its token. */
export type UploadOwner = { memberId: string } | { formId: string; tokenHash: Buffer }

const ownedBy = (owner: UploadOwner) =>
  'memberId' in owner
    ? sql<boolean>`member_id = ${owner.memberId}`
    : sql<boolean>`form_id = ${owner.formId} and token_hash = ${owner.tokenHash}`

const own = (db: Db, tenantId: string, owner: UploadOwner) =>
  db.selectFrom('uploads').select(COLUMNS).where('tenant_id', '=', tenantId).where(ownedBy(owner))

export const findUpload = (db: Db, tenantId: string, owner: UploadOwner, id: string) =>
  own(db, tenantId, owner).where('id', '=', id).executeTakeFirst()
export type StoredUploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>

/** From now on it counts as on its way for another while. */
export const hearOfUpload = (db: Db, tenantId: string, owner: UploadOwner, id: string) =>
  db
    .updateTable('uploads')
    .set({ signed_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where(ownedBy(owner))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()

/** Locked until the commit: two who complete it come one after the other. */
export const lockUpload = (db: Db, tenantId: string, owner: UploadOwner, id: string) =>
  own(db, tenantId, owner).where('id', '=', id).forUpdate().executeTakeFirst()

export const unfinishedUploads = (db: Db, tenantId: string, memberId: string, limit: number) =>
  own(db, tenantId, { memberId }).where('state', '=', 'uploading').orderBy('id', 'desc').limit(limit).execute()

interface NewUpload {
  /** Whose it is: a member's, or of the page of a form. */
  member_id?: string
  form_id?: string
  token_hash?: Buffer
  network?: string
  expires_at?: Date
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
  change: { state: 'completed'; details?: string } | { document_id: string },
) {
  await db.updateTable('uploads').set(change).where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

export async function deleteUpload(db: Db, tenantId: string, id: string) {
  await db.deleteFrom('uploads').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

/** What a network has under way in a workspace, and has sent for responses that did not come yet. */
export async function openUploadsOf(db: Db, tenantId: string, network: string) {
  const { rows } = await sql<{ open: number; bytes: number }>`
    select count(*) filter (where state = 'uploading')::int as open, coalesce(sum(size), 0)::bigint as bytes from uploads
    where tenant_id = ${tenantId} and network = ${network} and document_id is null and expires_at > now()`.execute(db)
  return { open: rows[0]?.open ?? 0, bytes: rows[0]?.bytes ?? 0 }
}

/** Whole, and of no response yet. */
export const readyUploads = (db: Db, tenantId: string, owner: UploadOwner, ids: readonly string[]) =>
  own(db, tenantId, owner)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('state', '=', 'completed')
    .where('document_id', 'is', null)
    .execute()

/** Says whether it was still to be had: each becomes one document. */
export async function claimUpload(db: Db, tenantId: string, id: string, documentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ document_id: documentId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('document_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const expiredUploads = (db: Db, tenantId: string, limit: number) =>
  db
    .selectFrom('uploads')
    .select([...COLUMNS, 'form_id'])
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '<', sql<Date>`now()`)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
