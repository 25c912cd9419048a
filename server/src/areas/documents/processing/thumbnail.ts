import type { Scratch } from '../../../core/confined/scratch.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { drawFile } from '../../../core/images/draw-picture.ts'
import { announce, refer } from '../../../core/storage/blobs.queries.ts'
import { doStep, type Work, withContent } from './note.ts'
import { pageOfPdf } from './pdf.ts'
import { isPdf } from './readable.ts'

const SIDE = 320

export const keepThumbnail = (work: Work): Promise<void> =>
  doStep('thumbnail', work, async () => {
    const { ctx, storage, scope, version } = work
    const picture = await withContent(work, async (scratch: Scratch) =>
      drawFile(isPdf(version) ? await pageOfPdf(scratch, 1, 2 * SIDE) : scratch, SIDE),
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
