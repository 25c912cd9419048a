import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { validate } from '@throughline/flow/compile'
import { expect, test } from 'vitest'
import { proposeByRules } from './propose-by-rules.ts'
import { settle } from './settle.ts'

const amount = { name: 'amount', type: 'currency' as const, label: 'Amount', required: true }
const draft: FlowDoc = {
  name: 'Invoices',
  prefix: 'INV',
  type: 'sequential',
  metadata: { version: '1.0', category: 'Finance' },
  start_step: 'read',
  steps: {
    read: {
      id: 'read',
      type: 'manual',
      name: 'Read the invoice',
      next: ['pay'],
      fields: [amount],
      assignee: { starter: true },
    },
    pay: { id: 'pay', type: 'manual', name: 'Pay', next: [], fields: [], assignee: { role: 'Member' } },
  },
}
const teams = [
  { id: '7b1c0000-0000-7000-8000-000000000001', name: 'Legal' },
  { id: '7b1c0000-0000-7000-8000-000000000002', name: 'Finance' },
]
const LEGAL = teams[0]?.id

function proposed(instruction: string) {
  const { doc, diff, notDone, problems } = settle(draft, proposeByRules(instruction, draft, teams), (one) =>
    validate(one),
  )
  expect(problems.filter(({ level }) => level === 'E')).toEqual([])
  return { doc, diff, quotes: diff.map(({ quote }) => quote), notDone: notDone.map(({ quote }) => quote) }
}

test('what is over an amount is approved before a step, with the amount that the draft asks for already', () => {
  const { doc, quotes, notDone } = proposed(
    'If it is over 20,000, legal approves before paying. Remind them after two days.',
  )
  expect(quotes).toEqual(['If it is over 20,000, legal approves before paying', 'Remind them after two days'])
  expect(notDone).toEqual([])
  const [, question, approval] = Object.values(doc.steps)
  expect(question).toMatchObject({ branches: [{ when: 'vars.amount > 20000', next: [approval?.id] }], else: ['pay'] })
  expect(approval).toMatchObject({ approvers: [{ team: LEGAL }], next: ['pay'], escalation: [{ after: '2d' }] })
})

test.each([
  ['Ask Legal before paying', { type: 'approval', approvers: [{ team: LEGAL }], next: ['pay'] }],
  ['Before “Pay”, finance checks the invoice.', { type: 'manual', next: ['pay'] }],
  ['After step 1, wait three days.', { type: 'wait', for: '3d', next: ['pay'] }],
  ['Send an email to the requester.', { type: 'tool', tool_id: 'email.send', next: [] }],
])('%s', (instruction, step) => {
  const { doc, notDone } = proposed(instruction)
  expect(notDone).toEqual([])
  const added = Object.values(doc.steps).filter(({ id }) => !Object.hasOwn(draft.steps, id))
  expect(added).toMatchObject([step])
})

test.each([
  ['Rename “Pay” to “Transfer the money”', 'pay', { name: 'Transfer the money' }],
  ['Assign the payment to Finance.', 'pay', { assignee: { team: teams[1]?.id } }],
  ['Paying is due within 3 business days', 'pay', { due: { in: '3bd' } }],
  [
    'Ask for the delivery date in “Read the invoice”',
    'read',
    { fields: [amount, { name: 'delivery_date', type: 'date' }] },
  ],
])('%s', (instruction, id, step) => {
  const { doc, diff } = proposed(instruction)
  expect(doc.steps[id]).toMatchObject(step)
  expect(diff).toMatchObject([{ needs: [], is_guess: false }])
})

test('a step is taken out, and what led to it leads on', () => {
  expect(proposed('Remove the “Read the invoice” step').doc).toMatchObject({ start_step: 'pay' })
})

test('what was not understood is quoted with the reason, and what it would break is not done', () => {
  const { diff, notDone } = proposed('Make it nicer for new vendors. Remove the delivery. Rename “Pay” to “Settle”.')
  expect(diff).toHaveLength(1)
  expect(notDone).toEqual(['Make it nicer for new vendors', 'Remove the delivery'])
})

test('a change that speaks of a step which another adds needs that one', () => {
  const { diff } = proposed('Legal approves before paying and remind them after two days')
  expect(diff.map(({ id, needs }) => [id, needs])).toEqual([
    ['c1', []],
    ['c2', ['c1']],
  ])
  expect(diff[1]?.changes).toMatchObject([{ kind: 'added', what: 'setting', class: 'time' }])
})
