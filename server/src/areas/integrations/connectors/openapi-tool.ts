import { randomUUID } from 'node:crypto'
import type { Json } from '@throughline/flow/eval'
import { type BuiltRequest, buildRequest, NotSendable } from '../openapi/build-request.ts'
import type { Credential, RequestShape } from '../openapi/found-document.ts'
import type { ToolRow } from '../tools.queries.ts'
import type { Connector, ConnectorCall, JsonSchema } from './connector.ts'
import { statusText } from './failure-text.ts'
import {
  callHttp,
  doneWith,
  failedConnection,
  type HttpRequest,
  isSuccess,
  jsonOrText,
  NOT_SENDABLE,
} from './http-call.ts'
import { createMask } from './mask-secrets.ts'
import { inSteps } from './test-steps.ts'
import { refused } from './tool-answer.ts'
import { resultSchema, resultsOf } from './workspace-tool.ts'

const isOpenly = ({ in: place, name }: Credential) => place === 'basic' && name === 'user'

/** What connecting asks for: the credentials that the document names. */
const schemaOf = (credentials: readonly Credential[]): JsonSchema =>
  credentials.length === 0
    ? {}
    : {
        type: 'object',
        properties: Object.fromEntries(
          credentials.map((one): [string, JsonSchema] => [
            one.field,
            { type: 'string', title: one.title, ...(!isOpenly(one) && { format: 'password' }) },
          ]),
        ),
        required: credentials.map(({ field }) => field),
      }

const given = (configuration: Record<string, Json>, field: string): string => {
  const value = configuration[field]
  return typeof value === 'string' ? value.trim() : ''
}

/** Adds what the tool was connected with to a call. */
function signed(
  { url, headers, ...request }: BuiltRequest,
  credentials: readonly Credential[],
  configuration: Record<string, Json>,
): HttpRequest {
  const own: Record<string, string> = {}
  const basic: string[] = []
  for (const { in: place, name, field } of credentials) {
    const value = given(configuration, field)
    if (place === 'query') url.searchParams.append(name, value)
    else if (place === 'header') own[name] = value
    else if (place === 'bearer') own.authorization = `Bearer ${value.replace(/^bearer\s+/i, '')}`
    else basic.push(value)
  }
  if (basic.length > 0) own.authorization = `Basic ${Buffer.from(basic.join(':')).toString('base64')}`
  return { ...request, url: url.href, headers: { ...headers, ...own } }
}

const CONTENT_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const

/** A pair of user name and password is one text in a header, which is masked besides its parts. */
const pairMask = (credentials: readonly Credential[], configuration: Record<string, Json>) => {
  const pair = credentials.filter((one) => one.in === 'basic').map(({ field }) => given(configuration, field))
  return createMask(pair.length > 0 ? [pair.join(':')] : [])
}

/** Writes the call; a text says why it can't be. */
function written(
  tool: ToolRow,
  shape: RequestShape,
  { input, configuration, key, marks }: Omit<ConnectorCall, 'operation'>,
): HttpRequest | string {
  try {
    const request = signed(buildRequest(tool.api_endpoint, shape, input, key), tool.sign_in, configuration)
    const type: Record<string, string> =
      shape.body && request.body !== undefined ? { 'content-type': CONTENT_TYPES[shape.body] } : {}
    const headers = { accept: 'application/json', ...request.headers, ...marks, ...type }
    return { ...request, headers: Object.fromEntries(new Headers(headers)) }
  } catch (error) {
    if (error instanceof NotSendable) return error.message
    // What is wrong with headers would be told with their values.
    if (error instanceof TypeError) return NOT_SENDABLE
    throw error
  }
}

/** Something that can be read without saying what, to see whether calls are let in. */
const triedBy = ({ operations }: ToolRow) =>
  operations.find(
    ({ repeat, request, input_schema }) => repeat === 'reads' && request?.method === 'GET' && !input_schema.required,
  )

/** Calls what only reads. Any answer will do but that nobody is let in, or that the receiver is not well. */
function testOf(tool: ToolRow): Pick<Connector, 'test'> {
  const tried = triedBy(tool)
  if (!tried?.request) return {}
  const { request: shape, title } = tried
  return {
    test: ({ egress, signal }, configuration) => {
      const attempt = async () => {
        const key = randomUUID()
        const request = written(tool, shape, { input: {}, configuration, key })
        if (typeof request === 'string') return request
        const answer = await callHttp(egress, request, { key, signal })
        if ('code' in answer) return answer.text
        const isRefused = answer.status === 401 || answer.status === 403 || answer.status >= 500
        const text = statusText(answer.status, answer.text)
        return isRefused ? pairMask(tool.sign_in, configuration).text(text) : undefined
      }
      return inSteps([[`Call “${title}”`, attempt]])
    },
  }
}

/** What was read from an OpenAPI document: each operation is called as the document describes it. */
export const openApiConnector = (tool: ToolRow): Connector => ({
  ...tool,
  schema: schemaOf(tool.sign_in),
  operations: tool.operations.map(({ name, title, repeat, input_schema, output_schema }) => ({
    name,
    title,
    input: input_schema,
    output: resultSchema(output_schema),
    repeat,
  })),
  ...testOf(tool),
  call: async ({ egress, signal }, call) => {
    const shape = tool.operations.find(({ name }) => name === call.operation.name)?.request
    if (!shape) return refused('The tool no longer has this operation. Choose another for the step.')
    const request = written(tool, shape, call)
    if (typeof request === 'string') return refused(request)
    // The document may ask for it in another form, in which it stands there already.
    const key = request.headers['idempotency-key'] ?? call.key
    const answer = await callHttp(egress, request, { key, signal })
    if ('code' in answer) return answer
    const done = isSuccess(answer)
      ? doneWith(answer, answer.text === '' ? {} : resultsOf(jsonOrText(answer.text)))
      : failedConnection(answer)
    return pairMask(tool.sign_in, call.configuration).answer(done)
  },
})
