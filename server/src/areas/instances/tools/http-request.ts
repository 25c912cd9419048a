import type { Json } from '@throughline/flow/eval'
import type { Egress, EgressRequest } from '../../../core/egress/egress.ts'
import { EgressError } from '../../../core/egress/egress-error.ts'
import { type RunTool, type ToolAnswer, textOf } from './tool.ts'

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

const methodOf = (value: Json | undefined): NonNullable<EgressRequest['method']> =>
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

/** Calls an address on the internet through the guarded client. */
export const createHttpRequest =
  (egress: Egress): RunTool =>
  async ({ key, parameters, signal }): Promise<ToolAnswer> => {
    const { method, url, headers, body } = parameters
    const content = body === undefined || body === null ? undefined : textOf(body)
    try {
      const answer = await egress.fetch(textOf(url), {
        method: methodOf(method),
        headers: { ...headersOf(headers), 'idempotency-key': key },
        ...(content !== undefined && { body: content }),
        signal,
      })
      const text = answer.body.toString('utf8')
      if (answer.status >= 200 && answer.status < 300) {
        return { ok: true, output: { status: answer.status, body: bodyOf(text) } }
      }
      const code = isRefusal(answer.status) ? 'refused' : 'unreachable'
      return { ok: false, code, text: `The address answered ${answer.status}.` }
    } catch (error) {
      if (!(error instanceof EgressError)) throw error
      return { ok: false, code: codeOf(error), text: error.message }
    }
  }
