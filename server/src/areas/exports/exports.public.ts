/** What other areas may use of this one. */

export { findMemberWithRole } from './exports.queries.ts'
export { exportsAmong } from './exports.service.ts'
export type { ListExport } from './list-export.ts'
export { requestExport } from './request-export.service.ts'
export { streamExport } from './stream-export.service.ts'
