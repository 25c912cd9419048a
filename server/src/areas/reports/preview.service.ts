import type { Body } from '@throughline/contracts/endpoint'
import { type previewReport, REPORT_LIMITS, type ReportProblem } from '@throughline/contracts/reports'
import type { Context } from '../../core/context.ts'
import { inReport } from '../../core/db/in-report.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { databaseProblem } from './database-problem.ts'
import type { CheckedQuery } from './gate/check-query.ts'
import { passGate } from './gate/gate.ts'
import { columnsOf, WRAPPED } from './report-columns.ts'
import { viewNames } from './report-views.ts'

const { preview_rows: MAX_ROWS, preview_seconds: seconds } = REPORT_LIMITS

const refused = (problem: ReportProblem, sent: boolean) => ({
  data: { problem, sent, columns: [], rows: [], more: false },
})

async function firstRows(ctx: Context, viewer: Viewer, { sql }: CheckedQuery) {
  const visible = await readTenant(ctx, viewer, (tx) => visibleTo(tx, viewer))
  const binding = {
    scope: viewer,
    memberId: visible.seesAll ? null : viewer.memberId,
    hidden: [...visible.hidden, ...visible.hiddenForms],
    seconds,
  }
  return inReport(ctx, binding, async (client) => {
    // By the extended protocol, which takes one statement and no more; cells as PostgreSQL prints them.
    const asked = {
      text: `${WRAPPED}${sql}) q LIMIT ${MAX_ROWS + 1}`,
      queryMode: 'extended',
      rowMode: 'array' as const,
      types: { getTypeParser: () => (value: string) => value },
    }
    const { rows, fields } = await client.query<(string | null)[]>(asked)
    return { columns: columnsOf(fields), rows: rows.slice(0, MAX_ROWS), more: rows.length > MAX_ROWS }
  })
}

/** The first rows as the viewer, or what is wrong with the query. */
export async function previewQuery(ctx: Context, viewer: Viewer, { query, parameters }: Body<typeof previewReport>) {
  const answer = await passGate({ query, parameters, views: await viewNames(ctx) })
  if (!answer.ok) return refused(answer.problem, false)
  try {
    return { data: { problem: null, sent: true, ...(await firstRows(ctx, viewer, answer.checked)) } }
  } catch (error) {
    const place = { before: WRAPPED.length, seconds, background: false }
    const problem = databaseProblem(error, query, answer.checked, place)
    if (!problem) throw error
    return refused(problem, true)
  }
}
