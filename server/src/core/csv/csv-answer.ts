import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { csvStream } from './csv-stream.ts'

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
