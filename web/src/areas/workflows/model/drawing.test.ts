import { ToolId } from '@throughline/contracts/ids'
import { approval, condition, manual, subworkflow, tool, wait, workflow } from '@throughline/flow/testing/make'
import { expect, test } from 'vitest'
import { drawingOf, namesOf } from './drawing.ts'

const names = namesOf({ people: [], teams: [], workflows: [] })
const field = (name: string, label: string) => ({ name, label, type: 'currency' as const })

const invoice = workflow(
  'sequential',
  manual('enter', ['size'], { fields: [field('amount', 'Amount')], description: 'Vendor, amount and scan' }),
  condition('size', [['board'], ['lead']], ['lead'], {
    branches: [
      { name: 'Over 5,000', when: 'vars.amount > 5000', next: ['board'] },
      { when: 'vars.amount <= 100', next: ['lead'] },
    ],
  }),
  approval('board', ['pay'], {
    approvers: [{ person: 'a' }, { person: 'b' }, { person: 'c' }],
    rule: 2,
    due: { in: '3bd' },
    on_reject: { next: ['enter'] },
  }),
  approval('lead', ['pay'], { on_reject: { end: 'refused' } }),
  tool('pay', [], { tool_id: 'http.request', output: { id: 'string' }, on_failure: { next: ['by_hand'] } }),
  manual('by_hand', [], { assignee: { role: 'Accounting' }, end_outcome: 'paid by hand' }),
)
const drawing = drawingOf(invoice, names)
const outsOf = (id: string) => drawing.at(id)?.outs.map(({ label, to, back, end }) => [label, to.join(), back, end])

test('steps are numbered in the order of the outline', () => {
  expect(drawing.steps.map(({ id, n }) => `${n} ${id}`)).toEqual([
    '1 enter',
    '2 size',
    '3 board',
    '4 lead',
    '5 pay',
    '6 by_hand',
  ])
})

test('a tool of the workspace is called by its name, even where the document doesn’t repeat it', () => {
  const id = '0198f3a0-0000-7000-8000-000000000001'
  const doc = workflow('sequential', tool('pay', [], { tool_id: id }))
  const tools = [{ id: ToolId.parse(id), name: 'Brightpay bank', operations: [], connections: [] }]
  const known = namesOf({ people: [], teams: [], workflows: [], tools })
  expect(drawingOf(doc, known).at('pay')?.sub).toBe('Brightpay bank')
  expect(drawingOf(doc, names).at('pay')?.sub).toBe('Unknown tool')
})

test('a step without a name is called so', () => {
  const doc = workflow('sequential', manual('enter', [], { name: ' ' }))
  expect(drawingOf(doc, names).at('enter')?.name).toBe('Untitled step')
})

test('every way out says what it is called, where it leads and whether it leads back or ends', () => {
  expect(outsOf('size')).toEqual([
    ['Over 5,000', 'board', false, undefined],
    ['Amount up to 100', 'lead', false, undefined],
    ['Else', 'lead', false, undefined],
  ])
  expect(outsOf('board')).toEqual([
    ['Approved', 'pay', false, undefined],
    ['Rejected or changes', 'enter', true, undefined],
  ])
  expect(outsOf('lead')).toEqual([
    ['Approved', 'pay', false, undefined],
    ['Rejected', '', false, 'refused'],
    ['Changes requested', 'enter', true, undefined],
  ])
  expect(outsOf('pay')).toEqual([
    ['End', '', false, 'completed'],
    ['Failed', 'by_hand', false, undefined],
  ])
  expect(outsOf('by_hand')).toEqual([['Ends: paid by hand', '', false, 'paid by hand']])
})

test('cards say in a line what a step does and in another what it takes', () => {
  const words = (id: string) => [drawing.at(id)?.sub, drawing.at(id)?.meta]
  expect(words('enter')).toEqual(['Vendor, amount and scan', 'Starter · 1 field'])
  expect(words('size')).toEqual(['Amount over 5,000', '2 branches and else'])
  expect(words('board')).toEqual([
    'Unknown person, Unknown person, and Unknown person, at once',
    '2 of 3 · due in 3 bd',
  ])
  expect(words('pay')).toEqual(['HTTP request', '1 output'])
  expect(words('by_hand')).toEqual(['', 'Accounting · no fields'])
})

test('waits and subworkflows say how long and which version', () => {
  const doc = workflow(
    'sequential',
    wait('a', ['b'], { until: 'vars.day' }),
    wait('b', ['c']),
    subworkflow('c', ['d']),
    subworkflow('d', [], { version: 3 }),
  )
  expect(drawingOf(doc, names).steps.map(({ meta }) => meta)).toEqual([
    'Until a date',
    'For 1 h',
    'Latest version',
    'Version 3',
  ])
})

test('a draft without a valid start and with a circle still is drawn, and its ways on form no circle', () => {
  const doc = {
    ...workflow('sequential', manual('a', ['b']), manual('b', ['a', 'c']), manual('c')),
    start_step: 'gone',
  }
  const drawn = drawingOf(doc, names)
  expect(drawn.steps.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c'])
  expect(drawn.at('b')?.outs.map(({ to, back }) => [to.join(), back])).toEqual([
    ['c', false],
    ['a', true],
  ])
})

test('whoever a variable names is called as the variable is, not as an expression', () => {
  const by = (expr: string) =>
    drawingOf(
      workflow(
        'sequential',
        manual('ask', ['do'], { fields: [{ name: 'lead', label: 'Account manager', type: 'person' }] }),
        manual('do', [], { assignee: { expr } }),
      ),
      names,
    ).at('do')
  expect(by('vars.lead')).toMatchObject({ who: 'Account manager', meta: 'Account manager · no fields' })
  expect(by('vars.leads[0]')).toMatchObject({ who: 'By expression' })
})
