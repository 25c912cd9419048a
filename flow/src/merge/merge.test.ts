import { expect, test } from 'vitest'
import { validate } from '../compile.ts'
import type { Field, FlowDoc, Step } from '../document.ts'
import { approval, condition, manual, tool, wait, workflow } from '../testing/make.ts'
import { merge } from './merge.ts'

const field = (name: string, extra: Partial<Field> = {}): Field => ({ name, type: 'text', label: name, ...extra })
const doc = (...steps: [Step, ...Step[]]) => workflow('parallel', ...steps)
const paths = ({ conflicts }: { conflicts: { path: string }[] }) => conflicts.map(({ path }) => path)
const step = (found: { doc: FlowDoc }, id: string) => found.doc.steps[id]

const base = doc(manual('a', ['b'], { fields: [field('item'), field('amount')] }), approval('b', ['c']), wait('c'))

test('different steps, and different keys of one step, fit together', () => {
  const mine = doc(
    manual('a', ['b'], { fields: [field('item'), field('amount')], name: 'Ask' }),
    approval('b', ['c'], { rule: 'all' }),
    wait('c'),
  )
  const theirs = doc(
    manual('a', ['b'], { fields: [field('item'), field('amount')], due: { in: '2d' } }),
    approval('b', ['c'], { name: 'Approve' }),
    wait('c', [], { for: '3d' }),
  )
  const merged = merge(base, mine, theirs)
  expect(merged.conflicts).toEqual([])
  expect(step(merged, 'a')).toMatchObject({ name: 'Ask', due: { in: '2d' } })
  expect(step(merged, 'b')).toMatchObject({ name: 'Approve', rule: 'all' })
  expect(step(merged, 'c')).toMatchObject({ for: '3d' })
  expect([merged.mine.length, merged.theirs.length]).toEqual([2, 3])
})

test('fields fit together by their names, whatever their places', () => {
  const withFields = (...fields: Field[]) => doc(manual('a', ['b'], { fields }), approval('b', ['c']), wait('c'))
  const mine = withFields(field('amount', { required: true }), field('item'), field('note'))
  const theirs = withFields(field('vendor'), field('item', { label: 'What' }), field('amount'))
  const merged = merge(base, mine, theirs)
  expect(merged.conflicts).toEqual([])
  const found = step(merged, 'a')
  expect(found?.type === 'manual' && found.fields.map(({ name, label, required }) => [name, label, required])).toEqual([
    ['vendor', 'vendor', undefined],
    ['amount', 'amount', true],
    ['item', 'What', undefined],
    ['note', 'note', undefined],
  ])
})

test('the same place changed differently is a conflict, and either side can be taken', () => {
  const named = (name: string) =>
    doc(
      manual('a', ['b'], { fields: [field('item', { label: name }), field('amount')], name }),
      approval('b', ['c']),
      wait('c'),
    )
  const found = merge(base, named('Mine'), named('Theirs'))
  expect(found.conflicts).toEqual([
    { path: '/steps/a/name', step: 'a', base: 'Step a', mine: 'Mine', theirs: 'Theirs' },
    { path: '/steps/a/fields/0/label', step: 'a', base: 'item', mine: 'Mine', theirs: 'Theirs' },
  ])
  expect(found.doc).toEqual(named('Mine'))
  const taken = merge(base, named('Mine'), named('Theirs'), { '/steps/a/name': 'theirs' })
  expect(taken.conflicts).toHaveLength(2)
  expect(step(taken, 'a')).toMatchObject({ name: 'Theirs', fields: [{ label: 'Mine' }, {}] })
})

test('a step removed by one and changed by the other is a conflict at the step', () => {
  const mine = doc(manual('a', ['c'], { fields: [field('item'), field('amount')] }), wait('c'))
  const theirs = doc(
    manual('a', ['b'], { fields: [field('item'), field('amount')] }),
    approval('b', ['c'], { rule: 'all' }),
    wait('c'),
  )
  const found = merge(base, mine, theirs)
  expect(paths(found)).toEqual(['/steps/b'])
  expect(found.doc).toEqual(mine)
  const kept = merge(base, mine, theirs, { '/steps/b': 'theirs' })
  expect(step(kept, 'b')).toMatchObject({ rule: 'all' })
  expect(merge(base, mine, base).conflicts).toEqual([])
})

test('a target that the other removed stays for validation to name', () => {
  const mine = doc(manual('a', ['b'], { fields: [field('item'), field('amount')] }), approval('b', []))
  const theirs = {
    ...base,
    steps: { ...base.steps, n: manual('n', ['c']), b: approval('b', ['c'], { on_reject: { next: ['n'] } }) },
  }
  const merged = merge(base, mine, theirs)
  expect(merged.conflicts).toEqual([])
  expect(Object.keys(merged.doc.steps).sort()).toEqual(['a', 'b', 'n'])
  expect(validate(merged.doc).some(({ step: at, level }) => at === 'n' && level === 'E')).toBe(true)
})

test('edges of a parallel workflow fit together; one edge led elsewhere twice does not', () => {
  const fork = (...next: string[]) => doc(manual('a', next), wait('b'), wait('c'), wait('d'))
  expect(merge(fork('b'), fork('b', 'c'), fork('d')).doc.steps.a?.next).toEqual(['d', 'c'])
  expect(merge(fork('b', 'c'), fork('c'), fork('b', 'c', 'd')).doc.steps.a?.next).toEqual(['c', 'd'])
  expect(paths(merge(fork('b'), fork('c'), fork('d')))).toEqual(['/steps/a/next'])
  const line = (...next: string[]): FlowDoc => ({ ...fork(...next), type: 'sequential' })
  expect(paths(merge(line(), line('b'), line('c')))).toEqual(['/steps/a/next'])
})

test('branches and approvers fit together', () => {
  const branch = (name: string, when: string, ...next: string[]) => ({ name, when, next })
  const deciding = (extra: Parameters<typeof condition>[3]) =>
    doc(condition('a', [], ['b'], extra), wait('b'), wait('c'))
  const merged = merge(
    deciding({ branches: [branch('Big', 'vars.n > 10', 'b')] }),
    deciding({ branches: [branch('Huge', 'vars.n > 99', 'c'), branch('Big', 'vars.n > 10', 'b')] }),
    deciding({ branches: [branch('Big', 'vars.n > 20', 'b')], else: ['c'] }),
  )
  expect(merged.conflicts).toEqual([])
  expect(step(merged, 'a')).toMatchObject({
    branches: [branch('Huge', 'vars.n > 99', 'c'), branch('Big', 'vars.n > 20', 'b')],
    else: ['c'],
    next: ['c', 'b'],
  })
  const asked = (...approvers: (Step & { type: 'approval' })['approvers']) => doc(approval('a', [], { approvers }))
  const both = merge(
    asked({ role: 'Manager' }),
    asked({ role: 'Manager' }, { starter: true }),
    asked({ team: 't' }, { role: 'Manager' }),
  )
  expect(both.conflicts).toEqual([])
  expect(step(both, 'a')).toMatchObject({ approvers: [{ team: 't' }, { role: 'Manager' }, { starter: true }] })
})

test('alternatives are never mixed', () => {
  const due = (one: Step['due']) => doc(manual('a', [], one && { due: one }))
  expect(paths(merge(due({ in: '1d' }), due({ in: '2d' }), due({ date: 'today()' })))).toEqual(['/steps/a/due'])
  const retyped = merge(
    base,
    { ...base, steps: { ...base.steps, b: tool('b', ['c'], { name: 'Step b' }) } },
    {
      ...base,
      steps: { ...base.steps, b: approval('b', ['c'], { name: 'Approve' }) },
    },
  )
  expect(retyped.conflicts).toEqual([])
  expect(step(retyped, 'b')).toEqual(tool('b', ['c'], { name: 'Approve' }))
  const differing = {
    ...base,
    steps: { ...base.steps, b: approval('b', ['c'], { name: 'Approve', rule: 'all' as const }) },
  }
  const torn = merge(base, { ...base, steps: { ...base.steps, b: tool('b', ['c']) } }, differing, {
    '/steps/b': 'theirs',
  })
  expect(paths(torn)).toEqual(['/steps/b'])
  expect(torn.doc).toEqual(differing)
})
