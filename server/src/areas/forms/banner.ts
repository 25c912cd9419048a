import type { Body } from '@throughline/contracts/endpoint'
import { DEFAULT_BANNER, type FormContent } from '@throughline/contracts/form-content'
import type { createForm } from '@throughline/contracts/forms'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import type { Egress } from '../../core/egress/egress.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { fetchPicture } from '../../core/images/fetch-picture.ts'
import { createPictures, drawFetched, type StoredPicture } from '../../core/images/pictures.ts'
import { sendPicture } from '../../core/images/send-picture.ts'
import { announce } from '../../core/storage/blobs.queries.ts'
import type { Folder } from '../../core/storage/kept-files.ts'
import type { Storage } from '../../core/storage/storage.ts'
import type { UploadedFile } from '../../core/storage/uploaded-file.ts'
import { findBanner, keepBanner } from './banner.queries.ts'
import { openForm } from './opened.ts'

/** Twice as wide as a page shows it, for screens with small dots. */
const SIDE = 1440
const MAX_BYTES = 5 * 1_048_576
const TOO_LARGE = 'Image size should be less than 5MB'

type FormBody = Body<typeof createForm>

/** Where a form's own picture is read: saving that address again keeps the picture. */
export const headerUrl = (formId: string, bannerId: string) => `/v1/forms/${formId}/header/?v=${bannerId.slice(-8)}`
const isOwnAddress = (url: string) => /^\/v1\/forms\/[^/]+\/header\//.test(url)

/** The picture that comes with a form: it is drawn and kept before the call's transaction opens. */
export function createBanners(storage: Storage, egress: Egress) {
  const pictures = createPictures(storage)
  const received = new WeakMap<FormBody, StoredPicture>()

  async function pictureOf(body: FormBody, file: UploadedFile | undefined, folder: Folder) {
    if (file) {
      await pictures.receive(file, folder, SIDE)
      return pictures.of(file)
    }
    const url = body.header_banner_url?.trim()
    if (!url || isOwnAddress(url)) return undefined
    return drawFetched(storage, await fetchPicture(egress, url, MAX_BYTES, TOO_LARGE), folder, SIDE)
  }

  return {
    async receive(ctx: Context, viewer: Viewer, body: FormBody, file: UploadedFile | undefined): Promise<void> {
      const picture = await pictureOf(body, file, `tenants/${viewer.tenantId}`)
      if (!picture) return
      const { sha256, bytes, mediaType: media_type, objectKey: object_key } = picture
      // Should the call be refused, nobody comes to point at it, and it is cleaned away.
      await inTenant(ctx, viewer, (tx) =>
        announce(tx.db, tx.tenantId, { sha256: Buffer.from(sha256, 'hex'), bytes, media_type, object_key }),
      )
      received.set(body, picture)
    },
    of: (body: FormBody): StoredPicture | undefined => received.get(body),
  }
}

export type Banner = FormContent['banner']

/** The banner that a form has from now on: the new picture, the one it had, or none. */
export async function bannerOf(
  tx: TenantTx,
  formId: string,
  before: Banner,
  body: Pick<FormBody, 'header_banner_metadata' | 'header_banner_url'>,
  picture: StoredPicture | undefined,
): Promise<Banner> {
  if (!picture && body.header_banner_url === '') return null
  const id = picture ? await keepBanner(tx.db, tx.tenantId, formId, picture) : before?.id
  if (id === undefined) return null
  const { altText, height } = body.header_banner_metadata ?? before ?? DEFAULT_BANNER
  return { altText, height, id }
}

export async function sendHeader(ctx: Context, storage: Storage, viewer: Viewer, id: string, reply: FastifyReply) {
  const banner = await readTenant(ctx, viewer, async (tx) => {
    const { draft } = await openForm(tx, viewer, id)
    return draft.banner ? findBanner(tx.db, tx.tenantId, id, draft.banner.id) : undefined
  })
  if (!banner) throw notFound('The header banner')
  return sendPicture(storage, reply, banner.object_key, banner.media_type)
}
