import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { addAbortSignal, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { AppError } from '../errors.ts'

export type Verdict = 'clean' | { infected: string }

const CONNECT_MS = 2_000
/** For a call that waits for the answer. */
export const CALL_MS = 120_000
/** One that takes nothing for so long is stuck. Found out before the object store gives up whoever does not read on. */
const STALLED_MS = 30_000
/** The scanner's StreamMaxLength, MaxScanSize and MaxFileSize must not be below. */
export const MAX_SCANNED_BYTES = 1_024 * 1_048_576

function unavailable(cause: unknown): AppError {
  const refusal = new AppError(503, 'scanner_unavailable', 'Files can’t be scanned for viruses right now', {
    retryAfter: 30,
  })
  refusal.cause = cause
  return refusal
}

/** INSTREAM: each chunk after its length, a length of zero at the end, then one line of answer. */
async function send(socket: Socket, content: Readable, stalledMs: number): Promise<void> {
  socket.write('zINSTREAM\0')
  // Left as it is when the scanner fails, so that it does not look as if the content had.
  for await (const chunk of content.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('content to scan must be bytes')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    socket.write(length)
    if (!socket.write(chunk)) await once(socket, 'drain', { signal: AbortSignal.timeout(stalledMs) })
  }
  socket.write(Buffer.alloc(4))
}

function readAnswer(answer: string): Verdict {
  const line = answer.replace(/\0$/, '')
  if (line === 'stream: OK') return 'clean'
  const infected = /^stream: ([^\0]+) FOUND$/.exec(line)?.[1]
  if (infected !== undefined) return { infected }
  throw new Error(`the scanner answered "${line}"`)
}

/** Anything but a clear answer means that the file was not scanned. */
export async function scanStream(
  clamd: { host: string; port: number },
  content: Readable,
  totalMs = CALL_MS,
  stalledMs = STALLED_MS,
): Promise<Verdict> {
  // That it failed is told by `errored`; with nobody listening, as long as there is no connection, it would end the process.
  content.on('error', () => undefined)
  // One that takes everything and answers nothing is left, too.
  const socket = addAbortSignal(AbortSignal.timeout(totalMs), connect({ ...clamd, noDelay: true }))
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) })
    const [, answer] = await Promise.all([send(socket, content, stalledMs), text(socket)])
    return readAnswer(answer)
  } catch (error) {
    throw content.errored ?? unavailable(error)
  } finally {
    socket.destroy()
    content.destroy()
  }
}
