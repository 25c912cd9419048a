import { EgressError } from './egress-error.ts'
import type { EgressResponse } from './exchange.ts'

export type Outgoing = { url: URL; method: string; headers: Headers; body: Buffer | string | undefined }

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** All that may follow to another origin: any other header might be a secret. */
const HARMLESS = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent'])
const OF_THE_BODY = ['content-type', 'content-encoding', 'content-language', 'content-location']

/** The request that a redirecting answer asks for, or nothing when the answer is final. */
export function nextRequest(sent: Outgoing, answer: EgressResponse): Outgoing | undefined {
  const location = answer.headers.get('location')
  if (!REDIRECTS.has(answer.status) || location === null) return undefined
  const url = URL.parse(location, sent.url.href)
  if (!url) throw new EgressError('redirect_refused', 'the redirect leads to no usable address')

  const becomesGet =
    (answer.status === 303 && sent.method !== 'HEAD') || (answer.status <= 302 && sent.method === 'POST')
  const next = { url, method: becomesGet ? 'GET' : sent.method, headers: new Headers(sent.headers), body: sent.body }
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
