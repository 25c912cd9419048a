import type { Json } from '@throughline/flow/eval'
import type { Egress, EgressRequest } from '../../../core/egress/egress.ts'
import { EgressError } from '../../../core/egress/egress-error.ts'
import type { OpenedSecret, OpenSecrets } from '../../integrations/integrations.public.ts'
import { failureText, statusText } from './failure-text.ts'
import { createMask, type Mask } from './mask-secrets.ts'
import type { SecretMarks } from './secret-marks.ts'
import { type RunTool, type ToolAnswer, type ToolCall, textOf } from './tool.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
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

/** Whoever blames itself (5xx) or leads elsewhere (3xx) may have done it before. */
const isRefusal = (status: number) => status >= 400 && status < 500 && !NO_REFUSAL.has(status)

/** Receivers that recognise a key say so of an answer that they had given before. */
const isReplayed = (headers: Headers) =>
  ['idempotent-replayed', 'idempotency-replayed'].some((name) => headers.get(name) === 'true')
const REPLAYED = 'The receiver recognized the key, so it was done only once.'

const methodOf = (value: Json | undefined): Filled['method'] =>
  METHODS.find((method) => method === textOf(value).toUpperCase()) ?? 'POST'

function headersOf(value: Json | undefined): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, textOf(one)]))
}

function bodyOf(text: string): Json {
  try {
    const body: Json = JSON.parse(text)
    return body
  } catch {
    return text
  }
}

/** What is sent, with the values of secrets in their places. */
interface Filled {
  url: string
  method: NonNullable<EgressRequest['method']>
  headers: Record<string, string>
  body: string | undefined
}

const refused = (text: string): ToolAnswer => ({ ok: false, code: 'refused', text })

/** Scheme and host as they are written: what would become a part of them could be read from how they are refused. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]+/i

/** Why one of the secrets may not be sent there, if so. `written` has marks in the places of secrets. */
function refusalOf(
  opened: readonly OpenedSecret[],
  secrets: SecretMarks,
  written: string,
  address: string,
): string | undefined {
  const missing = secrets.names().find((name) => !opened.some((one) => one.name === name))
  if (missing !== undefined) return `There’s no secret named “${missing}”. Add it, then retry.`
  if (opened.length === 0) return undefined
  const origin = ORIGIN.exec(written)?.[0] ?? ''
  if (secrets.replace(origin, () => '') !== origin) return 'A secret can’t be part of the host of an address.'
  const url = URL.parse(origin)
  if (!url || url.host !== URL.parse(address)?.host) return 'The address isn’t valid.'
  const isAllowed = (host: string) => URL.parse(`${url.protocol}//${host}`)?.host === url.host
  const kept = opened.find(({ hosts }) => !hosts.some(isAllowed))
  return kept && `The secret “${kept.name}” can’t be sent to ${url.host}, only to ${kept.hosts.join(', ')}.`
}

/** Makes one call under the key, through the guarded client; what is answered has the secrets masked. */
export async function sendOnce(
  egress: Egress,
  { url, method, headers, body: content }: Filled,
  { key, signal }: Pick<ToolCall, 'key' | 'signal'>,
  mask: Mask,
): Promise<ToolAnswer> {
  try {
    const answer = await egress.fetch(url, {
      method,
      headers: { ...headers, 'idempotency-key': key },
      ...(content !== undefined && { body: content }),
      signal,
    })
    const { status } = answer
    const body = answer.body.toString('utf8')
    if (status >= 200 && status < 300) {
      const output = { status, body: mask.value(bodyOf(body)) }
      return isReplayed(answer.headers) ? { ok: true, output, note: REPLAYED } : { ok: true, output }
    }
    const text = mask.text(statusText(status, body))
    return { ok: false, code: isRefusal(status) ? 'refused' : 'unreachable', text }
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    return { ok: false, code: codeOf(error), text: mask.text(failureText(error, url)) }
  }
}

/** An error of the call may contain secrets that were to be sent, and it would be logged: the answer says only that it failed. */
export async function withoutCause(signal: AbortSignal, send: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  try {
    return await send()
  } catch (error) {
    if (signal.aborted) throw error
    return { ok: false, code: 'unreachable', text: 'The call couldn’t be made.' }
  }
}

/** Calls an address on the internet through the guarded client; secrets are opened right before and go nowhere else. */
export function createHttpRequest(egress: Egress, openSecrets: OpenSecrets): RunTool {
  return async (call) => {
    const { tenantId, parameters, secrets, signal } = call
    const names = secrets.names()
    const opened = names.length > 0 ? await openSecrets(tenantId, names) : []
    const values = new Map(opened.map(({ name, value }) => [name, value.reveal()]))
    const mask = createMask([...values.values()])
    const reveal = (text: string) => secrets.replace(text, (name) => values.get(name) ?? '')
    const { url, method, headers, body } = parameters
    const filled = {
      url: reveal(textOf(url)),
      method: methodOf(method),
      headers: Object.fromEntries(Object.entries(headersOf(headers)).map(([name, one]) => [name, reveal(one)])),
      body: body === undefined || body === null ? undefined : reveal(textOf(body)),
    }
    const refusal = refusalOf(opened, secrets, textOf(url), filled.url)
    if (refusal !== undefined) return refused(mask.text(refusal))
    const send = () => sendOnce(egress, filled, call, mask)
    return opened.length === 0 ? await send() : await withoutCause(signal, send)
  }
}
