import {
  type beginUpload,
  type completeUpload,
  type signParts,
  UploadMetadata,
} from '@throughline/contracts/document-uploads'
import type { Body } from '@throughline/contracts/endpoint'
import { DocumentId, type UploadId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx, Scope, TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, conflict, invalid, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { cleanFileName } from '../../core/storage/file-name.ts'
import { PART_BYTES, type Parts, type StoredPart } from '../../core/storage/parts.ts'
import { requireRoom } from '../../core/storage/quota.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { addFile, appendVersion } from './add-file.ts'
import { requireVisibleDocument } from './document-visibility.ts'
import { documentFor } from './document-wire.ts'
import { locationFor } from './location.ts'
import { publishDocumentFrame } from './publish-frames.ts'
import {
  changeUpload,
  deleteUpload,
  findUpload,
  hearOfUpload,
  insertUpload,
  lockUpload,
  type StoredUploadRow,
  type UploadOwner,
  unfinishedUploads,
} from './uploads.queries.ts'

const MAX_LISTED = 50
const State = z.enum(['uploading', 'completed'])
const Details = z.object({
  document_id: z.optional(DocumentId),
  document_type: z.optional(z.string()),
  metadata: z.optional(UploadMetadata),
})

export const partsOf = (row: StoredUploadRow): Parts => ({ objectKey: row.object_key, multipartId: row.multipart_id })

const headOnWire = (row: StoredUploadRow) => ({
  id: row.id,
  name: row.name,
  size: row.size,
  state: z.parse(State, row.state),
  part_bytes: row.part_bytes,
  expires_at: row.expires_at.toISOString(),
  document_id: row.document_id,
})

/** A part that was cut off by the network is not counted, and is sent again. */
export function uploadOnWire(row: StoredUploadRow, arrived: readonly StoredPart[]) {
  const whole = arrived.filter(({ number, size }) => size === sizeOfPart(row, number))
  return {
    ...headOnWire(row),
    parts: whole.map(({ number, etag }) => ({ number, etag })),
    received: row.state === 'completed' ? row.size : whole.reduce((sum, { size }) => sum + size, 0),
  }
}

const sizeOfPart = ({ size, part_bytes }: StoredUploadRow, number: number) =>
  Math.max(0, Math.min(part_bytes, size - (number - 1) * part_bytes))

/** The member or the page of a form that uploads, in its tenant. */
export type Uploader = Scope & UploadOwner

export async function requireOwn(ctx: Context, uploader: Uploader, id: UploadId): Promise<StoredUploadRow> {
  const row = await readTenant(ctx, uploader, ({ db, tenantId }) => findUpload(db, tenantId, uploader, id))
  if (!row) throw notFound('This upload')
  return row
}

/** Where it belongs, as far as the viewer may put it there; asked when it begins and again when it is whole. */
async function requireLocation(tx: ReadTx, viewer: Viewer, details: z.infer<typeof Details>) {
  if (details.document_id) await requireVisibleDocument(tx, viewer, details.document_id)
  return await locationFor(tx, viewer, details.metadata ?? {})
}

export async function begin(ctx: Context, storage: Storage, viewer: Viewer, body: Body<typeof beginUpload>) {
  const { name, size, ...rest } = body
  const details = z.parse(Details, rest)
  await readTenant(ctx, viewer, async (tx) => {
    await requireLocation(tx, viewer, details)
    await requireRoom(tx, size)
  })
  const { objectKey, multipartId } = await storage.parts.begin()
  const row = await inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    await requireRoom(tx, size)
    const upload = { name: cleanFileName(name), size, object_key: objectKey, multipart_id: multipartId }
    return insertUpload(db, tenantId, { ...upload, member_id: viewer.memberId, part_bytes: PART_BYTES }, { ...details })
  })
  return { data: uploadOnWire(row, []) }
}

export const listOwn = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, async ({ db, tenantId }) => ({
    data: (await unfinishedUploads(db, tenantId, viewer.memberId, MAX_LISTED)).map(headOnWire),
  }))

export async function show(ctx: Context, storage: Storage, uploader: Uploader, id: UploadId) {
  const row = await requireOwn(ctx, uploader, id)
  const arrived = row.state === 'uploading' ? await storage.parts.arrived(partsOf(row)) : []
  return { data: uploadOnWire(row, arrived ?? []) }
}

export async function sign(
  ctx: Context,
  storage: Storage,
  uploader: Uploader,
  id: UploadId,
  { numbers }: Pick<Body<typeof signParts>, 'numbers'>,
) {
  const row = await inTenant(ctx, uploader, ({ db, tenantId }) => hearOfUpload(db, tenantId, uploader, id))
  if (!row) throw notFound('This upload')
  if (row.state !== 'uploading') throw conflict('completed', 'This upload is already complete')
  const wanted = [...new Set(numbers)]
  if (wanted.some((number) => sizeOfPart(row, number) === 0)) {
    throw invalid('The file has fewer parts', [{ path: 'numbers', message: 'out of range' }])
  }
  const data = wanted.map(async (number) => {
    const size = sizeOfPart(row, number)
    return { number, size, url: await storage.parts.sign(partsOf(row), number, size) }
  })
  return { data: await Promise.all(data) }
}

/** Made of an upload that is locked: one document, however often it is asked for. */
async function makeDocument(tx: TenantTx, viewer: Viewer, row: StoredUploadRow): Promise<string> {
  const details = z.parse(Details, row.details)
  const { category, description, client_id, field } = details.metadata ?? {}
  const file = {
    name: row.name,
    sha256: null,
    bytes: row.size,
    media_type: 'application/octet-stream',
    object_key: row.object_key,
    clean: false,
  }
  if (!details.document_id) {
    const about = { category, description, client: client_id, fieldId: field, documentType: details.document_type }
    return await addFile(tx, viewer, file, await requireLocation(tx, viewer, details), about)
  }
  const document = await requireVisibleDocument(tx, viewer, details.document_id, { lock: true })
  const version = await appendVersion(tx, viewer.memberId, document, file)
  await publishDocumentFrame(tx, 'document.changed', document)
  tx.audit({ act: 'document.version_added', kind: 'document', id: document.id, data: { name: document.name, version } })
  return document.id
}

export async function complete(
  ctx: Context,
  storage: Storage,
  viewer: Viewer,
  id: UploadId,
  { parts }: Body<typeof completeUpload>,
) {
  const row = await requireOwn(ctx, viewer, id)
  if (row.state === 'uploading') await storage.parts.close(partsOf(row), row.size, parts)
  return await inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const locked = await lockUpload(db, tenantId, viewer, id)
    if (!locked) throw notFound('This upload')
    if (locked.state === 'completed' && !locked.document_id) throw new AppError(410, 'gone', 'The document was deleted')
    if (locked.document_id) {
      await requireVisibleDocument(tx, viewer, locked.document_id, { state: 'any' })
      return await documentFor(tx, locked.document_id)
    }
    // What is whole is on its way no longer: from here it counts as a document.
    await changeUpload(db, tenantId, id, { state: 'completed' })
    const documentId = await makeDocument(tx, viewer, locked)
    await changeUpload(db, tenantId, id, { document_id: documentId })
    return await documentFor(tx, documentId)
  })
}

/** What has become a document stays one; nothing else is left of it. */
export async function cancel(ctx: Context, storage: Storage, uploader: Uploader, id: UploadId) {
  const row = await inTenant(ctx, uploader, async ({ db, tenantId }) => {
    const locked = await lockUpload(db, tenantId, uploader, id)
    if (!locked) throw notFound('This upload')
    await deleteUpload(db, tenantId, id)
    return locked
  })
  if (row.state === 'uploading' || ('tokenHash' in uploader && row.document_id === null)) {
    await storage.parts.drop(partsOf(row))
  }
  return { id }
}
