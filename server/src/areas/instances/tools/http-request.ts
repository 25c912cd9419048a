import type { Json } from '@throughline/flow/eval'
import type { Egress, EgressRequest } from '../../../core/egress/egress.ts'
import { EgressError } from '../../../core/egress/egress-error.ts'
import { type RunTool, type ToolAnswer, textOf } from './tool.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const RETRYABLE = new Set([408, 425, 429, 500, 502, 503, 504])
/** Addresses that may not be called are not called the next time either. */
const FOR_GOOD = new Set(['address_refused', 'url_refused', 'redirect_refused', 'too_many_redirects', 'too_large'])

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
      const code = RETRYABLE.has(answer.status) ? 'unreachable' : 'refused'
      return { ok: false, code, text: `The address answered ${answer.status}.` }
    } catch (error) {
      if (!(error instanceof EgressError)) throw error
      return { ok: false, code: FOR_GOOD.has(error.reason) ? 'refused' : 'unreachable', text: error.message }
    }
  }
