import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

const CHUNK_SIZE = 262_144
const LINE_FEED = 0x0a

/** The rows of a stored answer as COPY wrote them, some whole lines at a time, as they are read. */
export async function* wholeLines(stored: Readable): AsyncGenerator<Buffer> {
  const plain = stored.pipe(createGunzip({ chunkSize: CHUNK_SIZE }))
  stored.on('error', (error) => plain.destroy(error))
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const piece of plain) {
      const chunk: Buffer = piece
      const end = chunk.lastIndexOf(LINE_FEED) + 1
      if (end > 0) yield Buffer.concat([rest, chunk.subarray(0, end)])
      rest = end > 0 ? Buffer.from(chunk.subarray(end)) : Buffer.concat([rest, chunk])
    }
  } finally {
    stored.destroy()
  }
}
