import { buffer } from 'node:stream/consumers'
import type { ReportId, ReportRunId } from '@throughline/contracts/ids'
import { REPORT_LIMITS, ReportColumn, type ReportFormat } from '@throughline/contracts/reports'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { attachment } from '../../core/storage/file-name.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { writeFile } from './files/write-file.ts'
import { texts } from './report-texts.ts'
import { inPageTurn } from './report-turns.ts'
import { fitsSheet } from './report-wire.ts'
import { requireReport } from './reports.service.ts'
import { BLOCK_ROWS, cellsOf, readRows } from './run/row-blocks.ts'
import { fileOf, findLastRun, findRun, type RunRow } from './runs.queries.ts'

/** Which answer is meant: that of one run, or the last one. */
interface AnswerRef {
  id: ReportId
  runId: ReportRunId | undefined
}

/** A run opens for its own person only: row security answers nobody else's. */
async function requireAnswer(
  ctx: Context,
  viewer: Viewer,
  { id, runId }: AnswerRef,
): Promise<{ title: string; run: RunRow }> {
  const { title, run } = await readTenant(ctx, viewer, async ({ db, tenantId }) => {
    const row = await requireReport(db, tenantId, id)
    if (runId === undefined)
      return {
        title: row.title,
        run: await findLastRun(db, tenantId, { report_id: id, member_id: viewer.memberId }),
      }
    const named = await findRun(db, tenantId, runId)
    if (named?.report_id !== id || named.member_id !== viewer.memberId) throw notFound('The run')
    return { title: row.title, run: named }
  })
  if (!run) throw conflict('report_not_run', texts.notRun)
  if (run.state !== 'completed')
    throw conflict('report_not_ready', run.state === 'failed' ? texts.failed : texts.notReady)
  return { title, run }
}

/** As of the first rows that are tried: more is no page that anybody can read. */
const MAX_PAGE_BYTES = 4_194_304

const columnsIn = ({ columns }: RunRow) => z.parse(z.array(ReportColumn), columns)

export async function rowsOnPage(
  ctx: Context,
  storage: Storage,
  viewer: Viewer,
  { page, ...ref }: AnswerRef & { page: number },
) {
  const { run } = await requireAnswer(ctx, viewer, ref)
  const first = (page - 1) * REPORT_LIMITS.rows_a_page
  const block = Math.floor(first / BLOCK_ROWS)
  const end = run.blocks[block]
  const data = { run_id: run.id, columns: columnsIn(run), page, count: run.row_count }
  if (end === undefined) return { data: { ...data, rows: [] } }
  const range = { start: block === 0 ? 0 : (run.blocks[block - 1] ?? 0), end: end - 1 }
  // A block may be 32 MB: few of them are in memory at a time.
  const rows = await inPageTurn(viewer, async () => {
    const { stream } = await storage.exports.read({ tenantId: viewer.tenantId, id: fileOf(run) }, range)
    const found = await readRows(await buffer(stream), first % BLOCK_ROWS, REPORT_LIMITS.rows_a_page)
    if (found.reduce((bytes, row) => bytes + row.length, 0) > MAX_PAGE_BYTES)
      throw conflict('rows_too_long', texts.longPage)
    return found.map((row) => cellsOf(row.toString('utf8')))
  })
  return { data: { ...data, rows } }
}

const MEDIA = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** The whole answer, written as it is read. */
export async function sendFile(
  ctx: Context,
  storage: Storage,
  viewer: Viewer,
  { format, reply, ...ref }: AnswerRef & { format: z.infer<typeof ReportFormat>; reply: FastifyReply },
) {
  const { title, run } = await requireAnswer(ctx, viewer, ref)
  if (format === 'xlsx' && !fitsSheet(run)) throw conflict('cell_too_long', texts.longCells)
  const { tenantId } = viewer
  const { stream } = await storage.exports.read({ tenantId, id: fileOf(run) })
  const file = writeFile({ tenantId, format, columns: columnsIn(run), rowCount: run.row_count }, stream)
  try {
    await inTenant(ctx, viewer, async (tx) =>
      tx.audit({ act: 'report.exported', kind: 'report', id: run.report_id, data: { name: title } }),
    )
  } catch (error) {
    file.destroy()
    throw error
  }
  reply.type(MEDIA[format])
  reply.headers({
    'content-disposition': attachment(`${title}-${run.created_at.toISOString().slice(0, 10)}.${format}`),
    'cache-control': 'no-store',
  })
  return file
}
