import type { Json } from '@throughline/flow/eval'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { bankDocument } from '../../../../test/openapi-document.ts'
import { readDocument } from './read-document.ts'

const read = (document: Json, base?: string) => readDocument(JSON.stringify(document), base)

/** A document of one operation. */
const one = (operation: Record<string, Json>, more: Record<string, Json> = {}, method = 'post', path = '/things') => ({
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  paths: { [path]: { [method]: operation } },
  ...more,
})
const operationOf = (...args: Parameters<typeof one>) => {
  const [found] = read(one(...args)).operations
  if (!found) throw new Error('nothing was found')
  return found
}
const body = (schema: Json, type = 'application/json') => ({ requestBody: { content: { [type]: { schema } } } })
const answer = (schema: Json, type = 'application/json') => ({
  responses: { 200: { content: { [type]: { schema } } } },
})

test('a document says what can be called, in which way, and what a repeat does', () => {
  const found = read(bankDocument())
  expect(found).toMatchObject({
    openapi: '3.1',
    title: 'Brightpay bank',
    version: '4.2.0',
    servers: ['https://api.brightpay.example/v4'],
    sign_ins: [{ title: 'API key in a header', credentials: [{ in: 'header', name: 'X-Api-Key', field: 'api_key' }] }],
  })
  expect(found.operations.map(({ name, title, tag, repeat, problem }) => [name, title, tag, repeat, problem])).toEqual([
    ['createPayment', 'Create a payment', 'Payments', 'keyed', null],
    ['findPayments', 'Find payments', 'Payments', 'reads', null],
    ['getPayment', 'Look up a payment', 'Payments', 'reads', null],
    ['cancelPayment', 'Cancel a payment', 'Payments', 'once', null],
    ['patch_accounts_id_limits', 'Change limits', 'Accounts', 'once', null],
    [
      'get_accounts_id_statement',
      'Read a statement',
      'Accounts',
      'reads',
      'It answers with a file, which steps can’t take.',
    ],
  ])
  expect(found.operations[0]).toMatchObject({
    input: {
      type: 'object',
      required: ['amount', 'iban'],
      properties: { amount: { type: 'number' }, iban: { type: 'string' }, note: { type: 'string' } },
      additionalProperties: false,
    },
    output: { required: ['id', 'status'], properties: { status: { enum: ['open', 'paid'] } } },
    request: { method: 'POST', path: '/payments', body: 'json', key: { in: 'header', name: 'Idempotency-Key' } },
  })
  expect(found.operations[4]).toMatchObject({
    input: { required: ['id', 'daily'] },
    request: {
      inputs: [
        { input: 'id', in: 'path', name: 'id' },
        { input: 'daily', in: 'body', name: 'daily' },
      ],
    },
  })
})

test('the same document says the same as YAML', () => {
  expect(readDocument(stringify(bankDocument()))).toEqual(read(bankDocument()))
})

test.each([
  ['header', { parameters: [{ name: 'x-idempotency-key', in: 'header', schema: { type: 'string' } }] }, 'keyed'],
  ['field', body({ properties: { idempotencyKey: { type: 'string', format: 'uuid' } } }), 'keyed'],
  [
    'described field',
    body({ properties: { client_token: { type: 'string', description: 'Makes the call idempotent.' } } }),
    'keyed',
  ],
  ['field of another type', body({ properties: { idempotent: { type: 'boolean' } } }), 'once'],
  ['field too short for one', body({ properties: { idempotency_key: { type: 'string', maxLength: 8 } } }), 'once'],
  ['token without a word about it', body({ properties: { client_token: { type: 'string' } } }), 'once'],
  ['field in the address', { parameters: [{ name: 'idempotency-key', in: 'query', schema: {} }] }, 'once'],
])('a %s declared for a key decides whether a repeat is recognized', (_what, operation, repeat) => {
  const found = operationOf(operation)
  expect(found.repeat).toBe(repeat)
  if (repeat === 'keyed') expect(found.input.properties, 'nobody has to fill it in').toBeUndefined()
})

test('names that occur twice are told apart; a body that shares one is an input of its own', () => {
  const parameters: Json = [
    { name: 'id', in: 'path', required: true },
    { name: 'id', in: 'query' },
  ]
  const found = operationOf({ parameters, ...body({ properties: { id: {} } }) }, {}, 'put', '/things/{id}')
  expect(found.request.inputs.map(({ input, in: place }) => [input, place])).toEqual([
    ['id', 'path'],
    ['query_id', 'query'],
    ['body', 'whole_body'],
  ])
  const unnamed = { openapi: '3.0.0', paths: { '/a': { get: {}, head: {} }, '/a/': { get: {} } } }
  expect(read(unnamed).operations.map(({ name }) => name)).toEqual(['get_a', 'head_a', 'get_a_2'])
})

test('schemas are kept as far as they are checked, with what they refer to in its place', () => {
  const schemas: Json = {
    Base: { type: 'object', required: ['id'], properties: { id: { type: 'string', readOnly: true } } },
    Thing: {
      allOf: [
        { $ref: '#/components/schemas/Base' },
        {
          type: 'object',
          required: ['kind'],
          properties: {
            kind: { type: 'string', enum: ['a'], nullable: true, pattern: '(a+)+$' },
            parent: { $ref: '#/components/schemas/Thing' },
            size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
            either: { oneOf: [{ type: 'string' }, { type: 'object' }] },
            constructor: { const: 1 },
          },
        },
      ],
    },
  }
  const ref = { $ref: '#/components/schemas/Thing' }
  const found = operationOf({ ...body(ref), ...answer(ref) }, { components: { schemas } })
  const fields = {
    kind: { type: ['string', 'null'], enum: ['a', null] },
    parent: {},
    size: { type: ['integer', 'null'] },
    either: { type: ['string', 'object'] },
    constructor: { enum: [1] },
  }
  expect(found.input).toEqual({ type: 'object', properties: fields, additionalProperties: false })
  expect(found.output).toEqual({
    type: 'object',
    properties: { ...fields, id: { type: 'string' } },
    required: ['id', 'kind'],
  })
})

test.each([
  [{ parameters: [{ name: 'sid', in: 'cookie', required: true }] }, 'It needs the cookie “sid”.'],
  [body({}, 'multipart/form-data'), 'It takes multipart/form-data. Only JSON and plain forms can be sent.'],
  [{ parameters: [{ name: 'm', in: 'query', style: 'matrix' }] }, '“m” is written in a style that isn’t supported.'],
  [{ callbacks: { done: {} } }, 'It needs a callback address.'],
  [{ servers: [{ url: 'https://elsewhere.example' }] }, 'It has a server of its own.'],
  [
    body({ $ref: 'other.yaml#/Thing' }),
    '“other.yaml#/Thing” is outside of this document. References to other documents aren’t followed.',
  ],
  [body({ $ref: '#/components/schemas/None' }), '“#/components/schemas/None” isn’t in this document.'],
])('an operation that can’t be called says why: %j', (operation, problem) => {
  expect(operationOf(operation).problem).toBe(problem)
})

test.each(['/things/{id}', 'things', '/a?b=1', '/a b', '//x\\y', '/a/../b', '/a/%2E%2e'])(
  'the path %s can’t be called as it is',
  (path) => {
    expect(operationOf({}, {}, 'get', path).problem).toMatch(/path/)
  },
)

test('servers are plain addresses, with variables by default, from where the document came', () => {
  const servers: Json = [
    { url: 'https://{region}.example.com/{base}', variables: { region: { default: 'eu' }, base: { default: 'v1' } } },
    { url: '/v2/' },
    { url: 'https://user:password@example.com' },
    { url: 'ftp://example.com' },
    { url: 'https://example.com/?a=1' },
    { url: 'javascript:alert(1)' },
  ]
  expect(read(one({}, { servers })).servers).toEqual(['https://eu.example.com/v1'])
  expect(read(one({}, { servers }), 'https://docs.example.com/openapi.json').servers).toEqual([
    'https://eu.example.com/v1',
    'https://docs.example.com/v2',
  ])
  expect(read(one({}), 'https://docs.example.com/a/openapi.json').servers).toEqual(['https://docs.example.com'])
})

test.each([
  [{ a: { type: 'http', scheme: 'bearer' } }, [['Bearer token', ['token']]]],
  [{ a: { type: 'http', scheme: 'basic' } }, [['User name and password', ['user', 'password']]]],
  [{ a: { type: 'apiKey', in: 'query', name: 'key' } }, [['API key in the address', ['api_key']]]],
  [{ a: { type: 'oauth2', flows: {} } }, [['Access token', ['token']]]],
  [{ a: { type: 'apiKey', in: 'cookie', name: 'sid' } }, [['None', []]]],
  [{ a: { type: 'mutualTLS' } }, [['None', []]]],
])('how one signs in: %j', (securitySchemes, options) => {
  const found = read(one({ security: [{ a: [] }] }, { components: { securitySchemes } }))
  expect(found.sign_ins.map(({ title, credentials }) => [title, credentials.map(({ field }) => field)])).toEqual(
    options,
  )
})

test('schemes that are asked for together are one way to sign in', () => {
  const key = (name: string) => ({ type: 'apiKey', in: 'header', name })
  const components = { securitySchemes: { app: key('X-App'), user: key('X-User') } }
  const found = read(one({ security: [{ app: [], user: [] }, {}] }, { components }))
  expect(found.sign_ins).toMatchObject([
    { title: 'X-App, X-User', credentials: [{ field: 'api_key' }, { field: 'api_key_2' }] },
    { title: 'None' },
  ])
})
