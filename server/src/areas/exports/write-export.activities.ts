import { type ExportParts, type ExportRef, failExport, writeExport } from './write-export.ts'

export const createExportActivities = (parts: ExportParts) => ({
  writeExport: (ref: ExportRef): Promise<void> => writeExport(parts, ref),
  failExport: (ref: ExportRef): Promise<void> => failExport(parts, ref),
})

export type ExportActivities = ReturnType<typeof createExportActivities>
