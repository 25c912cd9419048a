import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { AppError, invalid, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import type { Storage } from '../../core/storage/storage.ts'
import type { UploadedFile } from '../../core/storage/uploaded-file.ts'

/** By the bytes, never by the name. SVG is left out: it can carry script. */
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif'])

async function requireCleanPicture(storage: Storage, file: UploadedFile) {
  const verdict = PICTURES.has(file.mediaType) ? await storage.scan(file) : undefined
  if (verdict === 'clean') return
  await storage.discard(file)
  if (!verdict) throw invalid('Please select a valid image file (JPEG, PNG, or GIF)')
  throw new AppError(422, 'infected', `The file was refused: ${verdict.infected} was found in it`)
}

export async function saveIcon(ctx: Context, storage: Storage, viewer: Viewer, file: UploadedFile) {
  await requireCleanPicture(storage, file)
  const objectKey = await storage.keep(file, viewer.tenantId)
  const sha256 = Buffer.from(file.sha256, 'hex')
  await inTenant(ctx, viewer, async (tx) => {
    await tx.db
      .insertInto('blobs')
      .values({
        tenant_id: tx.tenantId,
        sha256,
        bytes: file.size,
        media_type: file.mediaType,
        object_key: objectKey,
        ref_count: 1,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'sha256'])
          .doUpdateSet({ ref_count: sql`blobs.ref_count + 1`, unreferenced_since: null }),
      )
      .execute()
    const before = await tx.db
      .selectFrom('tenants')
      .select('logo_sha256')
      .where('id', '=', tx.tenantId)
      .forUpdate()
      .executeTakeFirst()
    if (before?.logo_sha256) {
      await tx.db
        .updateTable('blobs')
        .set({
          ref_count: sql`ref_count - 1`,
          unreferenced_since: sql`case when ref_count = 1 then now() end`,
        })
        .where('tenant_id', '=', tx.tenantId)
        .where('sha256', '=', before.logo_sha256)
        .execute()
    }
    await tx.db
      .updateTable('tenants')
      .set({ logo_sha256: sha256, updated_at: sql`now()`, version: sql`version + 1` })
      .where('id', '=', tx.tenantId)
      .execute()
    tx.emit({ type: 'organization.changed', kind: 'organization', id: tx.tenantId })
    tx.audit({ act: 'organization.logo_changed', kind: 'organization', id: tx.tenantId, data: { sha256: file.sha256 } })
  })
  return { logo_url: `/v1/org/${viewer.tenantId}/icon/` }
}

export async function readIcon(ctx: Context, storage: Storage, viewer: Viewer, reply: FastifyReply) {
  const blob = await readTenant(ctx, viewer, (tx) =>
    tx.db
      .selectFrom('tenants')
      .innerJoin('blobs', (join) =>
        join.onRef('blobs.tenant_id', '=', 'tenants.id').onRef('blobs.sha256', '=', 'tenants.logo_sha256'),
      )
      .select(['blobs.object_key', 'blobs.media_type'])
      .where('tenants.id', '=', tx.tenantId)
      .where('blobs.tenant_id', '=', tx.tenantId)
      .executeTakeFirst(),
  )
  if (!blob) throw notFound('The logo')
  const content = await storage.read(blob.object_key)
  reply
    .type(blob.media_type)
    .header('content-length', content.length)
    .header('cache-control', 'private, max-age=300')
    .header('content-security-policy', "sandbox; default-src 'none'")
  return content.stream
}
