import { Readable } from 'node:stream'
import type { ReportColumn } from '@throughline/contracts/reports'
import { CSV_MARK, csvLine } from '../../../core/csv/csv-line.ts'
import { rowsIn } from './row-lines.ts'

async function* contents(columns: readonly ReportColumn[], stored: Readable): AsyncGenerator<Buffer> {
  const numbers = columns.map(({ type }) => type === 'number')
  yield Buffer.from(
    CSV_MARK +
      csvLine(
        columns.map(({ name }) => name),
        [],
      ),
  )
  for await (const rows of rowsIn(stored)) {
    let text = ''
    for (const row of rows) text += csvLine(row, numbers)
    yield Buffer.from(text)
  }
}

export const csvFile = (columns: readonly ReportColumn[], stored: Readable): Readable =>
  Readable.from(contents(columns, stored), { objectMode: false })
