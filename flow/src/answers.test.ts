import { FieldType } from '@throughline/contracts/workflow-document'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnswerWorld, checkAnswers } from './answers.ts'
import type { Field } from './document.ts'
import type { Json } from './eval/tree.ts'

const world = (more: Partial<AnswerWorld> = {}): AnswerWorld => ({ show: {}, vars: {}, now: 0, ...more })
const field = (type: Field['type'], more: Partial<Field> = {}): Field => ({ name: 'a', label: 'A', type, ...more })
const check = (one: Field, answer: Json) => checkAnswers([one], { a: answer }, world())
const PERSON = '0197a0b0-0000-7000-8000-000000000001'

describe('what an answer comes to', () => {
  test.each<[Field, Json, Json]>([
    [field('text'), '  Ada ', 'Ada'],
    [field('text'), '', null],
    [field('number'), '12.50', 12.5],
    [field('currency', { min: 0 }), 0, 0],
    [field('checkbox', { required: true }), null, false],
    [field('select', { options: [{ value: 'x', label: 'X' }] }), 'x', 'x'],
    [field('date'), '2024-02-29', '2024-02-29'],
    [field('person'), PERSON, PERSON],
    [field('file'), PERSON, [PERSON]],
    [field('email'), 'ada@example.com', 'ada@example.com'],
    [field('phone'), '+49 (30) 123-45', '+49 (30) 123-45'],
    [field('url'), 'https://example.com/a?b', 'https://example.com/a?b'],
  ])('%o answered with %o', (one, answer, value) => {
    expect(check(one, answer)).toEqual({ values: { a: value }, problems: {}, hidden: [] })
  })

  test.each<[Field, Json, string]>([
    [field('text', { required: true }), ' ', 'required'],
    [field('text', { max: 3 }), 'long', 'too_long'],
    [field('text'), 7, 'bad_shape'],
    [field('number'), 'twelve', 'not_a_number'],
    [field('number', { min: 2 }), 1, 'too_small'],
    [field('number', { max: 2 }), 3, 'too_large'],
    [field('checkbox'), 'yes', 'bad_shape'],
    [field('select', { options: [{ value: 'x', label: 'X' }] }), 'y', 'not_an_option'],
    [field('date'), '2023-02-29', 'bad_date'],
    [field('person'), 'Ada', 'bad_shape'],
    [field('file', { required: true }), [], 'required'],
    [field('email'), 'ada@', 'bad_email'],
    [field('phone'), '12', 'bad_phone'],
    [field('url'), 'javascript:alert(1)', 'bad_url'],
    [field('table', { columns: [field('text')], required: true }), [{ a: '' }], 'required'],
  ])('%o answered with %o is refused', (one, answer, problem) => {
    expect(check(one, answer).problems).toEqual({ a: problem })
  })

  test('a default stands where nothing was sent, not where the answer was taken back', () => {
    const one = field('text', { default: 'as usual' })
    expect(checkAnswers([one], {}, world()).values).toEqual({ a: 'as usual' })
    expect(check(one, null).values).toEqual({ a: null })
  })

  test('rows of a table say where they are wrong; empty rows are left out', () => {
    const columns = [field('text', { name: 'What' }), field('number', { name: 'net_sum', required: true })]
    const read = check(field('table', { columns }), [{}, { What: 'Ink', net_sum: 3 }, { What: 'Pens' }])
    expect(read.values).toEqual({
      a: [
        { what: 'Ink', net_sum: 3 },
        { what: 'Pens', net_sum: null },
      ],
    })
    expect(read.problems).toEqual({ 'a.2.net_sum': 'required' })
  })
})

describe('fields that depend on others', () => {
  const sick = field('select', {
    name: 'kind',
    options: [
      { value: 'sick', label: 'Sick' },
      { value: 'off', label: 'Off' },
    ],
  })
  const note = field('text', { name: 'note', required: true })
  const show: Record<string, Json> = { note: ['op', '==', ['var', 'kind'], ['lit', 'sick']] }

  test('a hidden one asks nothing and gives nothing', () => {
    expect(checkAnswers([sick, note], { kind: 'off', note: 'forged' }, world({ show }))).toEqual({
      values: { kind: 'off' },
      problems: {},
      hidden: ['note'],
    })
    expect(checkAnswers([sick, note], { kind: 'sick' }, world({ show })).problems).toEqual({ note: 'required' })
  })

  test('a condition reads earlier variables too, and one that cannot be read shows nothing', () => {
    expect(checkAnswers([note], { note: 'flu' }, world({ show, vars: { kind: 'sick' } })).values).toEqual({
      note: 'flu',
    })
    expect(checkAnswers([note], { note: 'flu' }, world({ show })).hidden).toEqual(['note'])
    expect(checkAnswers([note], { note: 'flu' }, world({ show: { note: { not: 'a tree' } } })).hidden).toEqual(['note'])
  })

  test('what hangs on a hidden answer is hidden with it', () => {
    const third = field('text', { name: 'third' })
    const chain = { ...show, third: ['set', 'note'] }
    expect(
      checkAnswers([sick, note, third], { kind: 'off', note: 'x', third: 'y' }, world({ show: chain })).hidden,
    ).toEqual(['note', 'third'])
  })
})

test('nothing that can be sent throws, and only declared variables come out', () => {
  const anyField = fc.record({ type: fc.constantFrom(...FieldType.options), required: fc.boolean() })
  fc.assert(
    fc.property(anyField, fc.jsonValue(), ({ type, required }, sent) => {
      const columns = type === 'table' ? [field('number')] : undefined
      const answers: Record<string, Json> = { a: JSON.parse(JSON.stringify(sent)), __proto__: null }
      const read = checkAnswers([field(type, { required, ...(columns && { columns }) })], answers, world())
      expect(Object.keys(read.values)).toEqual(['a'])
    }),
  )
})
