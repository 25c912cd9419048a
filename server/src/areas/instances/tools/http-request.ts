import type { Json } from '@throughline/flow/eval'
import type { Egress } from '../../../core/egress/egress.ts'
import {
  callHttp,
  createMask,
  doneWith,
  failedStatus,
  type HttpRequest,
  isSuccess,
  jsonOrText,
  type OpenedSecret,
  type OpenSecrets,
  refused,
  shortened,
  type ToolAnswer,
  withoutCause,
} from '../../integrations/integrations.public.ts'
import type { SecretMarks } from './secret-marks.ts'
import { type RunTool, type ToolCall, textOf } from './tool.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const methodOf = (value: Json | undefined): HttpRequest['method'] =>
  METHODS.find((method) => method === textOf(value).toUpperCase()) ?? 'POST'

function headersOf(value: Json | undefined): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, textOf(one)]))
}

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

async function sendOnce(egress: Egress, request: HttpRequest, call: ToolCall): Promise<ToolAnswer> {
  const answer = await callHttp(egress.withTimeout(call.timeoutMs ?? 0), request, call)
  if ('code' in answer) return answer
  if (!isSuccess(answer)) return failedStatus(answer)
  return doneWith(answer, { status: answer.status, body: jsonOrText(answer.text) })
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
    const send = async () => shortened(mask.answer(await sendOnce(egress, filled, call)))
    return opened.length === 0 ? await send() : await withoutCause(signal, send)
  }
}
