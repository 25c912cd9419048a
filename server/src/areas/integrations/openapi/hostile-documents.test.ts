import type { Json } from '@throughline/flow/eval'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankDocument } from '../../../../test/openapi-document.ts'
import { FoundDocument } from './found-document.ts'
import { readDocument } from './read-document.ts'
import { readOpenApi } from './read-openapi.ts'
import { MAX_SCHEMA } from './reduce-schema.ts'
import { Unusable } from './unusable.ts'

/** Of processor time: a busy machine is not the document's doing. */
const BOUND_MS = 3_000

/** What came of it, within the bound. */
function outcome(text: string): FoundDocument | string {
  const began = process.cpuUsage()
  try {
    return readDocument(text)
  } catch (error) {
    if (error instanceof Unusable) return error.message
    throw error
  } finally {
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(BOUND_MS)
  }
}

const withSchemas = (schemas: Json, schema: Json = { $ref: '#/components/schemas/S0' }) =>
  JSON.stringify({
    openapi: '3.1.0',
    paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
    components: { schemas },
  })
const problemOf = (text: string) => {
  const found = outcome(text)
  return typeof found === 'string' ? found : found.operations[0]?.problem
}
const chain = (length: number, of: (next: string, index: number) => Json) =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [`S${index}`, of(`#/components/schemas/S${index + 1}`, index)]),
  )

const laughs = [
  'openapi: 3.1.0',
  'a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]',
  ...Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]`),
].join('\n')
const REPEATED = 'This document repeats parts of itself too often, or refers to one that it doesn’t have.'

describe('a document is refused in words', () => {
  test.each([
    ['YAML that repeats itself without end', laughs, REPEATED],
    ['YAML that refers to what it doesn’t have', 'openapi: *nothing', REPEATED],
    ['YAML that holds itself', 'openapi: 3.1.0\na: &a [*a]', /repeats parts of itself|nested more than/],
    ['JSON nested without end', `{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, /nested more than 64 levels/],
    ['YAML nested without end', `a: ${'['.repeat(20_000)}`, /nested too deep|isn’t valid YAML/],
    [
      'more values than can be read',
      JSON.stringify({ openapi: '3.0.0', a: Array(600_000).fill(0) }),
      /too many values/,
    ],
    ['a name that every object has', '{"openapi":"3.0.0","paths":{"__proto__":{"get":{}}}}', /“__proto__”/],
    ['the same as YAML', 'openapi: 3.0.0\ncomponents: { schemas: { __proto__: { polluted: true } } }', /“__proto__”/],
    ['characters that no database keeps', '{"openapi":"3.0.0","info":{"title":"\\u0000"}}', /can’t be stored/],
    ['half of a character', '{"openapi":"3.0.0","info":{"title":"\\ud800"}}', /can’t be stored/],
    ['values that JSON lacks', '%YAML 1.1\n---\nopenapi: 3.0.0\nat: 2020-01-01', /values that JSON doesn’t have/],
    ['broken JSON', '{\n"openapi": "3.0.0",\n}', 'This isn’t valid JSON (line 3).'],
    ['broken YAML', 'openapi: 3.0.0\npaths: {', /^This isn’t valid YAML \(line \d\)\.$/],
    ['no document at all', '', 'This isn’t an OpenAPI document.'],
    ['a page', '<!doctype html><h1>Not found</h1>', /isn’t/],
    ['an older one', 'swagger: "2.0"', 'This is a Swagger 2 document. Convert it to OpenAPI 3, then add it.'],
    ['a later one', 'openapi: 4.0.0', 'OpenAPI 4.0.0 isn’t supported, only 3.0 and 3.1.'],
    ['one without operations', 'openapi: 3.0.0', 'This document has no operations.'],
  ])('%s', (_what, text, problem) => {
    expect(outcome(text)).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem))
  })

  test('501 operations; 500 are read', () => {
    const of = (count: number) => ({
      openapi: '3.0.0',
      paths: Object.fromEntries(Array.from({ length: count }, (_, i) => [`/p${i}`, { get: {} }])),
    })
    expect(outcome(JSON.stringify(of(501)))).toBe('This document has 501 operations. Up to 500 can be read.')
    expect(outcome(JSON.stringify(of(500)))).toMatchObject({ operations: { length: 500 } })
    expect(outcome(JSON.stringify(of(10_000)))).toBe('This document has 10000 operations. Up to 500 can be read.')
  })
})

const self = (place: string) => ({ [place]: { X: { $ref: `#/components/${place}/X` } } })
const ref = (place: string) => ({ $ref: `#/components/${place}/X` })

test.each([
  ['a path', {}, { $ref: '#/paths/~1a' }],
  ['two paths, each the other', {}, { $ref: '#/paths/~1b' }],
  ['a parameter', self('parameters'), { get: { parameters: [ref('parameters')] } }],
  ['a body', self('requestBodies'), { post: { requestBody: ref('requestBodies') } }],
  ['an answer', self('responses'), { get: { responses: { 200: ref('responses') } } }],
  ['a way to sign in', self('securitySchemes'), { get: { security: [{ X: [] }] } }],
  ['the whole document', {}, { get: { parameters: [{ $ref: '#' }] } }],
])('a reference around %s that leads back to itself ends', (_what, components, path) => {
  const paths = { '/a': path, '/b': { $ref: '#/paths/~1a' } }
  expect(outcome(JSON.stringify({ openapi: '3.1.0', paths, components }))).toBeDefined()
})

describe('an operation is refused in words', () => {
  test.each([
    ['references through a hundred others', withSchemas(chain(100, ($ref) => ({ $ref }))), /more than 16 references/],
    ['a reference to itself', withSchemas({ S0: { $ref: '#/components/schemas/S0' } }), /more than 16 references/],
    [
      'a long list of allowed values',
      withSchemas({ S0: { enum: Array.from({ length: 100_000 }, (_, i) => i) } }),
      /1000/,
    ],
    [
      'more fields than can be kept',
      withSchemas({ S0: { properties: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, {}])) } }),
      /too many fields/,
    ],
    ['a reference to an address', withSchemas({ S0: { $ref: 'http://127.0.0.1/schema.json' } }), /aren’t followed/],
    ['a reference to a file', withSchemas({ S0: { $ref: 'file:///etc/passwd' } }), /aren’t followed/],
  ])('%s', (_what, text, problem) => {
    expect(problemOf(text)).toMatch(problem)
  })

  test('a parameter with a name that every object has', () => {
    const parameters = [{ name: '__proto__', in: 'query' }]
    const text = JSON.stringify({ openapi: '3.0.0', paths: { '/a': { get: { parameters } } } })
    expect(problemOf(text)).toBe('One of its parameters has no usable name.')
  })
})

test('schemas that hold themselves, or grow with each reference, are cut to what can be kept', () => {
  const wide = chain(40, ($ref) => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`p${i}`, { $ref }])),
  }))
  const schemas = { ...wide, S40: { type: 'string' } }
  const parts = { ...chain(40, ($ref) => ({ allOf: [{ $ref }, { $ref }, { $ref }] })), S40: { type: 'string' } }
  for (const text of [withSchemas(schemas), withSchemas(parts), withSchemas({ S0: { items: { $ref: '#/paths' } } })]) {
    const found = outcome(text)
    if (typeof found === 'string') throw new Error(found)
    const [operation] = found.operations
    expect(JSON.stringify(operation?.input).length).toBeLessThanOrEqual(MAX_SCHEMA)
  }
})

test('patterns are not kept, so that nothing ever runs them', () => {
  const pattern = '^(a+)+$'
  const found = outcome(withSchemas({ S0: { properties: { a: { type: 'string', pattern } }, patternProperties: {} } }))
  expect(found).toMatchObject({ operations: [{ problem: null }] })
  expect(JSON.stringify(found)).not.toContain(pattern)
})

/** Every place in a document. */
const placesIn = (value: Json, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...placesIn(inner, [...path, key])])
    : []

function replaced(value: Json, [key, ...rest]: readonly string[], by: Json): Json {
  if (key === undefined) return by
  const at = (name: string, inner: Json) => (name === key ? replaced(inner, rest, by) : inner)
  if (Array.isArray(value)) return value.map((inner, index) => at(String(index), inner))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, at(name, inner)]))
}

test('whatever stands anywhere in a document, it is read or refused, and what was read is whole', () => {
  const document: Json = JSON.parse(JSON.stringify(bankDocument()))
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }).map((one): Json => JSON.parse(JSON.stringify(one))),
    fc.constantFrom<Json>({ $ref: '#' }, { $ref: '#/' }, { $ref: '#/paths' }, { $ref: '' }, { $ref: 1 }, []),
    fc.constantFrom<Json>('{', '../..', '%', '\u202e', 'constructor', 'toString', -1, 1e308, { allOf: [{}] }),
    fc.constantFrom<Json>({ type: 'object', properties: { a: { $ref: '#/components/schemas/Payment' } } }),
  )
  const changes = fc.array(fc.tuple(fc.constantFrom(...placesIn(document)), value), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(changes, (all) => {
      const changed = all.reduce((before, [path, by]) => replaced(before, path, by), document)
      const found = outcome(JSON.stringify(changed))
      if (typeof found === 'string') expect(found).toMatch(/\.$/)
      else expect(FoundDocument.safeParse(found).success).toBe(true)
    }),
    { numRuns: 300 },
  )
})

describe('in a process of its own', () => {
  test('a document is read', async () => {
    expect(await readOpenApi(JSON.stringify(bankDocument()))).toEqual(readDocument(JSON.stringify(bankDocument())))
  })

  test('what is refused is told, and the next one is read', async () => {
    await expect(readOpenApi(laughs)).rejects.toMatchObject({
      status: 422,
      code: 'document_refused',
      message: REPEATED,
    })
    expect(await readOpenApi('openapi: 3.0.0\npaths: { /a: { get: {} } }')).toMatchObject({ operations: [{}] })
  })

  test('a long list of names is not compared with itself', async () => {
    const names = Array.from({ length: 30_000 }, (_, index) => `name${index}: x`).join('\n')
    await expect(readOpenApi(`openapi: 3.0.0\n${names}`)).rejects.toMatchObject({ code: 'document_refused' })
  })
})
