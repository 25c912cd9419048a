import type { Readable } from 'node:stream'
import type { ReportColumn, ReportFormat } from '@throughline/contracts/reports'
import type * as z from 'zod/mini'
import { besides } from '../../../core/confined/run-module.ts'
import { streamModule } from '../../../core/confined/stream-module.ts'
import { AppError } from '../../../core/errors.ts'
import { texts } from '../report-texts.ts'

/** Ten million rows take minutes of a processor; who reads nothing for a minute is gone. */
const LIMITS = { seconds: 1_800, megabytes: 512, stillSeconds: 60 }
/** As many as this process writes at a time, and of them as many of one organization. */
const MAX_FILES = 8
const MAX_OF_TENANT = 3
const RETRY_SECONDS = 10

const writing: string[] = []

export interface FileRequest {
  tenantId: string
  format: z.infer<typeof ReportFormat>
  columns: readonly ReportColumn[]
  rowCount: number
}

/** A stored answer as a file, written by a process of its own while it is read. */
export function writeFile({ tenantId, format, columns, rowCount }: FileRequest, stored: Readable): Readable {
  if (writing.length >= MAX_FILES || writing.filter((id) => id === tenantId).length >= MAX_OF_TENANT) {
    stored.destroy()
    throw new AppError(503, 'busy', texts.manyFiles, { retryAfter: RETRY_SECONDS })
  }
  writing.push(tenantId)
  const args = [format, String(rowCount), ...columns.map(({ type, name }) => `${type}:${name}`)]
  const file = streamModule(besides(import.meta.dirname, 'report-file.child'), args, stored, LIMITS)
  return file.once('close', () => writing.splice(writing.indexOf(tenantId), 1))
}
