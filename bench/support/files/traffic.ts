import { randomBytes } from 'node:crypto'
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

export const formOf = (field: string, name: string): Envelope & { type: string } => ({
  type: 'multipart/form-data; boundary=bench',
  before: Buffer.from(
    `--bench\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  ),
  after: Buffer.from('\r\n--bench--\r\n'),
})

async function answerOf(sent: ReturnType<typeof request>): Promise<IncomingMessage> {
  const [answer] = await once(sent, 'response')
  return answer
}

export type Progress = (sent: number) => void

/** So many random bytes, the same each time, as fast as they are taken. */
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
  for (let left = size; left > 0; left -= BLOCK.length) {
    const block = left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK
    if (!sent.write(block)) await once(sent, 'drain')
    progress?.(size - left)
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
