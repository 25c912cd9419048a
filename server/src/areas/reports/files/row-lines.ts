import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { cellsOf } from '../run/row-blocks.ts'

/** The rows of a stored answer, some at a time, as they are read; stopped when the reader stops. */
export async function* rowsIn(stored: Readable): AsyncGenerator<(string | null)[][]> {
  const plain = stored.pipe(createGunzip())
  stored.on('error', (error) => plain.destroy(error))
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of plain) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield lines.map(cellsOf)
    }
    if (rest !== '') yield [cellsOf(rest)]
  } finally {
    stored.destroy()
  }
}
