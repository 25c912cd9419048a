/** What other areas may use of this one. */

export { fileUrl } from './attachments.service.ts'
export { requireVisibleDocument } from './document-visibility.ts'
export { documentsOnWire } from './document-wire.ts'
export { dropDocuments } from './drop.service.ts'
export { bodiesOf, bodyKeysOf, recutTexts } from './processing/recut-texts.ts'
export { isScanned, OVERLAP } from './processing/text-parts.ts'
export { audienceOfDocument, type DocumentVisibility, placeOfDocument, publishDocumentFrame } from './publish-frames.ts'
export { purgeDocuments } from './purge-documents.ts'
export {
  giveToInstance,
  keepResponseFiles,
  lockResponseFiles,
  newDocumentIds,
} from './response-files.ts'
export {
  beginForResponse,
  completeForResponse,
  type ReadyUpload,
  type ResponseUploader,
  uploadsForResponse,
  useUpload,
} from './response-uploads.ts'
export { findServed as cleanContentOf } from './serve.queries.ts'
export { cancel as cancelUpload, show as showUpload, sign as signUploadParts } from './uploads.service.ts'
