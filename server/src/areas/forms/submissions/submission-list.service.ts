import type { Made, Query } from '@throughline/contracts/endpoint'
import { type listSubmissions, SubmissionState } from '@throughline/contracts/form-submissions'
import type { FormId } from '@throughline/contracts/ids'
import { Json } from '@throughline/contracts/json'
import { InstanceStatus } from '@throughline/contracts/running'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { cursorsOf } from '../../../core/db/cursor.ts'
import { foldWord } from '../../../core/db/fold-word.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { ActingMember } from '../../../core/http/viewer.ts'
import { instanceKey } from '../../instances/instances.public.ts'
import { reasonText } from '../../starts/starts.public.ts'
import { type Visibility, visibleTo } from '../../workflows/workflows.public.ts'
import { requireVisibleForm } from '../opened.ts'
import { shownReceipt } from '../receipt.ts'
import { submissionCounts } from '../submission-count.ts'
import { columnsWire } from './columns.ts'
import { stateCounts } from './submission-state.ts'
import {
  fileNames,
  findByReceipt,
  type Place,
  type StoredStart,
  type StoredSubmission,
  scanSubmissions,
  scanWords,
  startsOf,
  submissionsById,
} from './submissions.queries.ts'

const SORT = 'submissions'
/** Rows looked at for a page of a search: words that match and are not wanted are passed over. */
const MOST_SCANNED = 1_000
/** Read at a time, however short the page. */
const SCAN_LOT = 200
const RECEIPT = /^[A-Z0-9]{4}-?[A-Z0-9]{4}$/

const Answers = z.record(z.string(), Json)
type Row = Made<typeof listSubmissions>['data'][number]
type SubmissionQuery = Query<typeof listSubmissions>

const readAnswers = (stored: unknown): Record<string, z.infer<typeof Json>> => z.parse(Answers, stored)

/** As it is stored: without the stroke that makes it easier to read. */
const plainReceipt = (text: string): string => text.toUpperCase().replace('-', '')

function startWire(start: StoredStart, visible: Visibility): Row['starts'][number] {
  const { instance_id: id, number, prefix, status } = start
  const isSeen = visible.canSee(start.workflow_id)
  const state = start.state === 'started' || start.state === 'held' ? start.state : 'not_started'
  return {
    workflow: isSeen ? { id: start.workflow_id, name: start.name, prefix } : null,
    state,
    instance:
      isSeen && id && number !== null
        ? {
            id,
            key: instanceKey({ prefix, number }),
            name: start.instance_name ?? '',
            status: z.parse(InstanceStatus, status),
          }
        : null,
    reason: isSeen && state === 'not_started' ? reasonText(start.reason) : null,
    at: start.at.toISOString(),
  }
}

/** Files are told by their names. */
function shownAnswers(stored: unknown, names: ReadonlyMap<string, string>): Record<string, z.infer<typeof Json>> {
  const shown = Object.entries(readAnswers(stored)).map(([id, value]) => {
    const files = Array.isArray(value)
      ? value.flatMap((one) => (typeof one === 'string' ? names.get(one) : undefined) ?? [])
      : []
    return [id, files.length > 0 ? files : value] as const
  })
  return Object.fromEntries(shown)
}

export interface RowParts {
  starts: readonly StoredStart[]
  names: ReadonlyMap<string, string>
  visible: Visibility
}

export async function partsOf(
  { db, tenantId }: ReadTx,
  ids: readonly string[],
  visible: Visibility,
): Promise<RowParts> {
  const starts = await startsOf(db, tenantId, ids, visible)
  return { starts, names: await fileNames(db, tenantId, ids), visible }
}

export function rowWire(row: StoredSubmission, { starts, names, visible }: RowParts): Row {
  return {
    id: row.id,
    receipt: shownReceipt(row.receipt),
    received_at: row.received_at.toISOString(),
    state: z.parse(SubmissionState, row.state),
    version: row.version,
    answers: shownAnswers(row.answers, names),
    file_count: row.file_count,
    starts: starts.filter(({ submission_id }) => submission_id === row.id).map((start) => startWire(start, visible)),
  }
}

async function rowsOnWire(tx: ReadTx, ids: readonly string[], visible: Visibility): Promise<Row[]> {
  const rows = new Map((await submissionsById(tx.db, tx.tenantId, ids)).map((row) => [row.id, row]))
  const parts = await partsOf(tx, ids, visible)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [rowWire(row, parts)] : []
  })
}

interface Found {
  ids: string[]
  end: Place | undefined
}

async function search(tx: ReadTx, formId: FormId, asked: SubmissionQuery, after: Place | undefined): Promise<Found> {
  const { db, tenantId } = tx
  const text = asked.search ?? ''
  if (RECEIPT.test(text.toUpperCase())) {
    const found = await findByReceipt(db, tenantId, formId, plainReceipt(text), asked)
    if (found) return { ids: found.isWanted ? [found.id] : [], end: undefined }
  }
  const word = await foldWord(db, text)
  const ids: string[] = []
  let place = after
  for (let looked = 0; looked < MOST_SCANNED; looked += SCAN_LOT) {
    const rows = await scanWords(db, tenantId, formId, word, asked, place, SCAN_LOT)
    for (const { key, id, isWanted } of rows) {
      place = { key, id }
      if (isWanted) ids.push(id)
      if (ids.length === asked.limit) return { ids, end: place }
    }
    if (rows.length < SCAN_LOT) return { ids, end: undefined }
  }
  return { ids, end: place }
}

async function scan(tx: ReadTx, formId: FormId, asked: SubmissionQuery, after: Place | undefined): Promise<Found> {
  const rows = await scanSubmissions(tx.db, tx.tenantId, formId, asked, after, asked.limit + 1)
  const page = rows.slice(0, asked.limit)
  return { ids: page.map(({ id }) => id), end: rows.length > asked.limit ? page.at(-1) : undefined }
}

async function rowsIn(tx: ReadTx, ctx: Context, viewer: ActingMember, formId: FormId, asked: SubmissionQuery) {
  await requireVisibleForm(tx, viewer, formId)
  const visible = await visibleTo(tx, viewer)
  const { cursor, limit: _, ...filter } = asked
  const cursors = cursorsOf(ctx, tx.tenantId, SORT, { formId, ...filter })
  const after = cursors.decodePosition(cursor)
  const { ids, end } = await (asked.search ? search : scan)(tx, formId, asked, after)
  return {
    data: await rowsOnWire(tx, ids, visible),
    pagination: { next_cursor: end ? cursors.encode([end.key, end.id]) : null },
  }
}

/** Without what stands around them: an export reads thousands of pages. */
export const submissionRows = (ctx: Context, viewer: ActingMember, formId: FormId, asked: SubmissionQuery) =>
  readTenant(ctx, viewer, (tx) => rowsIn(tx, ctx, viewer, formId, asked))

export const submissionsPage = (
  ctx: Context,
  viewer: ActingMember,
  formId: FormId,
  asked: SubmissionQuery,
): Promise<Made<typeof listSubmissions>> =>
  readTenant(ctx, viewer, async (tx) => {
    const rows = await rowsIn(tx, ctx, viewer, formId, asked)
    const { running, finished, not_started, held } = await stateCounts(tx, formId)
    const all = (await submissionCounts(tx, [formId])).get(formId) ?? 0
    const columns = await columnsWire(tx, formId)
    return { ...rows, columns, counts: { all, running, finished, not_started, held } }
  })
