import * as exported from '@throughline/contracts/exports'
import type { Mount } from '../../core/http/call.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { readExport, sendExport } from './exports.service.ts'

export const exportRoutes = (storage: Storage) => (on: Mount) => {
  on(exported.getExport, ({ ctx, viewer, params }) => readExport(ctx, viewer, params.exportId))
  on(exported.downloadExport, ({ ctx, viewer, params, reply }) =>
    sendExport(ctx, storage, viewer, params.exportId, reply),
  )
}
