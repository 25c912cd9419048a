import dns from 'node:dns'
import { EgressError } from './egress-error.ts'
import { type EgressResponse, exchange } from './exchange.ts'
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

type Outgoing = { url: URL; method: string; headers: Headers; body: Buffer | string | undefined; maxBytes: number }

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** All that may follow to another origin: any other header might be a secret. */
const HARMLESS = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent'])
const OF_THE_BODY = ['content-type', 'content-encoding', 'content-language', 'content-location']

/** The request that a redirecting answer asks for, or nothing when the answer is final. */
function nextRequest(sent: Outgoing, answer: EgressResponse): Outgoing | undefined {
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

export type Egress = ReturnType<typeof createEgress>

/** `trustedOrigins` come from configuration and may be private and plain http; `resolve` stands in for DNS in tests. */
export function createEgress(options: { trustedOrigins: readonly string[]; resolve?: Resolve; timeoutMs?: number }) {
  const { timeoutMs = TIMEOUT_MS, resolve = dns.lookup } = options
  const trustedOrigins = new Set(options.trustedOrigins.map((address) => new URL(address).origin))
  const lookup = guardedLookup(resolve)

  /** One call of a chain. */
  async function send(outgoing: Outgoing, trusted: boolean, signal: AbortSignal, redirects: number) {
    try {
      checkUrl(outgoing.url, trusted)
      return await exchange({ ...outgoing, signal, lookup: trusted ? undefined : lookup })
    } catch (error) {
      if (error instanceof EgressError) error.afterRedirect = redirects > 0
      throw error
    }
  }

  async function follow(first: Outgoing, redirect: 'follow' | 'manual', signal: AbortSignal): Promise<EgressResponse> {
    // A stranger's redirect must not borrow the trust that only a call of our own has.
    const mayBeTrusted = trustedOrigins.has(first.url.origin)
    let outgoing = first
    for (let redirects = 0; ; redirects++) {
      const trusted = mayBeTrusted && trustedOrigins.has(outgoing.url.origin)
      const answer = await send(outgoing, trusted, signal, redirects)
      const next = redirect === 'follow' ? nextRequest(outgoing, answer) : undefined
      if (!next) return answer
      if (redirects === MAX_REDIRECTS) throw new EgressError('too_many_redirects', 'redirected too often')
      outgoing = next
    }
  }

  async function fetch(address: string | URL, request: EgressRequest = {}): Promise<EgressResponse> {
    const url = URL.parse(String(address))
    if (!url) throw new EgressError('url_refused', 'not an absolute address')
    const headers = new Headers(request.headers)
    for (const name of NOT_THE_CALLERS) headers.delete(name)
    // An unpacked answer could be far larger than the limit.
    headers.set('accept-encoding', 'identity')

    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
    try {
      const { method = 'GET', body, maxBytes = MAX_BYTES } = request
      const outgoing = { url, method, headers, body, maxBytes }
      return await follow(outgoing, request.redirect ?? 'follow', signal)
    } catch (cause) {
      if (request.signal?.aborted) throw request.signal.reason
      if (timeout.aborted) throw new EgressError('timeout', `no answer within ${timeoutMs} ms`, { cause })
      if (cause instanceof EgressError) throw cause
      throw new EgressError('connection_failed', `the call to ${url.host} failed`, { cause })
    }
  }

  /** For libraries that take a function like the platform's fetch. */
  const asFetch =
    () =>
    async (address: string | URL, request?: EgressRequest): Promise<Response> => {
      const { status, headers, body } = await fetch(address, request)
      const hasBody = ![204, 205, 304].includes(status)
      return new Response(hasBody ? new Uint8Array(body) : null, { status, headers })
    }

  return { fetch, asFetch }
}
