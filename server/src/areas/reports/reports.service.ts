import type { Body, Query } from '@throughline/contracts/endpoint'
import { CODES } from '@throughline/contracts/errors'
import type { ReportId } from '@throughline/contracts/ids'
import type {
  changeReport,
  generateReport,
  listReports,
  ReportProblem,
  runReport,
} from '@throughline/contracts/reports'
import { ReportParameter } from '@throughline/contracts/reports'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, conflict, notFound, notYours, staleVersion } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { passGate } from './gate/gate.ts'
import { texts } from './report-texts.ts'
import { viewNames } from './report-views.ts'
import { openedOnWire, reportsOnWire, runsOnWire } from './report-wire.ts'
import {
  countReports,
  findReport,
  insertReport,
  type ReportRow,
  reportsOnPage,
  setTrashed,
  updateReport,
} from './reports.queries.ts'
import { answerBytes, countRunning, insertRun, markStopped } from './runs.queries.ts'

/** As many as a person may have under way. */
const MAX_RUNNING = 5
/** As much as the answers of an organization may hold. One that begins below it may end above. */
const MAX_ANSWER_BYTES = 20_000_000_000

export const listPage = (ctx: Context, viewer: Viewer, { page, page_size, q = '' }: Query<typeof listReports>) =>
  readTenant(ctx, viewer, async (tx) => {
    const rows = await reportsOnPage(tx.db, tx.tenantId, q, page, page_size)
    const data = await reportsOnWire(tx, viewer.memberId, rows)
    return { status: 'success' as const, data, page, page_size, count: await countReports(tx.db, tx.tenantId, q) }
  })

export async function requireReport(
  db: Db,
  tenantId: string,
  id: ReportId,
  { trashed = false } = {},
): Promise<ReportRow> {
  const row = await findReport(db, tenantId, id)
  if (!row || (row.deleted_at !== null) !== trashed) throw notFound('The report')
  return row
}

/** Everybody reads and runs them; they are changed by their author, owners and admins. */
function requireOwn({ memberId, user }: Viewer, { created_by }: ReportRow): void {
  if (created_by !== memberId && !user.is_admin) throw notYours(texts.notYours)
}

const placeText = ({ line, column }: ReportProblem) => (line === undefined ? '' : `Line ${line}, column ${column}: `)

/** A query that the gate refuses is not kept. */
async function requireAllowed(ctx: Context, query: string, parameters: readonly ReportParameter[]): Promise<void> {
  const answer = await passGate({ query, parameters, views: await viewNames(ctx) })
  if (answer.ok) return
  const { message, hint } = answer.problem
  throw new AppError(422, CODES.invalid, message, {
    ...(hint && { detail: hint }),
    errors: [{ path: 'query_params.query', message: `${placeText(answer.problem)}${message}` }],
  })
}

interface RunRequest {
  query: string
  parameters: readonly ReportParameter[]
  background: boolean
}

async function startRun(tx: TenantTx, { memberId }: Viewer, report: ReportRow, request: RunRequest): Promise<void> {
  const { db, tenantId } = tx
  if ((await countRunning(db, tenantId, memberId)) >= MAX_RUNNING)
    throw conflict('reports_running', texts.tooMany(MAX_RUNNING))
  if ((await answerBytes(db)) >= MAX_ANSWER_BYTES) throw conflict('reports_full', texts.full)
  await insertRun(db, tenantId, { report_id: report.id, member_id: memberId, ...request })
  tx.poke(tenantId, { workflow: 'runReports', workflowId: `reports:${tenantId}`, args: { tenantId } })
  tx.emit({ type: 'report.running', kind: 'report', id: report.id, to: [memberId] })
}

export async function createReport(ctx: Context, viewer: Viewer, body: Body<typeof generateReport>) {
  const { query, parameters } = body.query_params
  await requireAllowed(ctx, query, parameters)
  return inTenant(ctx, viewer, async (tx) => {
    const { title, description, background } = body
    const row = await insertReport(tx.db, tx.tenantId, {
      title,
      description,
      query,
      parameters,
      created_by: viewer.memberId,
    })
    await startRun(tx, viewer, row, { query, parameters, background })
    tx.audit({ act: 'report.created', kind: 'report', id: row.id, data: { name: title } })
    tx.emit({ type: 'report.created', kind: 'report', id: row.id })
    return openedOnWire(tx, viewer.memberId, row)
  })
}

export const openReport = (ctx: Context, viewer: Viewer, id: ReportId) =>
  readTenant(ctx, viewer, async (tx) => openedOnWire(tx, viewer.memberId, await requireReport(tx.db, tx.tenantId, id)))

export const listRuns = (ctx: Context, viewer: Viewer, id: ReportId) =>
  readTenant(ctx, viewer, async (tx) => {
    const row = await requireReport(tx.db, tx.tenantId, id)
    return { data: await runsOnWire(tx, viewer.memberId, row) }
  })

export async function editReport(
  ctx: Context,
  viewer: Viewer,
  id: ReportId,
  { version, ...change }: Body<typeof changeReport>,
) {
  const before = await readTenant(ctx, viewer, ({ db, tenantId }) => requireReport(db, tenantId, id))
  requireOwn(viewer, before)
  const parameters = change.parameters ?? z.parse(z.array(ReportParameter), before.parameters)
  if (change.query !== undefined || change.parameters !== undefined)
    await requireAllowed(ctx, change.query ?? before.query, parameters)
  return inTenant(ctx, viewer, async (tx) => {
    await requireReport(tx.db, tx.tenantId, id)
    const row = await updateReport(tx.db, tx.tenantId, id, version, change)
    if (!row) throw staleVersion()
    tx.audit({ act: 'report.changed', kind: 'report', id, data: { name: row.title } })
    tx.emit({ type: 'report.changed', kind: 'report', id })
    return openedOnWire(tx, viewer.memberId, row)
  })
}

/** As the viewer, with the values they gave; the report keeps its own. */
export async function startReport(
  ctx: Context,
  viewer: Viewer,
  id: ReportId,
  { parameters, background }: Body<typeof runReport>,
) {
  const row = await readTenant(ctx, viewer, ({ db, tenantId }) => requireReport(db, tenantId, id))
  const given = parameters ?? z.parse(z.array(ReportParameter), row.parameters)
  await requireAllowed(ctx, row.query, given)
  return inTenant(ctx, viewer, async (tx) => {
    await startRun(tx, viewer, row, { query: row.query, parameters: given, background })
    return openedOnWire(tx, viewer.memberId, row)
  })
}

export const endReport = (ctx: Context, viewer: Viewer, id: ReportId) =>
  inTenant(ctx, viewer, async (tx) => {
    const row = await requireReport(tx.db, tx.tenantId, id)
    await markStopped(tx.db, tx.tenantId, viewer.memberId, id)
    return openedOnWire(tx, viewer.memberId, row)
  })

export const trashReport = (ctx: Context, viewer: Viewer, id: ReportId) =>
  inTenant(ctx, viewer, async (tx) => {
    const row = await requireReport(tx.db, tx.tenantId, id)
    requireOwn(viewer, row)
    // Nobody could stop it afterwards.
    await markStopped(tx.db, tx.tenantId, viewer.memberId, id)
    await setTrashed(tx.db, tx.tenantId, id, viewer.memberId)
    tx.audit({ act: 'report.deleted', kind: 'report', id, data: { name: row.title } })
    tx.emit({ type: 'report.deleted', kind: 'report', id })
    return { success: true as const }
  })

export const untrashReport = (ctx: Context, viewer: Viewer, id: ReportId) =>
  inTenant(ctx, viewer, async (tx) => {
    const row = await requireReport(tx.db, tx.tenantId, id, { trashed: true })
    requireOwn(viewer, row)
    await setTrashed(tx.db, tx.tenantId, id, null)
    tx.audit({ act: 'report.restored', kind: 'report', id, data: { name: row.title } })
    tx.emit({ type: 'report.restored', kind: 'report', id })
    return openedOnWire(tx, viewer.memberId, { ...row, deleted_at: null, version: row.version + 1 })
  })
