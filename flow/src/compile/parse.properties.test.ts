import { FlowDoc as Shape, workflowJsonSchema } from '@throughline/contracts/workflow-document'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesOf } from '../testing/cases.ts'
import { documents } from '../testing/documents.ts'
import { compile } from './compiled.ts'
import { parse, print } from './parse.ts'
import { validate } from './validate.ts'

const keys =
  'id name type next steps start_step branches else when fields label variable due in rule order each list until for config on_reject end cancel metadata tool_id condition approvers role starter assignee escalation retry output input default columns surprise'.split(
    ' ',
  )
const values = [
  'a',
  'b',
  '',
  'manual',
  'approval',
  'condition',
  'tool',
  'wait',
  'automated',
  '1d',
  'all',
  'true',
  0,
  1,
  -2.5,
  true,
  null,
]

/** Anything at all, made of words that documents use. */
const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(...values),
    fc.array(tie('anything'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys), tie('anything'), { maxKeys: 6 }),
  ),
}))
const almost = fc.tuple(documents, fc.constantFrom(...keys), anything, fc.nat(20)).map(([doc, key, value, at]) => {
  const ids = Object.keys(doc.steps)
  const id = ids[at % ids.length] ?? ''
  return at % 3 === 0
    ? { ...doc, [key]: value }
    : { ...doc, steps: { ...doc.steps, [id]: { ...doc.steps[id], [key]: value } } }
})

test('whatever comes in, a document comes out that has the shape, prints and reads back as the same', () => {
  fc.assert(
    fc.property(fc.oneof(almost, anything, documents), (input) => {
      const { doc } = parse(input)
      expect(Shape.safeParse(doc).error).toBeUndefined()
      expect(parse(print(doc))).toEqual({ doc, problems: [] })
    }),
    { numRuns: casesOf(0.15) },
  )
}, 120_000)

test('what has the shape is read without a word, unless a condition repeats other targets', () => {
  let fitting = 0
  fc.assert(
    fc.property(fc.oneof(almost, documents), (input) => {
      const read = Shape.safeParse(input)
      if (!read.success) return
      fitting += 1
      const { doc, problems } = parse(input)
      expect(problems).toEqual([])
      const repeated = (steps: typeof doc.steps) =>
        Object.values(steps).map((step) => (step.type === 'condition' ? { ...step, next: [] } : step))
      expect({ ...doc, steps: repeated(doc.steps) }).toEqual({ ...read.data, steps: repeated(read.data.steps) })
    }),
    { numRuns: casesOf(0.1) },
  )
  expect(fitting).toBeGreaterThan(casesOf(0.03))
}, 120_000)

test('validate never throws, and accepts exactly what compile accepts', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.oneof(almost, anything, documents), (input) => {
      const { doc } = parse(input)
      const errors = validate(doc).filter(({ level }) => level === 'E')
      const compiled = compile(doc)
      expect(compiled.ok).toBe(errors.length === 0)
      accepted += Number(compiled.ok)
    }),
    { numRuns: casesOf(0.15) },
  )
  expect(accepted).toBeGreaterThan(casesOf(0.01))
}, 120_000)

test('the JSON Schema names every step type', () => {
  const text = JSON.stringify(workflowJsonSchema())
  for (const type of ['manual', 'tool', 'approval', 'condition', 'wait', 'subworkflow'])
    expect(text).toContain(`"const":"${type}"`)
})
