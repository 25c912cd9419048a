import type { Body } from '@throughline/contracts/endpoint'
import { type previewReport, REPORT_LIMITS, type ReportProblem } from '@throughline/contracts/reports'
import type { Context } from '../../core/context.ts'
import { inReport } from '../../core/db/in-report.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { databaseProblem } from './database-problem.ts'
import type { CheckedQuery } from './gate/check-query.ts'
import { passGate } from './gate/gate.ts'
import { problemOf, Refusal } from './gate/refusal.ts'
import { bindingTo } from './report-binding.ts'
import { describeColumns, WRAPPED } from './report-columns.ts'
import { texts } from './report-texts.ts'
import { inQueryTurn } from './report-turns.ts'
import { viewNames } from './report-views.ts'
import { CopyOut } from './run/copy-out.ts'
import { cellsOf } from './run/row-blocks.ts'

const { preview_rows: MAX_ROWS, preview_seconds: seconds } = REPORT_LIMITS
/** Fifty rows of long texts would be more than anybody's page can hold. */
const MAX_BYTES = 4_194_304

const refused = (problem: ReportProblem, sent: boolean) => ({
  data: { problem, sent, columns: [], rows: [], more: false },
})

async function firstRows(ctx: Context, viewer: Viewer, checked: CheckedQuery) {
  const binding = await bindingTo(ctx, viewer, viewer, seconds)
  return inReport(ctx, binding, async (client) => {
    const columns = await describeColumns(client, checked)
    const rows: (string | null)[][] = []
    let bytes = 0
    const copy = client.query(new CopyOut(`${WRAPPED}${checked.sql}) q LIMIT ${MAX_ROWS + 1}`))
    for await (const batch of copy.batches())
      for (const row of batch) {
        bytes += row.length
        if (bytes > MAX_BYTES) throw new Refusal(texts.longPreview, undefined, texts.fewerColumns)
        rows.push(cellsOf(row.toString('utf8', 0, row.length - 1)))
      }
    return { columns, rows: rows.slice(0, MAX_ROWS), more: rows.length > MAX_ROWS }
  })
}

/** The first rows as the viewer, or what is wrong with the query. */
export async function previewQuery(ctx: Context, viewer: Viewer, { query, parameters }: Body<typeof previewReport>) {
  const answer = await passGate({ query, parameters, views: await viewNames(ctx) })
  if (!answer.ok) return refused(answer.problem, false)
  try {
    const found = await inQueryTurn(viewer, () => firstRows(ctx, viewer, answer.checked))
    return { data: { problem: null, sent: true, ...found } }
  } catch (error) {
    if (error instanceof Refusal) return refused(problemOf(query, error), true)
    // The database names a place when it first reads the query, which is when it is asked for the columns.
    const place = { before: WRAPPED.length, seconds, background: false }
    const problem = databaseProblem(error, query, answer.checked, place)
    if (!problem) throw error
    return refused(problem, true)
  }
}
