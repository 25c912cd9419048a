import { describe, expect, test } from 'vitest'
import type { Target } from './form-mapping.ts'
import { convertGiven, givenBy, startMappingProblems, stepsOf, titleFrom, valueAt } from './start-mapping.ts'

const target = (variable: string, type: Target['type'], more: Partial<Target> = {}): Target => ({
  variable,
  label: variable,
  type,
  required: false,
  ...more,
})

describe('a path', () => {
  test.each([
    ['$', []],
    ['$.total.amount', ['total', 'amount']],
    ['$.lines[0].price', ['lines', 0, 'price']],
    [`$['ship to'].city`, ['ship to', 'city']],
    ['$["a.b"]', ['a.b']],
  ])('%s is read', (path, steps) => expect(stepsOf(path)).toEqual(steps))

  test.each(['', 'total', '$total', '$..a', '$.', '$[a]', '$.a b', `$.${'x'.repeat(300)}`])('%s is none', (path) =>
    expect(stepsOf(path)).toBeUndefined(),
  )

  test('finds what stands there and nothing that an object inherits', () => {
    const content = { lines: [{ price: 3 }], total: null }
    expect(valueAt(content, '$.lines[0].price')).toBe(3)
    for (const path of ['$.lines[1].price', '$.lines.length', '$.constructor.name', '$.total.amount'])
      expect(valueAt(content, path)).toBeUndefined()
  })
})

test('a mapping gives what is there; nothing and null give nothing', () => {
  const mapping = { vendor: '$.supplier.name', amount: '$.total', note: '$.note' }
  expect(givenBy(mapping, { supplier: { name: 'Quayside' }, note: null })).toEqual({ vendor: 'Quayside' })
})

describe('a value becomes what its variable holds', () => {
  test.each<[Target['type'], Parameters<typeof givenBy>[1], unknown]>([
    ['number', '12480.50', 12480.5],
    ['number', '12.480,50', undefined],
    ['number', '1e5', undefined],
    ['boolean', 'no', false],
    ['boolean', 'maybe', undefined],
    ['string', 7, '7'],
    ['string', { a: 1 }, undefined],
    ['date', '2026-11-12T10:00:00Z', '2026-11-12'],
    ['date', '12/11/2026', undefined],
    ['list', 'one', ['one']],
    ['table', [{ a: 1 }], [{ a: 1 }]],
    ['table', ['a'], undefined],
    ['json', { a: [1] }, { a: [1] }],
    ['file', 'x', undefined],
  ])('%s from %j', (type, got, expected) => {
    const { values, wrong } = convertGiven([target('it', type)], { it: got })
    expect(values.get('it')).toEqual(expected)
    expect(wrong.length).toBe(expected === undefined ? 1 : 0)
  })

  test('one of the options, or none', () => {
    const choice = target('size', 'string', { options: [{ value: 's', label: 'Small' }] })
    expect(convertGiven([choice], { size: 's' }).wrong).toEqual([])
    expect(convertGiven([choice], { size: 'xl' }).wrong).toEqual([{ variable: 'size', wanted: 'string', got: 'xl' }])
  })
})

test('what could never start the workflow is named', () => {
  const targets = [target('vendor', 'string', { required: true }), target('scan', 'file'), target('amount', 'number')]
  expect(startMappingProblems(targets, { scan: '$.s', amount: 'x', other: '$.o' }, {})).toEqual([
    { code: 'file', variable: 'scan' },
    { code: 'bad_path', variable: 'amount' },
    { code: 'unknown_variable', variable: 'other' },
    { code: 'missing', variable: 'vendor' },
  ])
  expect(startMappingProblems(targets, { vendor: '$.v' }, { vendor: 'Acme' })).toEqual([
    { code: 'twice', variable: 'vendor' },
  ])
  expect(startMappingProblems(targets, {}, { vendor: 'Acme' })).toEqual([])
})

test('a title takes values of the content', () => {
  const content = { number: 'INV-7', total: { amount: 12 }, lines: [] }
  expect(titleFrom('Invoice {$.number} of {$.total.amount}', content)).toBe('Invoice INV-7 of 12')
  expect(titleFrom('Invoice {$.lines} {$.none} {number}', content)).toBe('Invoice {number}')
  expect(titleFrom(`${'x'.repeat(199)}😀`, content).isWellFormed()).toBe(true)
})
