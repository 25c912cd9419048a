import { createCipheriv, createHash } from 'node:crypto'
import { randomFrom } from '../../../../server/test/statistics.ts'

const MB = 1_048_576

export interface Ticket {
  name: string
  size: number
  way: 'plain' | 'attached' | 'resumed'
}

/** What a file of this name has in it, whoever asks. */
export function contentOf({ name, size }: Ticket): Uint8Array<ArrayBuffer> {
  const key = createHash('sha256').update(name).digest()
  return new Uint8Array(createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size)))
}

export const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** The same for the same seed: most come plainly, some with a task, some in parts. */
export function drawTickets(seed: number, count: number): Ticket[] {
  const random = randomFrom(seed + 1)
  const between = (low: number, high: number) => Math.round(low + random() * (high - low))
  return Array.from({ length: count }, (_, n): Ticket => {
    const name = `file-${seed}-${n}.bin`
    const drawn = random()
    if (drawn < 0.15) return { name, way: 'resumed', size: between(8 * MB + 1, 18 * MB) }
    if (drawn < 0.3) return { name, way: 'attached', size: between(1_000, 2 * MB) }
    return { name, way: 'plain', size: drawn < 0.6 ? between(1_000, 100_000) : between(100_000, 9 * MB) }
  })
}
