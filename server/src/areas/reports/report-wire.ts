import type { OpenedReport, Report, ReportRun } from '@throughline/contracts/reports'
import {
  REPORT_LIMITS,
  ReportColumn,
  ReportParameter,
  ReportProblem,
  ReportStatus,
} from '@throughline/contracts/reports'
import * as z from 'zod/mini'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { peopleOf, personOf } from '../instances/instances.public.ts'
import { MAX_CELL } from './files/xlsx-file.ts'
import type { ReportRow } from './reports.queries.ts'
import { type ListedRun, lastRuns, runsBefore, runsOf, type ShownRun } from './runs.queries.ts'

type ReportWire = z.input<typeof Report>
type OpenedWire = z.input<typeof OpenedReport>
type RunWire = z.input<typeof ReportRun>

const time = (date: Date | null) => date?.toISOString() ?? null

const problemOf = (run: ListedRun | undefined) => (run?.problem == null ? null : z.parse(ReportProblem, run.problem))

export const fitsSheet = ({ longest_cell }: ListedRun): boolean => longest_cell <= MAX_CELL

function runOnWire(run: ShownRun, query: string, before: number): RunWire {
  return {
    id: run.id,
    status: z.parse(ReportStatus, run.state),
    problem: problemOf(run),
    row_count: run.row_count,
    xlsx: fitsSheet(run),
    columns: z.parse(z.array(ReportColumn), run.columns),
    parameters: z.parse(z.array(ReportParameter), run.parameters),
    stale: run.query !== query,
    background: run.background,
    queue_position: run.started_at === null ? before : 0,
    created_at: run.created_at.toISOString(),
    started_at: time(run.started_at),
    finished_at: time(run.finished_at),
    expires_at: run.expires_at.toISOString(),
  }
}

/** How far a run is that has no answer yet. */
function progressOf(run: ListedRun | undefined): ReportWire['progress'] {
  if (run?.state !== 'processing') return null
  const seconds = run.background ? REPORT_LIMITS.file_seconds : REPORT_LIMITS.page_seconds
  return { row_count: run.row_count, started_at: time(run.started_at), seconds }
}

/** Reports with the last run that a member had of each. */
export async function reportsOnWire(tx: ReadTx, memberId: string, rows: readonly ReportRow[]): Promise<ReportWire[]> {
  const runs = await lastRuns(
    tx.db,
    tx.tenantId,
    memberId,
    rows.map(({ id }) => id),
  )
  const people = await peopleOf(
    tx,
    rows.map(({ created_by }) => created_by),
  )
  return rows.map((row) => {
    const run = runs.find(({ report_id }) => report_id === row.id)
    return {
      id: row.id,
      title: row.title,
      description: row.description,
      created_at: row.created_at.toISOString(),
      created_by: personOf(people, row.created_by),
      status: run ? z.parse(ReportStatus, run.state) : 'completed',
      row_count: run?.state === 'completed' ? run.row_count : null,
      xlsx: run === undefined || fitsSheet(run),
      file_url: `/reports/${row.id}`,
      problem: problemOf(run)?.message ?? null,
      progress: progressOf(run),
      version: row.version,
    }
  })
}

export async function openedOnWire(tx: ReadTx, memberId: string, row: ReportRow): Promise<OpenedWire> {
  const [report] = await reportsOnWire(tx, memberId, [row])
  if (!report) throw new Error('a report has one shape')
  const [run] = await runsOf(tx.db, tx.tenantId, { report_id: row.id, member_id: memberId }, 1)
  const before = run?.state === 'processing' ? await runsBefore(tx.db, run.id) : 0
  return {
    ...report,
    query: row.query,
    parameters: z.parse(z.array(ReportParameter), row.parameters),
    run: run ? runOnWire(run, row.query, before) : null,
  }
}

/** The last runs of one member; their places in the queue only matter for the newest. */
export const runsOnWire = async (tx: ReadTx, memberId: string, { id, query }: ReportRow): Promise<RunWire[]> =>
  (await runsOf(tx.db, tx.tenantId, { report_id: id, member_id: memberId })).map((run) => runOnWire(run, query, 0))
