import { Socket } from 'node:net'

type Done = (error?: Error | null) => void

/**
 * Puts everything written in one turn of the event loop into one packet: BEGIN, its settings and the first statement
 * leave together, and the pooler wakes up once for them instead of three times.
 */
export class CoalescingSocket extends Socket {
  #holding = false

  #hold() {
    if (this.#holding) return
    this.#holding = true
    this.cork()
    process.nextTick(() => {
      this.#holding = false
      this.uncork()
    })
  }

  override write(chunk: Uint8Array | string, done?: Done): boolean
  override write(chunk: Uint8Array | string, encoding?: BufferEncoding, done?: Done): boolean
  override write(chunk: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done): boolean {
    this.#hold()
    return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding, done)
  }
}
