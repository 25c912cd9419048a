import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { mediaTypeOf, SNIFFED_BYTES } from './media-type.ts'

export interface Measured {
  sha256: string
  size: number
  mediaType: string
}

/** Hashes, counts and types bytes while they pass, whoever takes them; `check` is told the size after each chunk. */
export function createMeasure(check: (size: number) => void = () => undefined) {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  return {
    async *passing(content: Readable): AsyncGenerator<Buffer> {
      for await (const chunk of content) {
        if (!Buffer.isBuffer(chunk)) throw new TypeError('a file arrives as bytes')
        if (size < SNIFFED_BYTES) head.push(chunk.subarray(0, SNIFFED_BYTES - size))
        size += chunk.length
        check(size)
        hash.update(chunk)
        yield chunk
      }
    },
    /** Once, after all of it has passed. */
    result: async (): Promise<Measured> => ({
      sha256: hash.digest('hex'),
      size,
      mediaType: await mediaTypeOf(Buffer.concat(head)),
    }),
  }
}
