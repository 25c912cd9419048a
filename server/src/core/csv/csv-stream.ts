import { pipeline, type Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/**
 * The one way a CSV file is made. A value that a spreadsheet would run as a formula gets an apostrophe before it; the
 * mark at the beginning tells the spreadsheet that it is UTF-8.
 */
export function csvStream(
  columns: Readonly<Record<string, string>>,
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
): Readable {
  const csv = stringify({ bom: true, header: true, columns, escape_formulas: true, record_delimiter: 'windows' })
  // Whoever reads is told of a failure by the stream itself; whoever leaves ends the reading of rows.
  pipeline(rows, csv, () => undefined)
  return csv
}
