import type { Json } from '@throughline/flow/eval'
import { isJsonObject } from '@throughline/flow/eval/json'
import type { Egress, EgressRequest } from '../../../core/egress/egress.ts'
import { EgressError } from '../../../core/egress/egress-error.ts'
import { failureText, isNotSent, statusText } from './failure-text.ts'
import { type FailedAnswer, refused, type ToolAnswer } from './tool-answer.ts'

/** Of those that blame the caller: come later, or something under this key is there already. */
const NO_REFUSAL = new Set([408, 409, 425, 429])
/** Addresses that may not be called are not called the next time either. */
const NOT_CALLED = new Set(['address_refused', 'url_refused'])
/** It was answered: with too much, or by leading somewhere that is not followed. */
const ANSWERED = new Set(['redirect_refused', 'too_many_redirects', 'too_large'])

function codeOf({ reason, afterRedirect }: EgressError) {
  if (ANSWERED.has(reason)) return 'unknown'
  if (NOT_CALLED.has(reason)) return afterRedirect ? 'unknown' : 'refused'
  return 'unreachable'
}

/** Why nothing was answered, as a call takes it; other errors are thrown on. */
export function failureOf(error: unknown, address: string): FailedAnswer {
  if (!(error instanceof EgressError)) throw error
  const text = failureText(error, address)
  if (isNotSent(error)) return { ok: false, code: 'unreachable', text, sent: false }
  const code = codeOf(error)
  return code === 'refused' ? refused(text) : { ok: false, code, text }
}

/** A receiver that blames itself (5xx) or leads elsewhere (3xx) may have done it before. */
const isRefusal = (status: number) => status >= 400 && status < 500 && !NO_REFUSAL.has(status)

export interface HttpRequest {
  url: string
  method: NonNullable<EgressRequest['method']>
  headers: Record<string, string>
  body: string | undefined
}

/** What was answered, whatever its status says. */
export interface HttpAnswer {
  status: number
  headers: Headers
  text: string
}

/** Makes one call under the key, through the guarded client. */
export async function callHttp(
  egress: Egress,
  { url, method, headers, body }: HttpRequest,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<HttpAnswer | FailedAnswer> {
  try {
    const answer = await egress.fetch(url, {
      method,
      headers: { ...headers, 'idempotency-key': key },
      ...(body !== undefined && { body }),
      signal,
    })
    return { status: answer.status, headers: answer.headers, text: answer.body.toString('utf8') }
  } catch (error) {
    return failureOf(error, url)
  }
}

export const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300

/** Receivers that recognise a key say so of an answer that they had given before. */
const isReplayed = (headers: Headers) =>
  ['idempotent-replayed', 'idempotency-replayed'].some((name) => headers.get(name) === 'true')
const REPLAYED = 'The receiver recognized the key, so it was done only once.'

/** Results of a call that went through. */
export const doneWith = ({ headers }: HttpAnswer, output: Record<string, Json>): ToolAnswer =>
  isReplayed(headers) ? { ok: true, output, note: REPLAYED } : { ok: true, output }

export const failedStatus = ({ status, text }: HttpAnswer): FailedAnswer => ({
  ok: false,
  code: isRefusal(status) ? 'refused' : 'unreachable',
  text: statusText(status, text),
})

/** How long a receiver that asks for time is given where it does not say how much. */
const USUAL_WAIT_SECONDS = 30
/** Nobody is given longer: a year in an answer would hold every call of a connection for that long. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000

/** Until when somebody who asks for time gets it: `Retry-After` says seconds, or a moment. */
export function waitUntil(retryAfter: string | null, now: number): Date {
  const given = retryAfter?.trim() ?? ''
  const moment = /^\d+$/.test(given) ? now + Number(given) * 1000 : Date.parse(given)
  const wait = Number.isNaN(moment) ? USUAL_WAIT_SECONDS * 1000 : Math.max(0, moment - now)
  return new Date(now + Math.min(wait, LONGEST_WAIT_MS))
}

/** As a call by a connection takes it: a refused key waits for a new one, and a receiver that asks for time gets it. */
export function failedConnection(answer: HttpAnswer): FailedAnswer {
  const text = statusText(answer.status, answer.text)
  if (answer.status === 401) return { ok: false, code: 'signed_out', text }
  if (answer.status !== 429) return failedStatus(answer)
  return { ok: false, code: 'held', until: waitUntil(answer.headers.get('retry-after'), Date.now()), text }
}

/** JSON where it is that; else the text itself. */
export function jsonOrText(text: string): Json {
  try {
    const body: Json = JSON.parse(text)
    return body
  } catch {
    return text
  }
}

/** A text without a scheme before it is a token. */
const authorizationOf = (text: string) => (/^\S+\s+\S/.test(text) ? text : `Bearer ${text}`)

/**
 * What a connection adds to each call: the `headers` of its configuration, and its `metadata`, `token` or `api_key` as
 * authorization. Nothing where it cannot be sent.
 */
export function connectionHeaders(configuration: Record<string, Json>): Record<string, string> | undefined {
  const { headers, metadata, token, api_key, access_token } = configuration
  const key = [access_token, metadata, token, api_key].find((one) => typeof one === 'string' && one.trim() !== '')
  const given = Object.entries(isJsonObject(headers) ? headers : {}).flatMap(([name, one]): [string, string][] =>
    typeof one === 'string' ? [[name.toLowerCase(), one]] : [],
  )
  const all = {
    ...(typeof key === 'string' && { authorization: authorizationOf(key.trim()) }),
    ...Object.fromEntries(given),
  }
  try {
    return Object.fromEntries(new Headers(all))
  } catch {
    // What is wrong with them would be told with their values.
    return undefined
  }
}

export const NOT_SENDABLE = 'The configuration of this connection can’t be sent. Connect the tool again.'
