import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { csvStream } from './csv-stream.ts'

interface Page<Row> {
  data: readonly Row[]
  pagination: { next_cursor: string | null }
}

/** Each page is a transaction of its own, so that a slow reader holds nothing open. */
export async function* rowsOfPages<Row>(read: (cursor: string | undefined) => Promise<Page<Row>>) {
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    yield* page.data
    cursor = page.pagination.next_cursor ?? undefined
  } while (cursor !== undefined)
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
