import type { Connector, ConnectorCall, Reach } from './connector.ts'
import { createMask, secretsIn, shortened } from './mask-secrets.ts'
import { schemaMisfit } from './schema-misfit.ts'
import { refused, type ToolAnswer } from './tool-answer.ts'

/** An error of the call may contain secrets that were to be sent, and it would be logged: the answer says only that it failed. */
export async function withoutCause(signal: AbortSignal, send: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  try {
    return await send()
  } catch (error) {
    if (signal.aborted) throw error
    return { ok: false, code: 'unreachable', text: 'The call couldn’t be made.' }
  }
}

/** What the tool answered, if it is what the operation promises. */
function checked(answer: ToolAnswer, { operation }: ConnectorCall): ToolAnswer {
  if (!answer.ok) return answer
  const misfit = schemaMisfit(operation.output, answer.output)
  if (misfit === undefined) return answer
  return { ok: false, code: 'unknown', text: `The tool’s answer doesn’t fit its output schema. ${misfit}` }
}

/** Makes one call: input and answer fit the operation, and nothing that was secret comes back. */
export async function runOperation(connector: Connector, reach: Reach, call: ConnectorCall): Promise<ToolAnswer> {
  const misfit = schemaMisfit(call.operation.input, call.input)
  if (misfit !== undefined) return refused(`The input doesn’t fit the tool. ${misfit}`)
  const mask = createMask(secretsIn(connector.schema, call.configuration))
  return await withoutCause(reach.signal, async () =>
    shortened(mask.answer(checked(await connector.call(reach, call), call))),
  )
}
