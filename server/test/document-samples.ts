import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { insertUpload } from '../src/areas/documents/uploads.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { createObjectStore } from '../src/core/storage/object-store.ts'
import { makeDocument } from './documents.ts'
import type { Sample } from './endpoint-samples.ts'
import { unique } from './someone.ts'
import type { World } from './world.ts'

const note = (field: string) => {
  const form = new FormData()
  form.append(field, new Blob([unique('note')], { type: 'text/plain' }), 'note.txt')
  return form
}

/** All of it has arrived, and the store has forgotten its parts. */
async function makeUpload(ctx: Context, { ours }: World): Promise<Sample> {
  const { tenantId, ownerId } = ours
  const objects = createObjectStore(ctx.config)
  const object_key = `quarantine/${randomUUID()}`
  await objects.put(object_key, Readable.from([Buffer.from('x')]))
  objects.close()
  const made = {
    member_id: ownerId,
    name: 'large.bin',
    size: 1,
    object_key,
    multipart_id: 'gone',
    part_bytes: 8_388_608,
  }
  const { id } = await inTenant(ctx, ours, ({ db }) => insertUpload(db, tenantId, made, {}))
  return { params: { uploadId: id } }
}

/** Documents of the workspace, which everyone in it sees; uploads are the owner's. */
export function documentSamples(ctx: Context, world: World): Record<string, () => Promise<Sample>> {
  const { ours } = world
  const { tenantId } = ours
  const document = () => makeDocument(ctx, ours)
  const at = async (documentId: Promise<string>, more: Omit<Sample, 'params'> = {}): Promise<Sample> => ({
    params: { documentId: await documentId },
    ...more,
  })
  const trashed = async () => {
    const id = await document()
    await inTenant(ctx, ours, ({ db }) => sql`update documents set deleted_at = now() where id = ${id}`.execute(db))
    return id
  }
  const pictured = async () => {
    const id = await document()
    await inTenant(ctx, ours, ({ db }) =>
      sql`update document_versions set thumbnail = 'done',
        thumbnail_sha256 = coalesce((select logo_sha256 from tenants where id = ${tenantId}), blob_sha256)
        where tenant_id = ${tenantId} and document_id = ${id}`.execute(db),
    )
    return id
  }
  const upload = () => makeUpload(ctx, world)
  const decided = async (): Promise<Sample> => {
    const sha256 = randomBytes(32)
    const documentId = await makeDocument(ctx, ours, {}, { sha256 })
    return { params: { documentId }, body: { decision: 'approve', version_number: 1, sha256: sha256.toString('hex') } }
  }
  return {
    'GET /v1/documents/': async () => ({}),
    'GET /v1/documents/groups/': async () => ({}),
    'GET /v1/documents/storage/': async () => ({}),
    'GET /v1/documents/:documentId/': () => at(document()),
    'GET /v1/documents/:documentId/download/': () => at(document()),
    'GET /v1/documents/:documentId/link/': () => at(document()),
    'GET /v1/documents/:documentId/preview/': () => at(document()),
    'GET /v1/documents/:documentId/thumbnail/': () => at(pictured()),
    'GET /v1/documents/:documentId/comments/': () => at(document()),
    'GET /v1/documents/:documentId/people/': () => at(document()),
    'POST /v1/documents/:documentId/comments/': () => at(document(), { body: { content: unique('Hello') } }),
    'GET /v1/files/': async () => ({}),
    'GET /v1/files/zip/': async () => ({}),
    'POST /v1/documents/zip/': async () => ({ body: { ids: [await document()] } }),
    'POST /v1/documents/': async () => ({ form: note('files') }),
    'POST /v1/documents/upload/': async () => ({ form: note('file') }),
    'POST /v1/documents/:documentId/versions/': () => at(document(), { form: note('file') }),
    'PATCH /v1/documents/:documentId/': () => at(document(), { body: { category: 'report' } }),
    'DELETE /v1/documents/:documentId/': () => at(document()),
    'POST /v1/documents/:documentId/restore/': () => at(trashed()),
    'DELETE /v1/documents/:documentId/forever/': () => at(trashed()),
    'POST /v1/documents/:documentId/versions/:number/restore/': async () => ({
      params: { documentId: await document(), number: '1' },
    }),
    'POST /v1/documents/:documentId/retry/': () => at(document()),
    'POST /v1/documents/:documentId/decision/': decided,
    'POST /v1/documents/bulk/': async () => ({ body: { act: 'remove', ids: [await document()] } }),
    'POST /v1/uploads/': async () => ({ body: { name: 'large.bin', size: 10_000_000 } }),
    'GET /v1/uploads/': async () => ({}),
    'GET /v1/uploads/:uploadId/': upload,
    'POST /v1/uploads/:uploadId/parts/': async () => ({ ...(await upload()), body: { numbers: [1] } }),
    'POST /v1/uploads/:uploadId/complete/': async () => ({
      ...(await upload()),
      body: { parts: [{ number: 1, etag: 'x' }] },
    }),
    'DELETE /v1/uploads/:uploadId/': upload,
  }
}
