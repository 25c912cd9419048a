import { expect, test } from 'vitest'
import { needsStarter, starterSteps, validate } from '../../compile.ts'
import type { Step } from '../../document.ts'
import { approval, condition, manual, tool, workflow } from '../../testing/make.ts'

const ana = { person: 'ana' }
const unnamed: Step = { id: 'a', type: 'manual', name: 'Step a', next: ['b'], fields: [] }

test.each<[string, Step, string[]]>([
  ['a form that is given to the starter', manual('a', ['b']), ['a']],
  ['a form that names nobody', unnamed, ['a']],
  ['a form that the starter reviews', manual('a', ['b'], { assignee: ana, reviewer: { starter: true } }), ['a']],
  ['an approval that asks the starter', approval('a', ['b'], { approvers: [ana, { starter: true }] }), ['a']],
  [
    'a form that goes to the starter when it is late',
    manual('a', ['b'], {
      assignee: ana,
      escalation: [{ from: 'open', after: '1d', act: 'reassign', to: { starter: true } }],
    }),
    ['a'],
  ],
  ['a form for somebody else', manual('a', ['b'], { assignee: ana }), []],
  ['an approval by a role', approval('a', ['b']), []],
  ['a step that asks nobody', tool('a', ['b']), []],
])('%s', (_name, step, expected) => {
  const doc = workflow('sequential', step, manual('b', [], { assignee: { team: 't1' } }))
  expect(starterSteps(doc)).toEqual(expected)
  expect(needsStarter(doc)).toBe(expected.length > 0)
})

test('steps that no way leads to ask for nobody; those of every branch do, in the order of the document', () => {
  const doc = workflow(
    'sequential',
    condition('size', [['large']], ['small']),
    manual('lost'),
    manual('small'),
    manual('large', ['small']),
  )
  expect(starterSteps(doc)).toEqual(['small', 'large'])
})

test('a draft whose start is missing needs nobody yet', () => {
  expect(needsStarter({ ...workflow('sequential', manual('a')), start_step: 'gone' })).toBe(false)
})

test('where responses start a workflow and nobody stands in, the steps for the starter are warned about', () => {
  const doc = workflow('sequential', unnamed, manual('b', [], { assignee: ana }))
  const warned = (startsAlone: boolean) =>
    validate(doc, { startsAlone }).flatMap(({ code, step }) => (code === 'starter_missing' ? [step] : []))
  expect(warned(true)).toEqual(['a'])
  expect(warned(false)).toEqual([])
})
