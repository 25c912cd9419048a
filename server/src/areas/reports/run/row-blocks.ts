import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

export const BLOCK_ROWS = 1_000
const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Rows in blocks that are compressed alone, so that one can be read without the others; `ends` grows with them. */
export async function* toBlocks(batches: AsyncIterable<Buffer[]>, ends: number[]): AsyncGenerator<Buffer> {
  let rows: Buffer[] = []
  let end = 0
  const flush = async (some: Buffer[]) => {
    const block = await compress(Buffer.concat(some), { level: 3 })
    end += block.length
    ends.push(end)
    return block
  }
  for await (const batch of batches) {
    for (const row of batch) {
      rows.push(row)
      if (rows.length === BLOCK_ROWS) {
        yield await flush(rows)
        rows = []
      }
    }
  }
  if (rows.length > 0 || end === 0) yield await flush(rows)
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\' }

function cellOf(text: string): string | null {
  if (text === '\\N') return null
  return text.includes('\\') ? text.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter) : text
}

/** One row as COPY writes it, without the end of its line. */
export const cellsOf = (line: string): (string | null)[] => line.split('\t').map(cellOf)

const LINE_END = 0x0a

/** Some rows of one block, as bytes: the others are not made texts of. */
export async function readRows(block: Buffer, from: number, count: number): Promise<Buffer[]> {
  const bytes = await decompress(block)
  const rows: Buffer[] = []
  let start = 0
  for (let at = 0; at < from + count && start < bytes.length; at++) {
    const end = bytes.indexOf(LINE_END, start)
    if (at >= from) rows.push(bytes.subarray(start, end))
    start = end + 1
  }
  return rows
}
