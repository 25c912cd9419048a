import { Readable } from 'node:stream'
import { csvBytes } from '../../../core/csv/csv-bytes.ts'
import { CSV_MARK, csvLine } from '../../../core/csv/csv-line.ts'
import type { FileColumn } from './sheet-cell.ts'
import { wholeLines } from './whole-lines.ts'

async function* contents(columns: readonly FileColumn[], stored: Readable): AsyncGenerator<Buffer> {
  const numbers = columns.map(({ type }) => type === 'number')
  const names = columns.map(({ name }) => name)
  yield Buffer.from(CSV_MARK + csvLine(names, []))
  for await (const lines of wholeLines(stored)) yield csvBytes(lines, numbers)
}

/** Written as it is read, however many rows there are. */
export const csvFile = (columns: readonly FileColumn[], stored: Readable): Readable =>
  Readable.from(contents(columns, stored), { objectMode: false })
