import { diff } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import { describe, expect, test } from 'vitest'
import { drawingOf, type Names } from '../model/drawing.ts'
import { changeText } from './change-text.ts'
import { notableChanges } from './notable-changes.ts'

const names: Names = {
  person: (id) => ({ ana: 'Ana', ben: 'Ben' })[id] ?? 'Unknown person',
  team: () => 'Accounting',
  role: (name) => name,
  workflow: (id) => `Workflow ${id}`,
  tool: (id) => `Tool ${id}`,
}

const base: FlowDoc = {
  name: 'Invoices',
  prefix: 'INV',
  type: 'sequential',
  metadata: { version: '1.0', category: 'finance' },
  start_step: 'enter',
  steps: {
    enter: {
      id: 'enter',
      type: 'manual',
      name: 'Enter',
      next: ['size'],
      assignee: { starter: true },
      fields: [{ name: 'amount', type: 'currency', label: 'Amount', required: true }],
    },
    size: {
      id: 'size',
      type: 'condition',
      name: 'Over 5,000?',
      next: ['lead', 'pay'],
      branches: [{ name: 'Over 5,000', when: 'vars.amount > 10000', next: ['lead'] }],
      else: ['pay'],
    },
    lead: {
      id: 'lead',
      type: 'approval',
      name: 'Team lead',
      next: ['pay'],
      approvers: [{ person: 'ana' }],
      rule: 'first',
      order: 'at_once',
      due: { in: '2bd' },
    },
    pay: {
      id: 'pay',
      type: 'tool',
      name: 'Pay',
      next: ['cool'],
      tool_id: 'bank',
      input: { parameters: { to: 'x' } },
      output: { payment_id: 'string' },
      retry: { attempts: 3, first: '1m', factor: 2, max: '1h' },
    },
    cool: { id: 'cool', type: 'wait', name: 'Cool down', next: ['child'], for: '2d' },
    child: { id: 'child', type: 'subworkflow', name: 'File it', next: [], workflow_id: 'w1' },
  },
}

const copy = (edit: (doc: FlowDoc) => void): FlowDoc => {
  const made = structuredClone(base)
  edit(made)
  return made
}
const change = (id: string, values: Record<string, unknown>) => (doc: FlowDoc) => {
  Object.assign(doc.steps[id] ?? {}, values)
}
const drop = (id: string, key: string) => (doc: FlowDoc) => {
  Reflect.deleteProperty(doc.steps[id] ?? {}, key)
}

/** Each change as `title | label: before → after` or its text. */
function said(edit: (doc: FlowDoc) => void, turned = false): string[] {
  const made = copy(edit)
  const [before, after] = turned ? [made, base] : [base, made]
  const drawings = [drawingOf(before, names), drawingOf(after, names)] as const
  return notableChanges(diff(before, after).changes).map((one) => {
    const { title, label, before: was, after: is, text } = changeText(one, drawings[1], drawings[0])
    const sides = [was, is].filter((side) => side !== undefined).join(' → ')
    return [title, [label, text ?? sides].filter(Boolean).join(': ')].filter(Boolean).join(' | ')
  })
}

const note: Step = { id: 'note', type: 'manual', name: 'Note it', next: [], fields: [] }

describe('a change in words', () => {
  test.each<[string, (doc: FlowDoc) => void]>([
    ['Workflow | Name: Invoices → Bills', (doc) => Object.assign(doc, { name: 'Bills' })],
    ['Workflow | Prefix: INV → BIL', (doc) => Object.assign(doc, { prefix: 'BIL' })],
    ['Workflow | Description: All of them', (doc) => Object.assign(doc, { description: 'All of them' })],
    ['Workflow | Type: one step at a time → several steps at once', (doc) => Object.assign(doc, { type: 'parallel' })],
    ['Workflow | Category: finance → ops', (doc) => Object.assign(doc.metadata, { category: 'ops' })],
    ['Workflow | Starts with: Enter → Over 5,000?', (doc) => Object.assign(doc, { start_step: 'size' })],
    ['Workflow | no due date → due in 10 bd', (doc) => Object.assign(doc, { due: { in: '10bd' } })],
    [
      'Start form | Added field Cost centre, required',
      (doc) =>
        Object.assign(doc, { start_fields: [{ name: 'cc', type: 'text', label: 'Cost centre', required: true }] }),
    ],
    ['Workflow | Variable total', (doc) => Object.assign(doc, { variables: { total: { type: 'number' } } })],
    ['Type in | Enter → Type in', change('enter', { name: 'Type in' })],
    ['Enter | Description: Scan it', change('enter', { description: 'Scan it' })],
    ['Enter | Instructions: Look twice', change('enter', { instructions: 'Look twice' })],
    ['Enter | Priority: high', change('enter', { priority: 'high' })],
    ['Team lead | due in 2 bd → due in 1 bd', change('lead', { due: { in: '1bd' } })],
    ['Team lead | due in 2 bd → due on pay_by', change('lead', { due: { date: 'vars.pay_by' } })],
    ['Team lead | due in 2 bd → no due date', drop('lead', 'due')],
    [
      'Team lead | Escalation: reminder 1 h before it is due, goes to Ben 1 d after it is due',
      change('lead', {
        escalation: [
          { from: 'due', after: '-1h', act: 'remind' },
          { from: 'due', after: '1d', act: 'reassign', to: { person: 'ben' } },
        ],
      }),
    ],
    [
      'Enter | For each: lines, in order, until all are done',
      change('enter', { each: { list: 'vars.lines', order: 'in_order', until: 'all' } }),
    ],
    ['File it | ends → ends as paid', change('child', { end_outcome: 'paid' })],
    ['Enter | Assignee: Starter → Accounting', change('enter', { assignee: { team: 't' } })],
    ['Enter | Assignee: Starter', drop('enter', 'assignee')],
    ['Enter | Reviewer: Ana', change('enter', { reviewer: { person: 'ana' } })],
    ['Team lead | Approvers: Ana → Ana and Ben', change('lead', { approvers: [{ person: 'ana' }, { person: 'ben' }] })],
    ['Team lead | the first decision counts → all must approve', change('lead', { rule: 'all' })],
    ['Team lead | the first decision counts → 2 must approve', change('lead', { rule: 2 })],
    ['Team lead | at once → in order', change('lead', { order: 'in_order' })],
    ['Team lead | the starter can’t approve → the starter can approve', change('lead', { allow_self: true })],
    ['Team lead | If rejected: ends as refused', change('lead', { on_reject: { end: 'refused' } })],
    [
      'Enter | Added field Cost centre, required',
      (doc) => {
        if (doc.steps.enter?.type === 'manual')
          doc.steps.enter.fields.push({ name: 'cc', type: 'text', label: 'Cost centre', required: true })
      },
    ],
    ['Enter | Removed field Amount', change('enter', { fields: [] })],
    [
      'Enter | Field Amount: optional',
      change('enter', { fields: [{ name: 'amount', type: 'currency', label: 'Amount', required: false }] }),
    ],
    [
      'Enter | Field Amount is now Total',
      change('enter', { fields: [{ name: 'total', type: 'currency', label: 'Total', required: true }] }),
    ],
    [
      'Over 5,000? | Over 5,000: amount > 10000 → amount > 5000',
      change('size', { branches: [{ name: 'Over 5,000', when: 'vars.amount > 5000', next: ['lead'] }] }),
    ],
    ['Pay | 3 attempts → 5 attempts', change('pay', { retry: { attempts: 5, first: '1m', factor: 2, max: '1h' } })],
    ['Pay | at most 5 min', change('pay', { timeout: '5m' })],
    ['Pay | Tool: Tool bank → Tool mail', change('pay', { tool_id: 'mail' })],
    ['Pay | Input to: x → y', change('pay', { input: { parameters: { to: 'y' } } })],
    ['Pay | Output payment_id: string → number', change('pay', { output: { payment_id: 'number' } })],
    ['Cool down | waits 2 d → waits 3 d', change('cool', { for: '3d' })],
    ['File it | Workflow: Workflow w1 → Workflow w2', change('child', { workflow_id: 'w2' })],
    ['File it | Workflow: version 3', change('child', { version: 3 })],
    ['Note it', (doc) => Object.assign(doc.steps, { note })],
  ])('%s', (words, edit) => {
    expect(said(edit)).toEqual([words])
  })

  test('of where a step leads', () => {
    expect(said(change('lead', { next: ['cool'] }))).toEqual([
      'Team lead | No longer leads to Pay',
      'Team lead | Leads to Cool down',
    ])
    expect(said(change('size', { else: ['cool'] }))).toEqual([
      'Over 5,000? | Else: no longer leads to Pay',
      'Over 5,000? | Else: leads to Cool down',
    ])
    expect(said(change('pay', { on_failure: { next: ['enter'] } }))).toEqual(['Pay | If it fails: leads to Enter'])
  })

  test('of the change alone, where the older document is not at hand', () => {
    const made = copy(change('lead', { due: { in: '1bd' } }))
    const [one] = diff(base, made).changes
    if (!one) throw new Error('nothing changed')
    expect(changeText(one, drawingOf(made, names))).toEqual({
      title: 'Team lead',
      before: 'due in 2 bd',
      after: 'due in 1 bd',
    })
  })

  test('says nothing more of lines that came with their step', () => {
    const inserted = (doc: FlowDoc) => {
      Object.assign(doc.steps, { note: { ...note, next: ['pay'] } })
      change('lead', { next: ['note'] })(doc)
    }
    expect(said(inserted)).toEqual(['Note it', 'Team lead | No longer leads to Pay'])
  })

  test('of a step that is gone, by the name it had', () => {
    const gone = (doc: FlowDoc) => Object.assign(doc.steps, { note })
    expect(said(gone, true)).toEqual(['Note it'])
  })
})
