import dns from 'node:dns'
import type { LookupFunction, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type DialRequest, dialUrl, openSocket } from './dial.ts'
import { EgressError } from './egress-error.ts'
import { type Hop, type OpenAnswer, openExchange, readCapped } from './exchange.ts'
import { checkUrl, guardedLookup, type Resolve } from './guard.ts'

const MAX_REDIRECTS = 3
const MAX_BYTES = 1_048_576
const TIMEOUT_MS = 10_000
/** The connection's own: a caller who could set them could speak to another host or end the request early. */
const NOT_THE_CALLERS = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
]

type Outgoing = Pick<Hop, 'url' | 'method' | 'headers' | 'body'>

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** All that may follow to another origin: any other header might be a secret. */
const HARMLESS = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent'])
const OF_THE_BODY = ['content-type', 'content-encoding', 'content-language', 'content-location']

/** The request that a redirecting answer asks for, or nothing when the answer is final. */
function nextRequest(sent: Outgoing, answer: OpenAnswer): Outgoing | undefined {
  const location = answer.headers.get('location')
  if (!REDIRECTS.has(answer.status) || location === null) return undefined
  const url = URL.parse(location, sent.url.href)
  if (!url) throw new EgressError('redirect_refused', 'the redirect leads to no usable address')

  const becomesGet =
    (answer.status === 303 && sent.method !== 'HEAD') || (answer.status <= 302 && sent.method === 'POST')
  const next = { ...sent, url, method: becomesGet ? 'GET' : sent.method, headers: new Headers(sent.headers) }
  if (becomesGet) {
    next.body = undefined
    for (const name of OF_THE_BODY) next.headers.delete(name)
  }
  if (url.origin === sent.url.origin) return next
  if (next.body !== undefined) {
    throw new EgressError('redirect_refused', 'the redirect would hand the body to another origin')
  }
  return { ...next, headers: new Headers([...next.headers].filter(([name]) => HARMLESS.has(name))) }
}

export type EgressRequest = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: ConstructorParameters<typeof Headers>[0]
  body?: Buffer | string
  signal?: AbortSignal
  redirect?: 'follow' | 'manual'
  /** How much of an answer is read; a megabyte unless said. */
  maxBytes?: number
}

type EgressResponse = { status: number; headers: Headers; body: Buffer }

type StreamRequest = Omit<EgressRequest, 'maxBytes'>
/** `idleMs`: how long nothing may come, the beginning of the answer included. */
type StreamLimits = { maxBytes: number; idleMs: number; totalMs: number }
type EgressStream = { status: number; headers: Headers; body: AsyncGenerator<Buffer> }

export interface Egress {
  fetch: (address: string | URL, request?: EgressRequest) => Promise<EgressResponse>
  /** For libraries that take a function like the platform's fetch. */
  asFetch: () => (address: string | URL, request?: EgressRequest) => Promise<Response>
  stream: (address: string | URL, request: StreamRequest, limits: StreamLimits) => Promise<EgressStream>
  /** A connection for protocols other than HTTP, under the same guard. */
  dial: (request: DialRequest) => Promise<Socket>
  /** How long an answer to `fetch` may take as a whole, and a connection of `dial` until it stands. */
  timeoutMs: number
  /** The same for calls that may take longer. A shorter time is for the caller's signal to end. */
  withTimeout: (ms: number) => Egress
}

/** Unlike an origin it tells all schemes apart. */
const trustOf = ({ protocol, host }: URL) => `${protocol}//${host}`

/** The address, and headers without those that are the connection's own. */
function outgoingOf(address: string | URL, request: EgressRequest): Outgoing {
  const url = URL.parse(String(address))
  if (!url) throw new EgressError('url_refused', 'not an absolute address')
  const headers = new Headers(request.headers)
  for (const name of NOT_THE_CALLERS) headers.delete(name)
  // An unpacked answer could be far larger than the limit.
  headers.set('accept-encoding', 'identity')
  return { url, method: request.method ?? 'GET', headers, body: request.body }
}

/** What a call failed with: the caller's own stop, a time that ran out, a refusal, or the connection. */
function explained(cause: unknown, host: string, caller: AbortSignal | undefined, timeouts: Map<AbortSignal, number>) {
  if (caller?.aborted) return caller.reason
  const [late] = [...timeouts].filter(([signal]) => signal.aborted)
  if (late) return new EgressError('timeout', `no answer within ${late[1]} ms`, { cause })
  return cause instanceof EgressError
    ? cause
    : new EgressError('connection_failed', `the call to ${host} failed`, { cause })
}

const withCaller = (caller: AbortSignal | undefined, timeouts: Map<AbortSignal, number>) =>
  AbortSignal.any([...timeouts.keys(), ...(caller ? [caller] : [])])

/** A time that begins anew whenever something comes. */
function idleTime(ms: number) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms).unref()
  return { signal: controller.signal, restart: () => void timer.refresh(), stop: () => clearTimeout(timer) }
}

type Guard = { isTrusted: (url: URL) => boolean; lookup: LookupFunction }

/** Follows redirects to an answer and gives it to `read`, whose failure counts as one of the last call. */
async function follow<Result>(
  { isTrusted, lookup }: Guard,
  first: Outgoing,
  redirect: 'follow' | 'manual',
  signal: AbortSignal,
  read: (answer: OpenAnswer) => Promise<Result>,
): Promise<Result> {
  // A stranger's redirect must not borrow the trust that only a call of our own has.
  const mayBeTrusted = isTrusted(first.url)
  let outgoing = first
  for (let redirects = 0; ; redirects++) {
    const trusted = mayBeTrusted && isTrusted(outgoing.url)
    let answer: OpenAnswer | undefined
    try {
      checkUrl(outgoing.url, trusted)
      answer = await openExchange({ ...outgoing, signal, lookup: trusted ? undefined : lookup })
      const next = redirect === 'follow' ? nextRequest(outgoing, answer) : undefined
      if (!next) return await read(answer)
      answer.body.destroy()
      if (redirects === MAX_REDIRECTS) throw new EgressError('too_many_redirects', 'redirected too often')
      outgoing = next
    } catch (error) {
      answer?.body.destroy()
      if (error instanceof EgressError) error.afterRedirect = redirects > 0
      throw error
    }
  }
}

/** An answer that is read while it comes, within limits of the caller's own. */
async function openStream(
  guard: Guard,
  address: string | URL,
  request: StreamRequest,
  { maxBytes, idleMs, totalMs }: StreamLimits,
): Promise<EgressStream> {
  const { redirect = 'follow', signal } = request
  const outgoing = outgoingOf(address, request)
  const idle = idleTime(idleMs)
  const timeouts = new Map([
    [idle.signal, idleMs],
    [AbortSignal.timeout(totalMs), totalMs],
  ])
  const explain = (cause: unknown) => explained(cause, outgoing.url.host, signal, timeouts)
  async function* read(body: OpenAnswer['body']): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of readCapped(body, maxBytes)) {
        idle.restart()
        yield chunk
      }
    } catch (cause) {
      throw explain(cause)
    } finally {
      idle.stop()
    }
  }
  try {
    return await follow(guard, outgoing, redirect, withCaller(signal, timeouts), async ({ status, headers, body }) => {
      idle.restart()
      return { status, headers, body: read(body) }
    })
  } catch (cause) {
    idle.stop()
    throw explain(cause)
  }
}

/**
 * `trustedOrigins` come from configuration and may be private and without TLS: `http://host:port` for calls,
 * `tcp://host:port` for connections. `resolve` stands in for DNS in tests.
 */
export function createEgress(options: {
  trustedOrigins: readonly string[]
  resolve?: Resolve
  timeoutMs?: number
}): Egress {
  const { timeoutMs = TIMEOUT_MS, resolve = dns.lookup } = options
  const trusted = new Set(options.trustedOrigins.map((address) => trustOf(new URL(address))))
  const lookup = guardedLookup(resolve)
  const guard: Guard = { isTrusted: (url) => trusted.has(trustOf(url)), lookup }

  async function fetch(address: string | URL, request: EgressRequest = {}): Promise<EgressResponse> {
    const { maxBytes = MAX_BYTES, redirect = 'follow', signal } = request
    const outgoing = outgoingOf(address, request)
    const timeouts = new Map([[AbortSignal.timeout(timeoutMs), timeoutMs]])
    try {
      return await follow(
        guard,
        outgoing,
        redirect,
        withCaller(signal, timeouts),
        async ({ status, headers, body }) => {
          return { status, headers, body: await buffer(readCapped(body, maxBytes)) }
        },
      )
    } catch (cause) {
      throw explained(cause, outgoing.url.host, signal, timeouts)
    }
  }

  async function dial(request: DialRequest): Promise<Socket> {
    const { hostname, port } = dialUrl(request)
    const host = `${hostname}:${port || 443}`
    try {
      return await openSocket(request, { lookup, trusted: trusted.has(`tcp://${host}`), timeoutMs })
    } catch (cause) {
      throw explained(cause, host, request.signal, new Map())
    }
  }

  const egress: Egress = {
    fetch,
    asFetch: () => async (address, request) => {
      const { status, headers, body } = await fetch(address, request)
      const hasBody = ![204, 205, 304].includes(status)
      return new Response(hasBody ? new Uint8Array(body) : null, { status, headers })
    },
    stream: (address, request, limits) => openStream(guard, address, request, limits),
    dial,
    timeoutMs,
    withTimeout: (ms) => (ms > timeoutMs ? createEgress({ ...options, timeoutMs: ms }) : egress),
  }
  return egress
}
