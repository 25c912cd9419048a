import type { Json } from '@throughline/flow/eval'
import { expect, test } from 'vitest'
import { schemaMisfit } from './schema-misfit.ts'

const schema = {
  type: 'object',
  required: ['sum'],
  additionalProperties: false,
  properties: {
    sum: { type: 'integer' },
    currency: { enum: ['EUR', 'USD'] },
    lines: { type: 'array', items: { type: 'object', properties: { text: { type: ['string', 'null'] } } } },
  },
}

const CASES: [Json, string | undefined][] = [
  [{ sum: 1 }, undefined],
  [{ sum: 1, currency: 'EUR', lines: [{ text: 'a' }, { text: null, more: 1 }] }, undefined],
  [[], 'It must be of type object.'],
  [{}, '“sum” is missing.'],
  [{ sum: 1.5 }, '“sum” must be of type integer.'],
  [{ sum: 1, tax: 2 }, '“tax” isn’t expected.'],
  [{ sum: 1, currency: 'GBP' }, '“currency” isn’t one of the allowed values.'],
  [{ sum: 1, lines: [{ text: 'a' }, { text: 2 }] }, '“lines[1].text” must be of type string or null.'],
]

test.each(CASES)('%j: %s', (value, misfit) => {
  expect(schemaMisfit(schema, value)).toBe(misfit)
})

test('a schema that says nothing takes anything', () => {
  const schemas: Json[] = [{}, true, { type: 'thing' }, { properties: 'none' }]
  for (const open of schemas) expect(schemaMisfit(open, { a: [1] })).toBeUndefined()
})

test('what has a title is called by it', () => {
  const titled = { required: ['base'], properties: { base: { title: 'Base address', type: 'string' } } }
  expect(schemaMisfit(titled, {})).toBe('“Base address” is missing.')
  expect(schemaMisfit(titled, { base: 7 })).toBe('“Base address” must be of type string.')
})
