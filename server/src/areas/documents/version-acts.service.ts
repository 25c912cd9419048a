import type { DocumentId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import type { StoredUpload } from '../../core/storage/stored-uploads.ts'
import { appendVersion } from './add-file.ts'
import { detailFor } from './detail.service.ts'
import { requireVisibleDocument } from './document-visibility.ts'
import { documentFor } from './document-wire.ts'
import { startProcessing } from './processing/start-processing.ts'
import { STEPS } from './processing/steps.ts'
import { publishDocumentFrame } from './publish-frames.ts'
import { changeVersion, findVersion, lockVersion } from './version.queries.ts'

export const addVersionTo = (ctx: Context, viewer: Viewer, id: DocumentId, file: StoredUpload) =>
  inTenant(ctx, viewer, async (tx) => {
    const document = await requireVisibleDocument(tx, viewer, id, { lock: true })
    const version = await appendVersion(tx, viewer.memberId, document, file)
    await publishDocumentFrame(tx, 'document.changed', document)
    tx.audit({ act: 'document.version_added', kind: 'document', id, data: { name: document.name, version } })
    return await documentFor(tx, id)
  })

/** As a new version of the same content: what came in between stays in the history. */
export const restoreOld = (ctx: Context, viewer: Viewer, id: DocumentId, number: number) =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const document = await requireVisibleDocument(tx, viewer, id, { lock: true })
    const old = await findVersion(db, tenantId, id, number)
    if (!old) throw notFound('This version')
    if (!old.blob_sha256)
      throw conflict('not_clean', 'This version can’t be restored because it didn’t pass the virus check')
    if (number !== document.current_version) {
      const object_key = `tenants/${tenantId}/${old.blob_sha256.toString('hex')}`
      const { name, size: bytes, media_type } = old
      const file = { name, bytes, media_type, sha256: old.blob_sha256, object_key, clean: true }
      const version = await appendVersion(tx, viewer.memberId, document, file, number)
      await publishDocumentFrame(tx, 'document.changed', document)
      const data = { name: document.name, version, restored: number }
      tx.audit({ act: 'document.version_restored', kind: 'document', id, data })
    }
    return await detailFor(tx, viewer, await requireVisibleDocument(tx, viewer, id))
  })

/** What failed of the newest version is waited for again; what is done is left alone. */
export const retry = (ctx: Context, viewer: Viewer, id: DocumentId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const document = await requireVisibleDocument(tx, viewer, id, { lock: true })
    const version = await lockVersion(db, tenantId, id, document.version_count)
    if (!version) throw notFound('The document')
    const failed = STEPS.filter((step) => version[step] === 'failed')
    if (version.state === 'clean' && failed.length > 0) {
      const tries = version.tries + 1
      await changeVersion(db, tenantId, id, version.number, {
        ...Object.fromEntries(failed.map((step) => [step, 'waiting'])),
        tries,
      })
      startProcessing(tx, { documentId: id, number: version.number, tries })
      await publishDocumentFrame(tx, 'document.changed', document)
    }
    return await documentFor(tx, id)
  })
