import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { inTenant } from '../db/in-tenant.ts'
import type { Viewer } from '../http/viewer.ts'
import { csvStream } from './csv-stream.ts'

interface Page<Row> {
  data: readonly Row[]
  pagination: { next_cursor: string | null }
}

/** Read at a time; each page is a transaction of its own, so that a slow reader holds nothing open. */
const ROWS = 100

interface ExportedList<Row> {
  /** Of the file; the audit has it as `tasks.exported`. */
  name: string
  columns: Readonly<Record<string, string>>
  page: (at: { limit: number; cursor: string | undefined }) => Promise<Page<Row>>
  cellsOf: (row: Row) => Readonly<Record<string, unknown>>
}

async function* rowsOf<Row>({ page, cellsOf }: ExportedList<Row>) {
  let cursor: string | undefined
  do {
    const { data, pagination } = await page({ limit: ROWS, cursor })
    for (const row of data) yield cellsOf(row)
    cursor = pagination.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** What a list with the same filter shows, to its end. */
export async function exportList<Row>(
  ctx: Context,
  viewer: Viewer,
  reply: FastifyReply,
  list: ExportedList<Row>,
): Promise<Readable> {
  await inTenant(ctx, viewer, async (tx) =>
    tx.audit({ act: `${list.name}.exported`, kind: 'organization', id: tx.tenantId, data: {} }),
  )
  return answerCsv(reply, list.name, list.columns, rowsOf(list))
}

/** Answers with a file that the browser saves as `tasks-2026-11-17.csv`. */
export function answerCsv(
  reply: FastifyReply,
  name: string,
  columns: Readonly<Record<string, string>>,
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
): Readable {
  const file = `${name}-${new Date().toISOString().slice(0, 10)}.csv`
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${file}"`)
  return csvStream(columns, rows)
}
