import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenantOnce } from '../../core/db/in-tenant.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import type { StoredPicture } from '../../core/images/pictures.ts'
import { sendPicture } from '../../core/images/send-picture.ts'
import { versionOf } from '../../core/images/version-of.ts'
import { refer, unrefer } from '../../core/storage/blobs.queries.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { findLogo, replaceLogo } from './logo.queries.ts'

export const logoUrl = (tenantId: string, sha256: string) => `/v1/org/${tenantId}/icon/?v=${versionOf(sha256)}`

export async function saveIcon(ctx: Context, viewer: Viewer, picture: StoredPicture) {
  const { sha256 } = picture
  const blob = {
    sha256: Buffer.from(sha256, 'hex'),
    bytes: picture.bytes,
    media_type: picture.mediaType,
    object_key: picture.objectKey,
  }
  await inTenant(ctx, viewer, async (tx) => {
    // First, for its lock: two who hold each other's pictures would wait for each other.
    const before = await replaceLogo(tx.db, tx.tenantId, blob.sha256)
    await refer(tx.db, tx.tenantId, blob)
    if (before) await unrefer(tx.db, tx.tenantId, before)
    tx.emit({ type: 'organization.changed', kind: 'organization', id: tx.tenantId })
    const data = {
      name: viewer.user.tenant_name,
      before: { logo: before?.toString('hex') ?? null },
      after: { logo: sha256 },
    }
    tx.audit({ act: 'organization.logo_changed', kind: 'organization', id: tx.tenantId, data })
  })
  return { logo_url: logoUrl(viewer.tenantId, sha256) }
}

export async function readIcon(ctx: Context, storage: Storage, viewer: Viewer, reply: FastifyReply) {
  const logo = await readTenantOnce(ctx, viewer, (tx) => findLogo(tx.db, tx.tenantId))
  if (!logo) throw notFound('The logo')
  return sendPicture(storage, reply, logo.object_key, logo.media_type)
}
