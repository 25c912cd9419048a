import type { completeUpload } from '@throughline/contracts/document-uploads'
import type { Body } from '@throughline/contracts/endpoint'
import type { UploadId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx, Scope, TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { cleanFileName } from '../../core/storage/file-name.ts'
import { kindOfText } from '../../core/storage/media-type.ts'
import { PART_BYTES } from '../../core/storage/parts.ts'
import { requireRoom } from '../../core/storage/quota.ts'
import type { Storage } from '../../core/storage/storage.ts'
import type { StoredUpload } from '../../core/storage/stored-uploads.ts'
import { changeUpload, claimUpload, insertUpload, lockUpload, openUploadsOf, readyUploads } from './uploads.queries.ts'
import { partsOf, requireOwn, uploadOnWire } from './uploads.service.ts'

/** The page of a form, by the hash of its token. */
export type ResponseUploader = Scope & { formId: string; tokenHash: Buffer }

/** What strangers of one network may have under way at a time, in a workspace. */
const MOST_OPEN = 3
const MOST_BYTES = 500 * 1_048_576
/** How long an upload waits for its response. */
const KEPT_MS = 24 * 3_600_000

const Details = z.object({ element: z.string(), media_type: z.optional(z.string()) })

async function requireNetworkRoom({ db, tenantId }: TenantTx, network: string, size: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('uploads of ' || ${network}, 0))`.execute(db)
  const { open, bytes } = await openUploadsOf(db, tenantId, network)
  if (open < MOST_OPEN && bytes + size <= MOST_BYTES) return
  throw new AppError(429, 'uploads_under_way', 'Other files are still being uploaded. Wait until they are done.', {
    retryAfter: 30,
  })
}

export async function beginForResponse(
  ctx: Context,
  storage: Storage,
  uploader: ResponseUploader,
  { element, name, size, network }: { element: string; name: string; size: number; network: string },
  requireOpen: (tx: TenantTx) => Promise<void>,
) {
  const { formId: form_id, tokenHash: token_hash } = uploader
  await readTenant(ctx, uploader, (tx) => requireRoom(tx, size))
  const parts = await storage.parts.begin()
  const upload = {
    form_id,
    token_hash,
    network,
    expires_at: new Date(Date.now() + KEPT_MS),
    name: cleanFileName(name),
    size,
    object_key: parts.objectKey,
    multipart_id: parts.multipartId,
    part_bytes: PART_BYTES,
  }
  try {
    const row = await inTenant(ctx, uploader, async (tx) => {
      await requireOpen(tx)
      await requireNetworkRoom(tx, network, size)
      return await insertUpload(tx.db, tx.tenantId, upload, { element })
    })
    return { data: uploadOnWire(row, []) }
  } catch (error) {
    if (error instanceof AppError) await storage.parts.drop(parts)
    throw error
  }
}

/** Makes one object of the parts and looks at what it is; a document it becomes with the response. */
export async function completeForResponse(
  ctx: Context,
  storage: Storage,
  uploader: ResponseUploader,
  id: UploadId,
  { parts }: Pick<Body<typeof completeUpload>, 'parts'>,
) {
  const row = await requireOwn(ctx, uploader, id)
  if (row.state === 'completed') return { data: uploadOnWire(row, []) }
  await storage.parts.close(partsOf(row), row.size, parts)
  const media_type = kindOfText(await storage.typeOf(row.object_key), row.name)
  const details = JSON.stringify({ ...z.parse(Details, row.details), media_type })
  const whole = await inTenant(ctx, uploader, async ({ db, tenantId }) => {
    const locked = await lockUpload(db, tenantId, uploader, id)
    if (!locked) throw notFound('This upload')
    await changeUpload(db, tenantId, id, { state: 'completed', details })
    return { ...locked, state: 'completed' }
  })
  return { data: uploadOnWire(whole, []) }
}

export interface ReadyUpload {
  uploadId: string
  element: string
  file: StoredUpload
}

/** Those of these that are whole, this page's, and of no response yet. */
export async function uploadsForResponse(
  { db, tenantId }: ReadTx,
  uploader: ResponseUploader,
  ids: readonly UploadId[],
): Promise<ReadyUpload[]> {
  const rows = await readyUploads(db, tenantId, uploader, ids)
  return rows.map((row) => {
    const { element, media_type = 'application/octet-stream' } = z.parse(Details, row.details)
    const { name, size: bytes, object_key } = row
    return { uploadId: row.id, element, file: { name, sha256: null, bytes, media_type, object_key, clean: false } }
  })
}

/** With the document that it has become. */
export async function useUpload({ db, tenantId }: TenantTx, uploadId: string, documentId: string): Promise<void> {
  if (await claimUpload(db, tenantId, uploadId, documentId)) return
  throw new AppError(409, 'upload_used', 'A file was already sent with another response. Add it again.')
}
