import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { MemberId, TenantId } from '@throughline/contracts/ids'
import { isAdminRole } from '@throughline/contracts/permissions'
import { REPORT_LIMITS, type ReportColumn, ReportParameter, type ReportProblem } from '@throughline/contracts/reports'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { inReport, type ReportBinding } from '../../../core/db/in-report.ts'
import { inTenant, readTenantOnce } from '../../../core/db/in-tenant.ts'
import type { Scope } from '../../../core/db/tenant-tx.ts'
import { permissionsOf } from '../../../core/http/session.ts'
import { may } from '../../../core/http/viewer.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import { findMemberWithRole } from '../../exports/exports.public.ts'
import { databaseProblem } from '../database-problem.ts'
import { MAX_CELL } from '../files/xlsx-file.ts'
import type { CheckedQuery } from '../gate/check-query.ts'
import { passGate } from '../gate/gate.ts'
import { purgeOldRuns } from '../purge-reports.ts'
import { bindingTo } from '../report-binding.ts'
import { describeColumns, WRAPPED } from '../report-columns.ts'
import { texts } from '../report-texts.ts'
import { viewNames } from '../report-views.ts'
import {
  type AttemptRef,
  endRun,
  fileOf,
  findRun,
  markAttempt,
  markStarted,
  noteProgress,
  type RunRow,
} from '../runs.queries.ts'
import { CopyOut } from './copy-out.ts'
import { retryWhileAway, retryWhileFull } from './retry-while.ts'
import { BLOCK_ROWS, cellsOf, toBlocks } from './row-blocks.ts'

export interface RunParts {
  ctx: Context
  storage: Storage
  /** Of each run; without them, those of the product. */
  limits?: typeof limitsOf
}

export interface RunRef {
  tenantId: string
  runId: string
}

const PROGRESS_MS = 1_000
/** A block is held in memory when it is written, and when one of its pages is read. */
const MAX_BLOCK_BYTES = 32 * 1_048_576

/** A run, as the attempt that answers it has it. */
type Attempt = RunRow & AttemptRef & { isRepeat: boolean }

/** Why there is no answer, in words for the person: trying again would change nothing. */
class RunProblem extends Error {
  readonly problem: ReportProblem
  constructor(problem: ReportProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** What the member may see at this moment. */
export async function bindingOf(
  ctx: Context,
  scope: Scope,
  memberId: MemberId,
  seconds: number,
): Promise<ReportBinding> {
  const found = await readTenantOnce(ctx, scope, ({ db }) => findMemberWithRole(db, scope.tenantId, memberId))
  const permissions = new Set(found ? permissionsOf(found) : [])
  if (!found || !may({ permissions }, 'reports.run')) throw new RunProblem({ message: texts.noAccess })
  return bindingTo(ctx, scope, { memberId, user: { is_admin: isAdminRole(found.role_name) } }, seconds)
}

async function checkedQuery(ctx: Context, { query, parameters }: RunRow): Promise<CheckedQuery> {
  const given = z.parse(z.array(ReportParameter), parameters)
  const answer = await passGate({ query, parameters: given, views: await viewNames(ctx) })
  if (!answer.ok) throw new RunProblem(answer.problem)
  return answer.checked
}

interface Total {
  rows: number
  bytes: number
  /** Of the block that is being filled. */
  blockBytes: number
  longestCell: number
}

interface RunLimits {
  rows: number
  bytes: number
  seconds: number
  hint: string
}

export function limitsOf({ background }: Pick<RunRow, 'background'>): RunLimits {
  const { file_rows, file_bytes: bytes, file_seconds, page_rows, page_seconds } = REPORT_LIMITS
  return background
    ? { rows: file_rows, bytes, seconds: file_seconds, hint: texts.narrow }
    : { rows: page_rows, bytes, seconds: page_seconds, hint: texts.narrowOrFile }
}

async function* counted(batches: AsyncIterable<Buffer[]>, limits: RunLimits, total: Total): AsyncGenerator<Buffer[]> {
  const { rows: most, bytes, hint } = limits
  for await (const batch of batches) {
    if (total.rows + batch.length > most) throw new RunProblem({ message: texts.tooManyRows(most), hint })
    for (const row of batch) {
      if (total.rows % BLOCK_ROWS === 0) total.blockBytes = 0
      total.rows++
      total.bytes += row.length
      total.blockBytes += row.length
      if (total.blockBytes > MAX_BLOCK_BYTES)
        throw new RunProblem({ message: texts.longRows, hint: texts.fewerColumns })
      if (row.length > MAX_CELL)
        for (const cell of cellsOf(row.toString('utf8')))
          total.longestCell = Math.max(total.longestCell, cell?.length ?? 0)
    }
    if (total.bytes > bytes) throw new RunProblem({ message: texts.tooLarge, hint: texts.narrow })
    yield batch
  }
}

/** Once a second tells the person's pages how far it is, and ends the work where they stopped it. */
async function keepTelling(
  { ctx }: RunParts,
  scope: Scope,
  run: Attempt,
  total: Total,
  ended: AbortController,
): Promise<void> {
  while (!ended.signal.aborted) {
    await wait(PROGRESS_MS, undefined, { signal: ended.signal }).catch(() => undefined)
    if (ended.signal.aborted) return
    const isStopped = await inTenant(ctx, scope, ({ db }) => noteProgress(db, scope.tenantId, run, total.rows))
    if (isStopped) throw new RunProblem({ message: texts.stopped })
    ctx.publish({
      kind: 'live',
      tenantId: scope.tenantId,
      frames: [{ type: 'report.running', id: run.report_id, to: [run.member_id] }],
    })
  }
}

interface Answer {
  columns: ReportColumn[]
  blocks: number[]
  total: Total
}

async function answer(parts: RunParts, scope: Scope, run: Attempt): Promise<Answer> {
  const { ctx, storage } = parts
  const { tenantId } = scope
  const limits = (parts.limits ?? limitsOf)(run)
  const { seconds } = limits
  const checked = await checkedQuery(ctx, run)
  const blocks: number[] = []
  const total: Total = { rows: 0, bytes: 0, blockBytes: 0, longestCell: 0 }
  const ended = new AbortController()
  const explain = (error: unknown, before: number) => {
    const problem = databaseProblem(error, run.query, checked, { before, seconds, background: run.background })
    return problem ? new RunProblem(problem) : error
  }
  const stream = async () => {
    const binding = await bindingOf(ctx, scope, MemberId.parse(run.member_id), seconds)
    return inReport(ctx, binding, async (client) => {
      await inTenant(ctx, scope, ({ db }) => markStarted(db, tenantId, run))
      const columns = await describeColumns(client, checked).catch((error: unknown) => {
        throw explain(error, WRAPPED.length)
      })
      const copy = client.query(new CopyOut(checked.sql))
      const stored = storage.exports
        .put({ tenantId, id: run.attempt }, toBlocks(counted(copy.batches(), limits, total), blocks))
        .finally(() => ended.abort())
      try {
        await Promise.race([stored, keepTelling(parts, scope, run, total, ended).then(() => stored)])
      } catch (error) {
        ended.abort()
        // Once, the database may have been away. A query that ends its process again would do so every time.
        const isTooLarge = run.isRepeat && copy.isLost
        // What still waits for rows is told that none come.
        copy.handleError(new Error('the report was ended'))
        await stored.catch(() => undefined)
        throw isTooLarge
          ? new RunProblem({ message: texts.tooMuchRoom, hint: texts.narrow })
          : explain(error, CopyOut.before)
      }
      return { columns, blocks, total }
    })
  }
  return retryWhileFull(stream, async () => {
    const isStopped = await inTenant(ctx, scope, ({ db }) => noteProgress(db, tenantId, run, 0))
    if (isStopped) throw new RunProblem({ message: texts.stopped })
  })
}

/**
 * Answers one run. A repeat after a crash begins anew, with a file of its own: the worker before may only have been cut
 * off, and still be writing.
 */
export async function runReport(parts: RunParts, ref: RunRef): Promise<void> {
  const { ctx, storage } = parts
  const scope = { tenantId: TenantId.parse(ref.tenantId) }
  const found = await readTenantOnce(ctx, scope, ({ db }) => findRun(db, ref.tenantId, ref.runId))
  if (found?.state !== 'processing') return
  if (found.stopped) return failRun(parts, ref, { message: texts.stopped })
  const run: Attempt = { ...found, attempt: randomUUID(), isRepeat: found.attempt !== null }
  await inTenant(ctx, scope, ({ db }) => markAttempt(db, ref.tenantId, run))
  if (found.attempt !== null) await storage.exports.remove({ ...scope, id: found.attempt })
  try {
    const { columns, blocks, total } = await answer(parts, scope, run)
    const isKept = await inTenant(ctx, scope, async (tx) => {
      const outcome = { row_count: total.rows, longest_cell: total.longestCell, blocks, columns }
      const done = await endRun(tx.db, ref.tenantId, run, { state: 'completed', ...outcome })
      if (done) tx.emit({ type: 'report.completed', kind: 'report', id: done.report_id, to: [done.member_id] })
      return done !== undefined
    })
    if (!isKept) await storage.exports.remove({ ...scope, id: run.attempt })
  } catch (error) {
    if (!(error instanceof RunProblem)) throw error
    const { problem } = error
    await retryWhileAway(() => failRun(parts, { ...ref, attempt: run.attempt }, problem))
  }
  await purgeOldRuns(ctx, storage, scope, run)
}

/** Ends a run without an answer, and says why. */
export async function failRun(
  { ctx, storage }: RunParts,
  { tenantId, runId, attempt }: RunRef & { attempt?: string },
  problem: ReportProblem,
): Promise<void> {
  const scope = { tenantId: TenantId.parse(tenantId) }
  const failed = await inTenant(ctx, scope, async (tx) => {
    const ended = await endRun(tx.db, tenantId, { id: runId, attempt }, { state: 'failed', problem })
    if (ended) tx.emit({ type: 'report.failed', kind: 'report', id: ended.report_id, to: [ended.member_id] })
    return ended
  })
  const file = failed ? fileOf(failed) : attempt
  if (file !== undefined) await storage.exports.remove({ ...scope, id: file })
}
