import { Json as JsonSchema } from '@throughline/contracts/json'
import type { VarType } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import fc, { type Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import { fixedBody, fixedTexts } from './fixed-values.ts'

const target = (type: VarType) => [{ variable: 'value', label: 'Value', type, required: false }]
const text = fc.string({
  unit: fc.constantFrom('a', ',', ' ', '[', ']', '"', '1', 'é', '\n'),
  minLength: 1,
  maxLength: 6,
})
const filled = text.filter((one) => one.trim() !== '')
/** As a server keeps it: what JSON can't hold, such as a negative zero, never comes. */
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.stringify(value))
  .filter((one) => !one.includes('__proto__'))
  .map((one) => JsonSchema.parse(JSON.parse(one)))

const VALUES: [VarType, Arbitrary<Json>][] = [
  ['string', filled],
  ['number', fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0))],
  ['boolean', fc.boolean()],
  ['list', fc.array(fc.oneof(text, fc.integer(), json), { maxLength: 4 })],
  ['table', fc.array(fc.dictionary(filled, json), { maxLength: 3 })],
  ['json', fc.oneof(text, json)],
]

test.each(VALUES)('a fixed %s that is saved again without a change stays what it was', (type, values) => {
  fc.assert(
    fc.property(values, (value) => {
      const targets = target(type)
      expect(fixedBody(fixedTexts({ value }, targets), targets)).toEqual({ value })
    }),
  )
})

test.each<[Json, string]>([
  [['Paper', 'Ink'], 'Paper, Ink'],
  [['Paper, white', 'Ink'], '["Paper, white","Ink"]'],
  [[], '[]'],
])('a list such as %j is shown as people write it, where that reads back', (value, shown) => {
  expect(fixedTexts({ value }, target('list'))).toEqual({ value: shown })
})
