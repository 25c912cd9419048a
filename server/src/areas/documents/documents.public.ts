/** What other areas may use of this one. */

export { fileUrl } from './attachments.service.ts'
export { requireVisibleDocument } from './document-visibility.ts'
export { audienceOfDocument, type DocumentVisibility, placeOfDocument, publishDocumentFrame } from './publish-frames.ts'
