import * as acts from '@throughline/contracts/document-acts'
import { previewDocument } from '@throughline/contracts/document-preview'
import * as uploads from '@throughline/contracts/document-uploads'
import * as documents from '@throughline/contracts/documents'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { Mount } from '../../core/http/call.ts'
import { storageOf } from '../../core/storage/quota.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { quarantined } from '../../core/storage/stored-uploads.ts'
import { attachmentRoutes } from './attachments.routes.ts'
import { bulk } from './bulk.service.ts'
import { decide } from './decisions.service.ts'
import { detailOf } from './detail.service.ts'
import { edit, purge, remove, restore } from './document-acts.service.ts'
import { documentsPage, groupsOf } from './list/document-list.service.ts'
import { previewOf } from './preview/preview.service.ts'
import { leadToFile, linkTo, sendLinked, sendThumbnail } from './serve.service.ts'
import { describedBy, describedByForm, upload, uploadAll } from './upload.service.ts'
import { begin, cancel, complete, listOwn, show, sign } from './uploads.service.ts'
import { addVersionTo, restoreOld, retry } from './version-acts.service.ts'
import { linkToZip, sendZip } from './zip/zip.service.ts'

function readingRoutes(on: Mount, storage: Storage) {
  on(documents.listDocuments, async ({ ctx, viewer, query, reply }) => {
    const { data, next } = await documentsPage(ctx, viewer, query)
    if (next) reply.header('x-next-cursor', next)
    return data
  })
  on(documents.groupDocuments, ({ ctx, viewer, query }) => groupsOf(ctx, viewer, query))
  on(documents.getStorage, ({ ctx, viewer }) => readTenant(ctx, viewer, storageOf))
  on(documents.getDocument, ({ ctx, viewer, params }) => detailOf(ctx, viewer, params.documentId))
  on(documents.downloadDocument, ({ ctx, viewer, params, query, reply }) =>
    leadToFile(ctx, viewer, params.documentId, query, reply),
  )
  on(documents.linkDocument, ({ ctx, viewer, params, query }) => linkTo(ctx, viewer, params.documentId, query))
  on(documents.documentThumbnail, ({ ctx, viewer, params, reply }) =>
    sendThumbnail(ctx, storage, viewer, params.documentId, reply),
  )
  on(previewDocument, ({ ctx, viewer, params, query }) =>
    previewOf(ctx, viewer, params.documentId, query.version_number),
  )
  on(documents.openLink, ({ ctx, query, request, reply }) => sendLinked(ctx, storage, query, request, reply))
  on(acts.zipDocuments, ({ ctx, viewer, body }) => linkToZip(ctx, viewer, body), { once: 'never' })
  on(documents.openZip, ({ ctx, query, reply }) => sendZip(ctx, storage, query, reply))
}

/** What is streamed through us waits in quarantine until the worker has had it scanned. */
function plainUploadRoutes(on: Mount) {
  on(uploads.addDocument, ({ ctx, viewer, body, files }) =>
    uploadAll(ctx, viewer, files.map(quarantined), describedBy(body)),
  )
  on(uploads.uploadDocument, ({ ctx, viewer, body, file }) =>
    upload(ctx, viewer, quarantined(file), describedByForm(body)),
  )
  on(uploads.addVersion, ({ ctx, viewer, params, file }) =>
    addVersionTo(ctx, viewer, params.documentId, quarantined(file)),
  )
}

/** They speak with the store between two transactions; a repeat begins another upload, or finds the same document. */
function resumableRoutes(on: Mount, storage: Storage) {
  const once = 'never'
  on(uploads.beginUpload, ({ ctx, viewer, body }) => begin(ctx, storage, viewer, body), { once })
  on(uploads.listUploads, ({ ctx, viewer }) => listOwn(ctx, viewer))
  on(uploads.getUpload, ({ ctx, viewer, params }) => show(ctx, storage, viewer, params.uploadId))
  on(uploads.signParts, ({ ctx, viewer, params, body }) => sign(ctx, storage, viewer, params.uploadId, body), { once })
  on(uploads.completeUpload, ({ ctx, viewer, params, body }) => complete(ctx, storage, viewer, params.uploadId, body), {
    once,
  })
  on(uploads.cancelUpload, ({ ctx, viewer, params }) => cancel(ctx, storage, viewer, params.uploadId), { once })
}

function actRoutes(on: Mount) {
  on(acts.bulkDocuments, ({ ctx, viewer, body }) => bulk(ctx, viewer, body), { once: 'never' })
  on(acts.editDocument, ({ ctx, viewer, params, body }) => edit(ctx, viewer, params.documentId, body))
  on(acts.removeDocument, ({ ctx, viewer, params }) => remove(ctx, viewer, params.documentId))
  on(acts.restoreDocument, ({ ctx, viewer, params }) => restore(ctx, viewer, params.documentId))
  on(acts.purgeDocument, ({ ctx, viewer, params }) => purge(ctx, viewer, params.documentId))
  on(acts.restoreVersion, ({ ctx, viewer, params }) => restoreOld(ctx, viewer, params.documentId, params.number))
  on(acts.retryProcessing, ({ ctx, viewer, params }) => retry(ctx, viewer, params.documentId))
  on(acts.decideDocument, ({ ctx, viewer, params, body }) => decide(ctx, viewer, params.documentId, body))
}

export const documentRoutes = (storage: Storage) => (on: Mount) => {
  readingRoutes(on, storage)
  plainUploadRoutes(on)
  resumableRoutes(on, storage)
  actRoutes(on)
  attachmentRoutes(storage)(on)
}
