/** What other areas may use of this one. */

export { seenDocument } from './document-sight.ts'
export { type Told, tellDocumentPages, whoSeesDocument } from './tell-pages.ts'
