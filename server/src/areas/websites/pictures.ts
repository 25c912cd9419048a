import { buffer } from 'node:stream/consumers'
import type { Body, Made, Query } from '@throughline/contracts/endpoint'
import type { WebsiteId } from '@throughline/contracts/ids'
import type { addWebsitePicture, createWebsite, getWebsitePicture } from '@throughline/contracts/websites'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { Egress } from '../../core/egress/egress.ts'
import { AppError, invalid, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { fetchPicture } from '../../core/images/fetch-picture.ts'
import { type Drawings, drawWidths } from '../../core/images/pictures.ts'
import { sendPicture } from '../../core/images/send-picture.ts'
import { announceAll } from '../../core/storage/blobs.queries.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { cleanContentOf, requireVisibleDocument } from '../documents/documents.public.ts'
import { openForChange, openWebsite } from './opened.ts'
import { findPicture, keepPicture } from './pictures.queries.ts'
import { type Fetched, picturesIn } from './site-pictures.ts'

/** How long a picture may be each way: as wide as a page shows it on usual screens, a tablet's, and a phone's. */
const SIDES = [1_600, 960, 480]
const MAX_BYTES = 25 * 1_048_576
const TOO_LARGE = 'Choose an image of up to 25 MB'
/** While somebody waits for the answer. */
const MAX_ADDRESSES = 10

type PictureBody = Body<typeof addWebsitePicture>
type PictureAnswer = Made<typeof addWebsitePicture>
type SiteBody = Pick<Body<typeof createWebsite>, 'pages' | 'header_config'>

function addressesIn({ pages = [], header_config }: SiteBody): string[] {
  const addresses = picturesIn(pages, header_config?.logo).filter((named) => /^https?:/.test(named))
  if (addresses.length > MAX_ADDRESSES) throw invalid(`Add up to ${MAX_ADDRESSES} images by address at a time.`)
  return addresses
}

/** Pictures come from Files or are fetched once: they are drawn anew and kept before the call's transaction opens. */
export function createWebsitePictures(storage: Storage, egress: Egress) {
  const chosen = new WeakMap<PictureBody, Drawings>()
  const sent = new WeakMap<SiteBody, Fetched>()

  async function draw(ctx: Context, viewer: Viewer, content: Buffer): Promise<Drawings> {
    const drawings = await drawWidths(storage, content, `tenants/${viewer.tenantId}`, SIDES)
    const blobs = drawings.map(({ sha256, bytes, mediaType: media_type, objectKey: object_key }) => ({
      sha256: Buffer.from(sha256, 'hex'),
      bytes,
      media_type,
      object_key,
    }))
    // Should the call be refused, nobody comes to point at them, and they are cleaned away.
    await inTenant(ctx, viewer, (tx) => announceAll(tx.db, tx.tenantId, blobs))
    return drawings
  }

  const fromAddress = async (ctx: Context, viewer: Viewer, url: string): Promise<Drawings> =>
    draw(ctx, viewer, await fetchPicture(egress, url, MAX_BYTES, TOO_LARGE))

  const keyOf = (ctx: Context, viewer: Viewer, documentId: Parameters<typeof requireVisibleDocument>[2]) =>
    readTenant(ctx, viewer, async (tx) => {
      const document = await requireVisibleDocument(tx, viewer, documentId)
      const content = await cleanContentOf(tx.db, tx.tenantId, documentId, document.current_version)
      if (!content) throw new AppError(409, 'not_scanned', 'This file hasn’t been checked yet. Try again in a moment.')
      if (content.size > MAX_BYTES) throw new AppError(413, 'file_too_large', TOO_LARGE)
      return content.object_key
    })

  const requireWebsite = (ctx: Context, viewer: Viewer, id: WebsiteId) =>
    readTenant(ctx, viewer, (tx) => openWebsite(tx, id))

  return {
    async draw(ctx: Context, viewer: Viewer, websiteId: WebsiteId, body: PictureBody): Promise<void> {
      await requireWebsite(ctx, viewer, websiteId)
      const { document_id, url } = body
      if (document_id !== undefined && url === undefined) {
        const content = await storage.read(await keyOf(ctx, viewer, document_id))
        chosen.set(body, await draw(ctx, viewer, await buffer(content.stream)))
      } else if (url !== undefined && document_id === undefined) {
        chosen.set(body, await fromAddress(ctx, viewer, url))
      } else throw invalid('Choose a file, or give the address of an image')
    },

    keep: (ctx: Context, viewer: Viewer, websiteId: WebsiteId, body: PictureBody): Promise<PictureAnswer> =>
      inTenant(ctx, viewer, async (tx) => {
        const drawings = chosen.get(body)
        if (!drawings) throw new Error('the picture was not drawn')
        await openForChange(tx, websiteId)
        const id = await keepPicture(tx.db, tx.tenantId, websiteId, drawings)
        const [{ width, height }, ...others] = drawings
        return { data: { id, width, height, smaller: others.map((one) => one.width) } }
      }),

    /** What the content of a website names by address; most name nothing so. */
    async receive(ctx: Context, viewer: Viewer, body: SiteBody, websiteId?: WebsiteId): Promise<void> {
      const addresses = addressesIn(body)
      if (addresses.length === 0) return
      if (websiteId) await requireWebsite(ctx, viewer, websiteId)
      const fetched = new Map<string, Drawings>()
      for (const address of addresses) fetched.set(address, await fromAddress(ctx, viewer, address))
      sent.set(body, fetched)
    },

    of: (body: SiteBody): Fetched => sent.get(body) ?? new Map(),
  }
}
interface WantedPicture {
  websiteId: string
  pictureId: string
  query: Query<typeof getWebsitePicture>
}

export async function sendWebsitePicture(
  ctx: Context,
  storage: Storage,
  viewer: Viewer,
  { websiteId, pictureId, query }: WantedPicture,
  reply: FastifyReply,
) {
  const picture = await readTenant(ctx, viewer, async (tx) => {
    await openWebsite(tx, websiteId)
    return findPicture(tx.db, tx.tenantId, websiteId, pictureId, query.w)
  })
  if (!picture) throw notFound('The picture')
  return sendPicture(storage, reply, picture.object_key, picture.media_type)
}
