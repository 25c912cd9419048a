import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ExportId } from './ids.ts'
import { instant } from './running.ts'

/** The code for a list that has too many rows to be streamed: it is prepared, and downloaded when it is ready. */
export const EXPORT_TOO_LARGE = 'export_too_large'

export const ExportState = z.enum(['preparing', 'ready', 'failed'])
export type ExportState = z.infer<typeof ExportState>

/** A CSV file that a job writes for one person. */
export const Export = z.object({
  id: ExportId,
  /** `tasks-2026-11-17.csv` */
  file_name: z.string(),
  state: ExportState,
  /** Once it is ready. */
  rows: z.nullable(z.number()),
  /** Why it failed. */
  problem: z.nullable(z.string()),
  created_at: instant,
  /** Until then it can be downloaded. */
  expires_at: instant,
})
export type Export = z.infer<typeof Export>

const exportParams = z.object({ exportId: ExportId })

export const getExport = endpoint({
  method: 'GET',
  path: '/v1/exports/:exportId/',
  summary: 'How far an export of one’s own is',
  access: 'workspace.read',
  rate: 'read',
  params: exportParams,
  response: Export,
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/v1/exports/:exportId/file/',
  summary: 'The file of an export of one’s own, for a week, as long as one may read the list',
  access: 'workspace.read',
  rate: 'upload',
  params: exportParams,
  binary: true,
  response: z.unknown(),
})
