import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { EgressError } from './egress-error.ts'

/** An answer whose body is still to be read. */
export type OpenAnswer = { status: number; headers: Headers; body: IncomingMessage }

export type Hop = {
  url: URL
  method: string
  headers: Headers
  body: Buffer | string | undefined
  signal: AbortSignal
  lookup: LookupFunction | undefined
}

/** One request, over a connection of its own, until its answer begins. */
export async function openExchange(hop: Hop): Promise<OpenAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = hop.url.protocol === 'https:' ? https.request : http.request
    const request = send(hop.url, {
      agent: false,
      method: hop.method,
      headers: Object.fromEntries(hop.headers),
      signal: hop.signal,
      ...(hop.lookup && { lookup: hop.lookup }),
    })
    request.on('response', resolve).on('error', reject)
    // An answer that turns to another protocol ends the connection without an error, and no time would end the wait.
    request.on('close', () => reject(new Error('the connection ended without an answer')))
    request.end(hop.body)
  })
  return { status: response.statusCode ?? 0, headers: headersOf(response), body: response }
}

/** What comes, piece by piece; leaving the loop, or one byte too many, ends the connection. */
export async function* readCapped(response: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    if (size > maxBytes) throw new EgressError('too_large', `the answer is larger than ${maxBytes} bytes`)
    yield chunk
  }
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  return headers
}
