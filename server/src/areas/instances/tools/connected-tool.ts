import type { Json } from '@throughline/flow/eval'
import type { Egress } from '../../../core/egress/egress.ts'
import type { OpenConnection, OpenedConnection } from '../../integrations/integrations.public.ts'
import { sendOnce, withoutCause } from './http-request.ts'
import { createMask } from './mask-secrets.ts'
import { schemaMisfit } from './schema-misfit.ts'
import { isOwnId, type RunTool, type ToolAnswer, type ToolCall } from './tool.ts'

/** A shorter value could not be told from ordinary text in an answer, where it is masked. */
const SHORTEST_MASKED = 8

const isRecord = (value: Json | undefined): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textsIn = (value: Json): string[] =>
  typeof value === 'string'
    ? [value, ...value.split(/\s+/)]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** A text without a scheme before it is a token. */
const authorizationOf = (text: string) => (/^\S+\s+\S/.test(text) ? text : `Bearer ${text}`)

/**
 * What a connection adds to each call: the `headers` of its configuration, and its `metadata`, `token` or `api_key` as
 * authorization. Nothing where it cannot be sent.
 */
function headersOf(configuration: Json): Record<string, string> | undefined {
  const { headers, metadata, token, api_key } = isRecord(configuration) ? configuration : {}
  const key = [metadata, token, api_key].find((one) => typeof one === 'string' && one.trim() !== '')
  const given = Object.entries(isRecord(headers) ? headers : {}).flatMap(([name, one]): [string, string][] =>
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

const refused = (text: string): ToolAnswer => ({ ok: false, code: 'refused', text })

/** What the tool answered, as results by name, if it is what its schema promises. */
function checkedAnswer(answer: ToolAnswer, schema: Json): ToolAnswer {
  if (!answer.ok) return answer
  const { body = null } = answer.output
  const misfit = schemaMisfit(schema, body)
  if (misfit !== undefined)
    return { ok: false, code: 'unknown', text: `The tool’s answer doesn’t fit its output schema. ${misfit}` }
  return { ...answer, output: isRecord(body) ? body : { result: body } }
}

/** Sends a step's input to the address of a tool that the workspace added, as JSON, with what it was connected with. */
export function createConnectedTool(egress: Egress, connections: OpenConnection): RunTool {
  async function send({ key, parameters, signal, marks }: ToolCall, opened: OpenedConnection): Promise<ToolAnswer> {
    const misfit = schemaMisfit(opened.inputSchema, parameters)
    if (misfit !== undefined) return refused(`The input doesn’t fit the tool. ${misfit}`)
    const configuration: Json = JSON.parse(opened.configuration.reveal())
    const headers = headersOf(configuration)
    if (!headers) return refused('The configuration of this connection can’t be sent. Connect the tool again.')
    const mask = createMask(textsIn(configuration).filter((text) => text.length >= SHORTEST_MASKED))
    const filled = {
      url: opened.endpoint,
      method: 'POST' as const,
      headers: { ...headers, ...marks, accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    }
    return await withoutCause(signal, async () =>
      checkedAnswer(await sendOnce(egress, filled, { key, signal }, mask), opened.outputSchema),
    )
  }

  return async (call) => {
    const { tenantId, own } = call
    const connection = own?.connection
    if (!own || connection === undefined || !isOwnId(connection)) return refused('This step names no connection.')
    const opened = await connections.open(tenantId, own.toolId, connection)
    if (!opened) return refused('This connection was ended. Choose another for the step, or connect the tool again.')
    const answer = await send(call, opened)
    await connections.note(tenantId, connection, answer.ok ? null : answer.text)
    return answer
  }
}
