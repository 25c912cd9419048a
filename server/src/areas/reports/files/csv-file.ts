import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { csvBytes } from '../../../core/csv/csv-bytes.ts'
import { CSV_MARK, csvLine } from '../../../core/csv/csv-line.ts'
import type { FileColumn } from './xlsx-file.ts'

const CHUNK_SIZE = 262_144
const LINE_FEED = 0x0a

async function* contents(columns: readonly FileColumn[], stored: Readable): AsyncGenerator<Buffer> {
  const numbers = columns.map(({ type }) => type === 'number')
  const names = columns.map(({ name }) => name)
  yield Buffer.from(CSV_MARK + csvLine(names, []))
  const plain = stored.pipe(createGunzip({ chunkSize: CHUNK_SIZE }))
  stored.on('error', (error) => plain.destroy(error))
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of plain) {
    const chunk: Buffer = piece
    const end = chunk.lastIndexOf(LINE_FEED) + 1
    if (end > 0) yield csvBytes(Buffer.concat([rest, chunk.subarray(0, end)]), numbers)
    rest = end > 0 ? Buffer.from(chunk.subarray(end)) : Buffer.concat([rest, chunk])
  }
}

/** Written as it is read, however many rows there are. */
export const csvFile = (columns: readonly FileColumn[], stored: Readable): Readable =>
  Readable.from(contents(columns, stored), { objectMode: false })
