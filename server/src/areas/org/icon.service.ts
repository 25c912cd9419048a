import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { AppError, invalid, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import type { Storage } from '../../core/storage/storage.ts'
import type { UploadedFile } from '../../core/storage/uploaded-file.ts'
import { findLogo, refer, replaceLogo, unrefer } from './organization.queries.ts'

/** By the bytes, never by the name. SVG is left out: it can carry script. */
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif'])

export async function requireCleanPicture(storage: Storage, file: UploadedFile) {
  const verdict = PICTURES.has(file.mediaType) ? await storage.scan(file) : undefined
  if (verdict === 'clean') return
  await storage.discard(file)
  if (!verdict) throw invalid('Please select a valid image file (JPEG, PNG, or GIF)')
  throw new AppError(422, 'infected', `The file was refused: ${verdict.infected} was found in it`)
}

export async function saveIcon(ctx: Context, storage: Storage, viewer: Viewer, file: UploadedFile) {
  const blob = {
    sha256: Buffer.from(file.sha256, 'hex'),
    bytes: file.size,
    media_type: file.mediaType,
    object_key: await storage.keep(file, viewer.tenantId),
  }
  await inTenant(ctx, viewer, async (tx) => {
    // First, for its lock: two who hold each other's pictures would wait for each other.
    const before = await replaceLogo(tx.db, tx.tenantId, blob.sha256)
    await refer(tx.db, tx.tenantId, blob)
    if (before) await unrefer(tx.db, tx.tenantId, before)
    tx.emit({ type: 'organization.changed', kind: 'organization', id: tx.tenantId })
    tx.audit({ act: 'organization.logo_changed', kind: 'organization', id: tx.tenantId, data: { sha256: file.sha256 } })
  })
  return { logo_url: `/v1/org/${viewer.tenantId}/icon/` }
}

export async function readIcon(ctx: Context, storage: Storage, viewer: Viewer, reply: FastifyReply) {
  const logo = await readTenant(ctx, viewer, (tx) => findLogo(tx.db, tx.tenantId))
  if (!logo) throw notFound('The logo')
  const content = await storage.read(logo.object_key)
  reply
    .type(logo.media_type)
    .header('content-length', content.length)
    .header('cache-control', 'private, max-age=300')
    .header('content-security-policy', "sandbox; default-src 'none'")
  return content.stream
}
