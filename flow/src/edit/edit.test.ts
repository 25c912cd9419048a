import { expect, test } from 'vitest'
import { validate } from '../compile.ts'
import type { FlowDoc } from '../document.ts'
import { applyEdit, applyEdits, type Edit, isOvertaken, needsOf } from '../edit.ts'
import { approval, condition, manual, wait, workflow } from '../testing/make.ts'

const amount = { name: 'amount', type: 'currency' as const, label: 'Amount', required: true }
const doc = workflow('sequential', manual('ask', ['pay'], { fields: [amount] }), manual('pay'))

function applied(edit: Edit, to: FlowDoc = doc): FlowDoc {
  const made = applyEdit(to, edit)
  if ('problem' in made) throw new Error(made.problem)
  return made.doc
}
const problemOf = (edit: Edit) => {
  const made = applyEdit(doc, edit)
  return 'problem' in made ? made.problem : undefined
}
const errors = (made: FlowDoc) => validate(made).filter(({ level }) => level === 'E')

test('steps are added between a step and what followed it, or before the first', () => {
  const made = applied({ op: 'add_steps', after: 'ask', steps: [wait('rest'), approval('agree')] })
  expect(Object.keys(made.steps)).toEqual(['ask', 'rest', 'agree', 'pay'])
  expect(made.steps.ask?.next).toEqual(['rest'])
  const first = applied({ op: 'add_steps', after: null, steps: [wait('rest')] })
  expect([first.start_step, first.steps.rest?.next]).toEqual(['rest', ['ask']])
})

test('a condition that is added leads on by every way, and steps can stand on one of them', () => {
  const fork = condition('large', [[]], [], { branches: [{ when: 'vars.amount > 5.0', next: [] }] })
  const split = applied({ op: 'add_steps', after: 'ask', steps: [fork] })
  expect(split.steps.large).toMatchObject({ branches: [{ next: ['pay'] }], else: ['pay'] })
  const made = applied({ op: 'add_steps', after: 'large', outcome: 'b0', steps: [approval('agree')] }, split)
  expect(made.steps.large).toMatchObject({ branches: [{ next: ['agree'] }], else: ['pay'] })
  expect(made.steps.agree?.next).toEqual(['pay'])
  expect(errors(made)).toEqual([])
  const rejected = applied({ op: 'add_steps', after: 'agree', outcome: 'rejected', steps: [manual('tell')] }, made)
  expect(rejected.steps.agree).toMatchObject({ on_reject: { next: ['tell'] }, next: ['pay'] })
})

test('settings, fields, branches and the workflow itself are changed; null takes a setting away', () => {
  const due = applied({ op: 'change_step', step: 'pay', set: { due: { in: '2d' }, name: 'Pay it' } })
  expect(due.steps.pay).toMatchObject({ name: 'Pay it', due: { in: '2d' } })
  expect(applied({ op: 'change_step', step: 'pay', set: { due: null } }, due).steps.pay).not.toHaveProperty('due')
  const field = { ...amount, label: 'Sum' }
  expect(applied({ op: 'set_field', step: 'ask', field }).steps.ask).toMatchObject({ fields: [field] })
  expect(applied({ op: 'remove_field', step: 'ask', name: 'amount' }).steps.ask).toMatchObject({ fields: [] })
  expect(applied({ op: 'change_workflow', set: { name: 'Buying' } }).name).toBe('Buying')
  const forked = workflow('sequential', condition('a', [['b']], ['c']), manual('b'), manual('c'))
  const grown = applied({ op: 'add_branch', step: 'a', name: 'New', when: 'false' }, forked)
  expect(grown.steps.a).toMatchObject({ branches: [{ name: 'New', when: 'false', next: ['c'] }, { when: 'true' }] })
  const changed = applied({ op: 'change_branch', step: 'a', branch: 0, set: { when: 'false' } }, forked)
  expect(changed.steps.a).toMatchObject({ branches: [{ when: 'false', next: ['b'] }] })
})

test('removing and connecting keep the workflow in one piece', () => {
  expect(applied({ op: 'remove_step', step: 'ask' })).toMatchObject({ start_step: 'pay', steps: { pay: { next: [] } } })
  expect(applied({ op: 'connect', from: 'pay', to: ['ask'] }).steps.pay).toMatchObject({ next: ['ask'], back: ['ask'] })
})

test('what does not fit is refused with the reason, and nothing of it is done', () => {
  expect(problemOf({ op: 'remove_step', step: 'x' })).toBe('The step “x” doesn’t exist.')
  expect(problemOf({ op: 'add_steps', after: 'ask', steps: [manual('pay')] })).toMatch('already a step')
  expect(problemOf({ op: 'add_steps', after: 'ask', outcome: 'b3', steps: [manual('n')] })).toMatch('no way out “b3”')
  expect(problemOf({ op: 'change_step', step: 'ask', set: { next: ['pay'] } })).toMatch('isn’t a setting')
  expect(problemOf({ op: 'change_step', step: 'ask', set: { escalation: 'soon' } })).toMatch(/^escalation/)
  expect(problemOf({ op: 'change_step', step: 'ask', set: { color: 'red' } })).toMatch('color')
  expect(problemOf({ op: 'set_field', step: 'gone', field: amount })).toMatch('doesn’t exist')
  expect(problemOf({ op: 'add_branch', step: 'ask', when: 'true' })).toMatch('isn’t a condition')
  const both = applyEdits(doc, [
    { op: 'change_workflow', set: { name: 'Buying' } },
    { op: 'remove_step', step: 'x' },
  ])
  expect(both).toEqual({ problem: 'The step “x” doesn’t exist.' })
})

test('a change needs those that add the steps it speaks of', () => {
  const changes: { edits: Edit[] }[] = [
    { edits: [{ op: 'add_steps', after: 'ask', steps: [approval('agree')] }] },
    { edits: [{ op: 'change_step', step: 'agree', set: { due: { in: '1d' } } }] },
    { edits: [{ op: 'change_step', step: 'pay', set: { name: 'Pay it' } }] },
  ]
  expect(needsOf(changes)).toEqual([[], [0], []])
})

test('an edit is overtaken where somebody changed what it overwrites, and only there', () => {
  const edit: Edit = { op: 'change_step', step: 'pay', set: { name: 'Pay it' } }
  const renamed = applied({ op: 'change_step', step: 'pay', set: { name: 'Transfer' } })
  const dated = applied({ op: 'change_step', step: 'pay', set: { due: { in: '1d' } } })
  expect(isOvertaken(doc, renamed, [edit])).toBe(true)
  expect(isOvertaken(doc, dated, [edit])).toBe(false)
  expect(isOvertaken(doc, dated, [{ op: 'remove_step', step: 'pay' }])).toBe(true)
})
