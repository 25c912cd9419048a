import type { Preview } from '@throughline/contracts/document-preview'
import type { Scratch } from '../../../core/confined/scratch.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { drawFile } from '../../../core/images/draw-picture.ts'
import { announce, refer } from '../../../core/storage/blobs.queries.ts'
import { doStep, type Work, withContent } from './note.ts'
import { readingOf, readOffice } from './office/read-office.ts'
import { pageOfPdf, pagesOf } from './pdf.ts'
import { isPdf } from './readable.ts'

const THUMBNAIL_SIDE = 320

export const keepThumbnail = (work: Work): Promise<void> =>
  doStep('thumbnail', work, async () => {
    const { ctx, storage, scope, version } = work
    const picture = await withContent(work, async (scratch: Scratch) =>
      drawFile(isPdf(version) ? await pageOfPdf(scratch, 1, 2 * THUMBNAIL_SIDE) : scratch, THUMBNAIL_SIDE),
    )
    const sha256 = Buffer.from(picture.sha256, 'hex')
    const object_key = storage.keyOf(picture, scope.tenantId)
    const blob = { sha256, bytes: picture.bytes.length, media_type: picture.mediaType, object_key }
    await inTenant(ctx, scope, ({ db, tenantId }) => announce(db, tenantId, blob))
    await storage.keepDrawn(picture, `tenants/${scope.tenantId}`)
    return {
      state: 'done',
      change: { thumbnail_sha256: sha256 },
      keep: async (tx) => {
        await refer(tx.db, tx.tenantId, blob)
        if (!(await storage.exists(object_key))) throw new Error('the picture was cleaned away meanwhile')
      },
    }
  })

export const keepPages = (work: Work): Promise<void> =>
  doStep('pages', work, async () => ({
    state: 'done',
    change: { page_count: await withContent(work, pagesOf) },
  }))

/** Of a table in plain text as much is read as can be shown. */
const PLAIN_BYTES = 1_048_576

const beginningOf = (preview: Preview): Preview =>
  preview.kind === 'table' ? { ...preview, sheets: preview.sheets.map((sheet) => ({ ...sheet, cut: true })) } : preview

export const keepPreview = (work: Work): Promise<void> =>
  doStep('preview', work, async () => {
    const { version } = work
    const reading = readingOf(version)
    if (!reading) throw new Error('files of this kind have no preview to be kept')
    const mostBytes = reading === 'delimited' ? Math.min(PLAIN_BYTES, version.size) : version.size
    const { preview } = await withContent(work, (scratch) => readOffice(scratch, reading), mostBytes)
    const shown = mostBytes < version.size ? beginningOf(preview) : preview
    return { state: 'done', change: { preview_data: JSON.stringify(shown) } }
  })
