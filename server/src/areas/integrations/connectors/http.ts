import { randomUUID } from 'node:crypto'
import type { Json } from '@throughline/flow/eval'
import { isJsonObject } from '@throughline/flow/eval/json'
import type { Connector, ConnectorCall, Reach } from './connector.ts'
import { statusText } from './failure-text.ts'
import {
  callHttp,
  connectionHeaders,
  doneWith,
  failedConnection,
  type HttpRequest,
  isSuccess,
  jsonOrText,
  NOT_SENDABLE,
} from './http-call.ts'
import { inSteps } from './test-steps.ts'
import { refused, type ToolAnswer } from './tool-answer.ts'
import { textIn } from './values.ts'

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

const plainText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** An address below the base of the connection, which alone decides where its key goes. */
function addressOf(base: Json | undefined, path: Json | undefined, query: Json | undefined): string | undefined {
  const root = typeof base === 'string' ? URL.parse(base) : null
  if (!root) return undefined
  const prefix = root.pathname.replace(/\/+$/, '')
  const below = typeof path === 'string' ? path.replace(/^\/+/, '') : ''
  const url = URL.parse(`${prefix}/${below}`, root.origin)
  if (!url || url.origin !== root.origin) return undefined
  if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) return undefined
  for (const [name, value] of Object.entries(isJsonObject(query) ? query : {}))
    if (value !== null) url.searchParams.append(name, plainText(value))
  return url.href
}

/** A text goes as it is, anything else as JSON. */
function contentOf(body: Json | undefined): Pick<HttpRequest, 'headers' | 'body'> {
  if (body === undefined || body === null) return { headers: {}, body: undefined }
  return typeof body === 'string'
    ? { headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function call({ egress, signal }: Reach, given: ConnectorCall): Promise<ToolAnswer> {
  const { operation, input, configuration, key, marks } = given
  const url = addressOf(configuration.base_address, input.path, input.query)
  if (url === undefined) return refused('The path must stay below the base address of the connection.')
  const headers = connectionHeaders(configuration)
  if (!headers) return refused(NOT_SENDABLE)
  const method = operation.name === 'get' ? 'GET' : METHODS.find((one) => one === input.method)
  if (!method) return refused('The method isn’t one of the allowed values.')
  const content = contentOf(method === 'GET' ? undefined : input.body)
  const request: HttpRequest = {
    url,
    method,
    headers: { ...content.headers, ...headers, ...marks },
    body: content.body,
  }
  const answer = await callHttp(egress, request, { key, signal })
  if ('code' in answer) return answer
  if (!isSuccess(answer)) return failedConnection(answer)
  return doneWith(answer, { status: answer.status, body: jsonOrText(answer.text) })
}

const PATH = { type: 'string', title: 'Path', description: 'Added to the base address of the connection.' }
const QUERY = { type: 'object', title: 'Query' }
const OUTPUT = {
  type: 'object',
  properties: { status: { type: 'integer', title: 'Status' }, body: { title: 'Body' } },
  required: ['status', 'body'],
}

export const http: Connector = {
  id: 'c0000001-0000-4000-8000-000000000000',
  name: 'HTTP',
  short_description: 'Calls a web API at one address',
  description:
    'Calls paths under one base address with the token and headers stored in the connection. Each step chooses the path and what to send.',
  categories: ['development'],
  tool_url: 'https://www.rfc-editor.org/rfc/rfc9110',
  is_paid: false,
  schema: {
    type: 'object',
    properties: {
      base_address: { type: 'string', title: 'Base address', format: 'uri' },
      token: { type: 'string', title: 'Token', format: 'password' },
      headers: {
        type: 'object',
        title: 'Headers',
        description: 'As JSON, such as { "X-Api-Key": "…" }.',
        format: 'password',
        additionalProperties: { type: 'string' },
      },
      honours_key: { type: 'boolean', title: 'Recognizes a repeated call by its Idempotency-Key header' },
    },
    required: ['base_address'],
  },
  operations: [
    {
      name: 'get',
      title: 'Read (GET)',
      input: { type: 'object', properties: { path: PATH, query: QUERY }, additionalProperties: false },
      output: OUTPUT,
      repeat: 'reads',
    },
    {
      name: 'request',
      title: 'Send (POST, PUT, PATCH, or DELETE)',
      input: {
        type: 'object',
        properties: {
          method: { type: 'string', title: 'Method', enum: [...METHODS] },
          path: PATH,
          query: QUERY,
          body: { title: 'Body' },
        },
        required: ['method'],
        additionalProperties: false,
      },
      output: OUTPUT,
      repeat: 'once',
    },
  ],
  recognizesKeys: ({ honours_key }) => honours_key === true,
  test: ({ egress, signal }, configuration) => {
    const address = textIn(configuration, 'base_address')
    const headers = connectionHeaders(configuration)
    const attempt = async () => {
      if (!headers) return NOT_SENDABLE
      const request: HttpRequest = { url: address, method: 'GET', headers, body: undefined }
      const answer = await callHttp(egress, request, { key: randomUUID(), signal })
      if ('code' in answer) return answer.text
      // Nothing need be at the base address itself; but who calls must be let in, and the receiver must be well.
      const isRefused = answer.status === 401 || answer.status === 403 || answer.status >= 500
      return isRefused ? statusText(answer.status, answer.text) : undefined
    }
    return inSteps([[`Call ${URL.parse(address)?.host ?? 'the base address'}`, attempt]])
  },
  call,
}
