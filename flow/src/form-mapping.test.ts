import { expect, test } from 'vitest'
import type { AnswerField } from './form.ts'
import { mappingProblems, matchFields, targetsOf, valueFor } from './form-mapping.ts'

const fields: AnswerField[] = [
  { name: 'txt-1', type: 'text', label: 'Legal name' },
  { name: 'chk-1', type: 'select', label: 'Services', options: [], multiple: true },
  { name: 'date-1', type: 'date', label: 'Start date' },
  { name: 'num-1', type: 'number', label: 'People on payroll' },
]
const targets = targetsOf({
  start_fields: [
    { name: 'subject', type: 'text', label: 'Subject', required: true },
    { name: 'headcount', type: 'number', label: 'Head count', required: true },
    { name: 'tier', type: 'select', label: 'Tier', required: true, show_if: 'vars.headcount > 5' },
  ],
  variables: { services: { type: 'list' } },
})

test('a start asks for its fields; what shows only sometimes is not asked of a mapping', () => {
  expect(targets.map(({ variable, type, required }) => [variable, type, required])).toEqual([
    ['subject', 'string', true],
    ['headcount', 'number', true],
    ['tier', 'string', false],
    ['services', 'list', false],
  ])
})

test('fields find their variables by name, then by type where one is required', () => {
  expect(matchFields(fields, targets)).toEqual([
    { element: 'chk-1', variable: 'services', by: 'name' },
    { element: 'txt-1', variable: 'subject', by: 'type' },
    { element: 'num-1', variable: 'headcount', by: 'type' },
  ])
})

test('a mapping says what does not fit, what is not there and what is missing', () => {
  const mapping = { 'date-1': 'headcount', 'gone-1': 'subject', 'txt-1': 'Not a name', 'chk-1': 'services' }
  expect(mappingProblems(fields, targets, mapping, {}).map(({ code }) => code)).toEqual([
    'does_not_fit',
    'no_field',
    'bad_variable',
    'missing',
  ])
  expect(mappingProblems(fields, targets, { 'num-1': 'headcount' }, { subject: 'New client' })).toEqual([])
  expect(mappingProblems(fields, targets, { 'num-1': 'headcount' }, { subject: 'x', headcount: 3 })).toEqual([
    { code: 'variable_twice', element: 'num-1', variable: 'headcount' },
  ])
})

test('an answer is written as its variable holds it', () => {
  expect(valueFor(['Payroll', 'Tax'], 'string')).toBe('Payroll, Tax')
  expect(valueFor('Payroll', 'list')).toEqual(['Payroll'])
  expect(valueFor(5, 'string')).toBe('5')
  expect(valueFor(true, 'string')).toBe('Yes')
  expect(valueFor(null, 'string')).toBeNull()
})

test('a variable with options takes only a choice of no others', () => {
  const sizes = ['small', 'large'].map((value) => ({ value, label: value }))
  const choice = targetsOf({ start_fields: [{ name: 'size', type: 'select', label: 'Size', options: sizes }] })
  const answers: AnswerField[] = [
    { name: 'txt-1', type: 'text', label: 'Size in words' },
    { name: 'sel-1', type: 'select', label: 'Size', options: sizes.slice(0, 1) },
    { name: 'sel-2', type: 'select', label: 'Country', options: [{ value: 'PT', label: 'Portugal' }] },
    { name: 'chk-1', type: 'select', label: 'Sizes', options: sizes, multiple: true },
  ]
  const wrong = (element: string) => mappingProblems(answers, choice, { [element]: 'size' }, {}).map(({ code }) => code)
  expect(wrong('sel-1')).toEqual([])
  for (const element of ['txt-1', 'sel-2', 'chk-1']) expect(wrong(element), element).toEqual(['other_options'])
})
