import type { Json } from '@throughline/flow/eval'
import { isJsonObject } from '@throughline/flow/eval/json'
import type { ToolRow } from '../tools.queries.ts'
import type { Connector, JsonSchema } from './connector.ts'
import {
  callHttp,
  connectionHeaders,
  doneWith,
  failedConnection,
  isSuccess,
  jsonOrText,
  NOT_SENDABLE,
} from './http-call.ts'
import { refused } from './tool-answer.ts'

/** What an answer's object holds are the results; anything else is the one result. */
export const resultsOf = (body: Json): Record<string, Json> => (isJsonObject(body) ? body : { result: body })

/** Of the results, where the given schema is of the answer itself. */
export function resultSchema(schema: JsonSchema): JsonSchema {
  const { type } = schema
  if (type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))) return schema
  return { type: 'object', properties: { result: schema }, required: ['result'] }
}

/** What a workspace added: an address to which the input is posted as JSON, and which answers with JSON. */
export const connectorOfTool = (tool: ToolRow): Connector => ({
  ...tool,
  // Which of its configuration is secret only the tool knows.
  schema: {},
  operations: tool.operations.map(({ name, title, repeat, input_schema, output_schema }) => ({
    name,
    title,
    input: input_schema,
    output: resultSchema(output_schema),
    repeat,
  })),
  call: async ({ egress, signal }, { input, configuration, key, marks }) => {
    const headers = connectionHeaders(configuration)
    if (!headers) return refused(NOT_SENDABLE)
    const request = {
      url: tool.api_endpoint,
      method: 'POST' as const,
      headers: { ...headers, ...marks, accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }
    const answer = await callHttp(egress, request, { key, signal })
    if ('code' in answer) return answer
    return isSuccess(answer) ? doneWith(answer, resultsOf(jsonOrText(answer.text))) : failedConnection(answer)
  },
})
