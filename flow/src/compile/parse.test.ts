import { describe, expect, test } from 'vitest'
import type { Step } from '../document.ts'
import { manual, workflow } from '../testing/make.ts'
import { parse, print } from './parse.ts'

const stepsOf = (input: unknown): Record<string, Step> => parse(input).doc.steps

describe('accepted on input, one form stored', () => {
  test('a list of steps becomes a map in list order, each leading to the next', () => {
    const { doc, problems } = parse({
      name: 'Order',
      prefix: 'ORD',
      steps: [{ id: 1, name: 'One' }, { id: 'new-1700000000', name: 'Two', type: 'manual' }, { name: 'Three' }],
    })
    expect(problems).toEqual([])
    expect(Object.keys(doc.steps)).toEqual(['1', '3', 'new-1700000000'])
    expect(Object.values(doc.steps).map(({ id, next }) => [id, next])).toEqual([
      ['1', ['new-1700000000']],
      ['3', []],
      ['new-1700000000', ['3']],
    ])
    expect([doc.start_step, doc.type, doc.metadata]).toEqual([
      '1',
      'sequential',
      { version: '1.0', category: 'Uncategorized' },
    ])
  })

  test('a missing next in a map ends, a next by itself becomes a list, numbers become ids', () => {
    const steps = stepsOf({ steps: { a: { next: 7 }, 7: { next: 'b' }, b: {} } })
    expect([steps.a?.next, steps['7']?.next, steps.b?.next]).toEqual([['7'], ['b'], []])
  })

  test('older types and their config', () => {
    const steps = stepsOf({
      steps: [
        { id: 'a', type: 'automated', config: { integration_id: 'bank', integration_name: 'Bank' } },
        { id: 'b', type: 'integration', tool_id: 'mail' },
        { id: 'c', type: 'manual', config: [{ name: 'amount', type: 'string', label: 'Amount' }] },
        { id: 'd', type: 'manual', config: { fields: [{ name: 'ok', type: 'boolean' }] } },
      ],
    })
    expect(steps.a).toMatchObject({ type: 'tool', tool_id: 'bank', tool_name: 'Bank' })
    expect(steps.b).toMatchObject({ type: 'tool', tool_id: 'mail' })
    expect(steps.c).toMatchObject({ fields: [{ name: 'amount', type: 'text', label: 'Amount' }] })
    expect(steps.d).toMatchObject({ fields: [{ name: 'ok', type: 'checkbox', label: 'ok' }] })
  })

  test.each(['condition', 'expression', 'when'])(
    'a condition with one %s and two targets is a branch and an else',
    (key) => {
      const { a } = stepsOf({
        steps: { a: { type: 'condition', [key]: 'vars.n > 1', next: ['b', 'c'] }, b: {}, c: {} },
      })
      expect(a).toMatchObject({ branches: [{ when: 'vars.n > 1', next: ['b'] }], else: ['c'], next: ['b', 'c'] })
    },
  )

  test('a condition without an expression stays a draft, and branches win over next', () => {
    const { a } = stepsOf({ steps: { a: { type: 'condition', next: ['b', 'c'] } } })
    expect(a).toMatchObject({ branches: [{ when: '', next: ['b'] }], else: ['c'] })
    const { b } = stepsOf({
      steps: { b: { type: 'condition', next: ['x'], branches: [{ when: 'true', next: 'y' }], else: [] } },
    })
    expect(b).toMatchObject({ branches: [{ when: 'true', next: ['y'] }], next: ['y'] })
  })

  test('a bare duration is a due, and the rest of a retry is filled in', () => {
    const { a } = stepsOf({ steps: { a: { type: 'tool', due: '3bd', retry: { attempts: 5 } } } })
    expect(a).toMatchObject({ due: { in: '3bd' }, retry: { attempts: 5, first: '10s', factor: 2, max: '1h' } })
  })
})

test('unknown keys are dropped and named, those of the server silently', () => {
  const { doc, problems } = parse({
    name: 'A',
    status: 'active',
    created_at: 'x',
    colour: 'red',
    steps: { a: { x: 1, due: { inn: '1d' } } },
  })
  expect(problems.map(({ path }) => path).sort()).toEqual(['/colour', '/steps/a/due/inn', '/steps/a/x'])
  expect(doc).not.toHaveProperty('status')
})

test.each([
  ['nothing', undefined],
  ['a number', 5],
  ['a list', [1]],
  ['broken text', '{"name": '],
  ['steps that are none', { steps: [null, 5, { id: {} }] }],
  ['a prototype', JSON.parse('{"steps":{"__proto__":{"name":"x"}},"metadata":{"__proto__":1}}')],
  [
    'a cycle of types',
    { name: {}, prefix: [], type: 'x', metadata: 'y', start_step: null, steps: 'z', due: 5, variables: [] },
  ],
  ['something endless', { metadata: { deep: JSON.parse('['.repeat(5000) + ']'.repeat(5000)) } }],
])('%s is read without throwing', (_, input) => {
  const { doc } = parse(input)
  expect(parse(print(doc))).toEqual({ doc, problems: [] })
})

test('print writes keys in order and the targets of a condition', () => {
  const printed = print({
    ...workflow('parallel', manual('a', ['b'])),
    steps: {
      a: { next: [], type: 'condition', branches: [{ next: ['a'], when: 'true' }], else: ['b'], name: 'A', id: 'a' },
    },
  })
  expect(Object.keys(JSON.parse(printed))).toEqual(['name', 'prefix', 'type', 'metadata', 'start_step', 'steps'])
  expect(Object.keys(JSON.parse(printed).steps.a)).toEqual(['id', 'type', 'name', 'next', 'branches', 'else'])
  expect(JSON.parse(printed).steps.a.next).toEqual(['a', 'b'])
})
