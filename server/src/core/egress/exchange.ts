import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { EgressError } from './egress-error.ts'

export type EgressResponse = { status: number; headers: Headers; body: Buffer }

export type Hop = {
  url: URL
  method: string
  headers: Headers
  body: Buffer | string | undefined
  signal: AbortSignal
  lookup: LookupFunction | undefined
  maxBytes: number
}

/** One request and its whole answer, over a connection of its own. */
export async function exchange(hop: Hop): Promise<EgressResponse> {
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
    request.end(hop.body)
  })
  const body = await readCapped(response, hop.maxBytes)
  return { status: response.statusCode ?? 0, headers: headersOf(response), body }
}

async function readCapped(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    // Leaving the loop destroys the response and its connection.
    if (size > maxBytes) throw new EgressError('too_large', `the answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function headersOf(response: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(response.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  return headers
}
