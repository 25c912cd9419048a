import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer, text } from 'node:stream/consumers'

const BLOCK = randomBytes(1_048_576)
const agent = new Agent({ keepAlive: true, maxSockets: 100 })

export interface Address {
  origin: string
  path: string
  headers: Record<string, string>
}

/** As a browser's form sends a file. */
export interface Envelope {
  before: Buffer
  after: Buffer
}
export const NO_ENVELOPE: Envelope = { before: Buffer.alloc(0), after: Buffer.alloc(0) }

const partOf = (field: string, name: string) =>
  `--bench\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`

export const formOf = (field: string, name: string): Envelope & { type: string } => ({
  type: 'multipart/form-data; boundary=bench',
  before: Buffer.from(partOf(field, name)),
  after: Buffer.from('\r\n--bench--\r\n'),
})

/** So many files of this size in one form. */
export function formOfMany(field: string, count: number, size: number): { type: string; body: Buffer } {
  const files = Array.from({ length: count }, (_, n) => [
    Buffer.from(partOf(field, `bench-${n}.bin`)),
    ...contentOf(size),
    Buffer.from('\r\n'),
  ])
  return {
    type: 'multipart/form-data; boundary=bench',
    body: Buffer.concat([...files.flat(), Buffer.from('--bench--\r\n')]),
  }
}

async function answerOf(sent: ReturnType<typeof request>): Promise<IncomingMessage> {
  const [answer] = await once(sent, 'response')
  return answer
}

export type Progress = (sent: number) => void

/** As no other file begins: the same content is stored once. */
function* contentOf(size: number): Generator<Buffer> {
  const first = Buffer.from(randomUUID()).subarray(0, size)
  yield first
  for (let left = size - first.length; left > 0; left -= BLOCK.length)
    yield left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK
}

export async function sendWhole({ origin, path, headers }: Address, body: Buffer) {
  const length = { 'content-length': body.length }
  const sent = request(origin + path, { method: 'POST', agent, headers: { ...headers, ...length } })
  const answered = answerOf(sent)
  sent.end(body)
  const answer = await answered
  return { status: answer.statusCode ?? 0, body: await text(answer) }
}

/** So many random bytes as fast as they are taken. */
export async function send(
  { origin, path, headers }: Address,
  size: number,
  { before, after }: Envelope,
  progress?: Progress,
) {
  const length = before.length + size + after.length
  const sent = request(origin + path, { method: 'POST', agent, headers: { ...headers, 'content-length': length } })
  const answered = answerOf(sent)
  answered.catch(() => undefined)
  sent.write(before)
  let written = 0
  for (const block of contentOf(size)) {
    if (!sent.write(block)) await once(sent, 'drain')
    progress?.(written)
    written += block.length
  }
  sent.end(after)
  const answer = await answered
  return { status: answer.statusCode ?? 0, body: await text(answer) }
}

/** How many bytes came. */
export async function receive({ origin, path, headers }: Address): Promise<number> {
  const asked = request(origin + path, { agent, headers })
  asked.end()
  const answer = await answerOf(asked)
  if (answer.statusCode !== 200)
    throw new Error(`${path.slice(0, 40)} answered ${answer.statusCode} ${await text(answer)}`)
  let size = 0
  for await (const chunk of answer) if (Buffer.isBuffer(chunk)) size += chunk.length
  return size
}

/** What an address of the origin for user content leads to, asked of where that origin is served here. */
export async function receiveBytes(origin: string, url: string): Promise<{ status: number; bytes: Buffer }> {
  const { pathname, search, host } = new URL(url)
  const asked = request(origin + pathname + search, { agent, headers: { host } })
  asked.end()
  const answer = await answerOf(asked)
  return { status: answer.statusCode ?? 0, bytes: await buffer(answer) }
}
