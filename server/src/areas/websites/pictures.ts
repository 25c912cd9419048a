import { buffer } from 'node:stream/consumers'
import type { Body } from '@throughline/contracts/endpoint'
import type { WebsiteId } from '@throughline/contracts/ids'
import type { addWebsitePicture } from '@throughline/contracts/websites'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { drawFetched, type StoredPicture } from '../../core/images/pictures.ts'
import { sendPicture } from '../../core/images/send-picture.ts'
import { announce } from '../../core/storage/blobs.queries.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { cleanContentOf, requireVisibleDocument } from '../documents/documents.public.ts'
import { openForChange, openWebsite } from './opened.ts'
import { findPicture, keepPicture } from './pictures.queries.ts'

/** As wide as a page on a screen with small dots shows it. */
const SIDE = 1_600
const MAX_BYTES = 25 * 1_048_576

type PictureBody = Body<typeof addWebsitePicture>

/** Pictures come from Files alone: they are drawn anew and kept before the call's transaction opens. */
export function createWebsitePictures(storage: Storage) {
  const drawn = new WeakMap<PictureBody, StoredPicture>()

  const contentOf = (ctx: Context, viewer: Viewer, websiteId: string, { document_id }: PictureBody) =>
    readTenant(ctx, viewer, async (tx) => {
      await openWebsite(tx, websiteId)
      const document = await requireVisibleDocument(tx, viewer, document_id)
      const content = await cleanContentOf(tx.db, tx.tenantId, document_id, document.current_version)
      if (!content) throw new AppError(409, 'not_scanned', 'This file hasn’t been checked yet. Try again in a moment.')
      if (content.size > MAX_BYTES) throw new AppError(413, 'file_too_large', 'Choose an image of up to 25 MB')
      return content.object_key
    })

  return {
    async draw(ctx: Context, viewer: Viewer, websiteId: WebsiteId, body: PictureBody): Promise<void> {
      const content = await storage.read(await contentOf(ctx, viewer, websiteId, body))
      const picture = await drawFetched(storage, await buffer(content.stream), `tenants/${viewer.tenantId}`, SIDE)
      const { sha256, bytes, mediaType: media_type, objectKey: object_key } = picture
      // Should the call be refused, nobody comes to point at it, and it is cleaned away.
      await inTenant(ctx, viewer, (tx) =>
        announce(tx.db, tx.tenantId, { sha256: Buffer.from(sha256, 'hex'), bytes, media_type, object_key }),
      )
      drawn.set(body, picture)
    },

    keep: (ctx: Context, viewer: Viewer, websiteId: WebsiteId, body: PictureBody) =>
      inTenant(ctx, viewer, async (tx) => {
        const picture = drawn.get(body)
        if (!picture) throw new Error('the picture was not drawn')
        await openForChange(tx, websiteId)
        const id = await keepPicture(tx.db, tx.tenantId, websiteId, picture)
        return { data: { id, width: picture.width, height: picture.height } }
      }),
  }
}

export async function sendWebsitePicture(
  ctx: Context,
  storage: Storage,
  viewer: Viewer,
  { websiteId, pictureId }: { websiteId: string; pictureId: string },
  reply: FastifyReply,
) {
  const picture = await readTenant(ctx, viewer, async (tx) => {
    await openWebsite(tx, websiteId)
    return findPicture(tx.db, tx.tenantId, websiteId, pictureId)
  })
  if (!picture) throw notFound('The picture')
  return sendPicture(storage, reply, picture.object_key, picture.media_type)
}
