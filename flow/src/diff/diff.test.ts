import { expect, test } from 'vitest'
import { approval, condition, manual, tool, wait, workflow } from '../testing/make.ts'
import { diff, retyped } from './diff.ts'

const field = (type: 'text' | 'number') => ({ name: 'n', type, label: 'N', required: true })
const before = workflow(
  'parallel',
  manual('a', ['b', 'c'], { fields: [field('text')], due: { in: '1d' } }),
  approval('b', ['d']),
  tool('c', ['d']),
  wait('d', ['e']),
  condition('e', [['a']], []),
)

test('each change has a place, a class and what it was', () => {
  const after = workflow(
    'parallel',
    manual('a', ['c', 'b'], { name: 'Anew', fields: [field('number')], due: { in: '2d' } }),
    approval('b', ['d'], { rule: 'all' }),
    tool('c', ['x'], { tool_id: 'mail' }),
    wait('d', ['e']),
    condition('e', [['a']], ['x']),
    manual('x', []),
  )
  const { changes, tokens } = diff(before, after)
  expect(changes.map(({ kind, what, class: of, path }) => `${kind} ${what} ${of} ${path}`)).toEqual([
    'changed setting text /steps/a/name',
    'changed setting form /steps/a/fields/0/type',
    'changed setting time /steps/a/due/in',
    'changed setting people /steps/b/rule',
    'changed setting tool /steps/c/tool_id',
    'added step flow /steps/x',
    'removed edge flow /steps/c/next',
    'added edge flow /steps/c/next',
    'added edge flow /steps/e/else',
  ])
  expect(changes[0]).toMatchObject({ before: 'Step a', after: 'Anew', step: 'a' })
  expect(tokens).toEqual({ a: 'kept', b: 'asked_anew', c: 'type', d: 'kept', e: 'kept' })
})

test('a document does not differ from itself, and settings of the whole are told too', () => {
  expect(diff(before, structuredClone(before)).changes).toEqual([])
  const renamed = { ...before, name: 'Other', start_fields: [field('text')] }
  expect(diff(before, renamed).changes.map(({ kind, class: of, path }) => [kind, of, path])).toEqual([
    ['changed', 'text', '/name'],
    ['added', 'form', '/start_fields'],
  ])
  expect(diff(before, workflow('parallel', manual('a'))).tokens).toMatchObject({ a: 'kept', b: 'gone' })
})

test('a variable that is read and changes its type keeps instances from being moved', () => {
  const reading = (type: 'text' | 'number') =>
    workflow(
      'sequential',
      manual('a', ['b'], { fields: [field(type)] }),
      condition('b', [[]], [], { branches: [{ when: 'string(vars.n) == "1"', next: [] }] }),
    )
  expect(retyped(reading('text'), reading('number'))).toEqual(['n'])
  expect(retyped(reading('text'), reading('text'))).toEqual([])
})
