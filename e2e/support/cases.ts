import type { WorkflowInput } from '@throughline/contracts/workflows'
import type { Colleague } from './firm.ts'

const AMOUNT = { name: 'amount', type: 'currency', label: 'Amount', required: true }
const REASON = { name: 'reason', type: 'textarea', label: 'What for?', required: true }
const head = { type: 'parallel', metadata: { version: '1.0', category: 'finance' } }
const person = ({ me }: Colleague) => ({ person: me.member_id })

/** Asked, decided by two of three, then ordered and booked at once, signed for by each, and rested. */
export const equipment = (ada: Colleague, ben: Colleague, cleo: Colleague): WorkflowInput => ({
  ...head,
  name: 'Equipment request',
  prefix: 'EQP',
  start_step: 'ask',
  steps: {
    ask: {
      id: 'ask',
      type: 'manual',
      name: 'Describe the request',
      assignee: { starter: true },
      fields: [AMOUNT, REASON],
      next: ['decide'],
    },
    decide: {
      id: 'decide',
      type: 'approval',
      name: 'Approve the request',
      approvers: [person(ada), person(ben), person(cleo)],
      rule: 2,
      order: 'at_once',
      on_reject: { next: ['ask'] },
      on_changes: { next: ['ask'] },
      due: { in: '2bd' },
      next: ['size'],
    },
    size: {
      id: 'size',
      type: 'condition',
      name: 'Over 1,000?',
      branches: [{ name: 'Over 1,000', when: 'vars.amount > 1000', next: ['order', 'book'] }],
      else: ['sign'],
      next: ['order', 'book', 'sign'],
    },
    order: { id: 'order', type: 'manual', name: 'Order it', assignee: person(ben), fields: [], next: ['sign'] },
    book: { id: 'book', type: 'manual', name: 'Book the desk', assignee: person(cleo), fields: [], next: ['sign'] },
    sign: {
      id: 'sign',
      type: 'manual',
      name: 'Sign for it',
      assignee: { expr: 'item' },
      each: { list: JSON.stringify([ada, ben, cleo].map(({ me }) => me.member_id)), order: 'at_once', until: 'all' },
      fields: [],
      next: ['rest'],
    },
    rest: { id: 'rest', type: 'wait', name: 'Cool off', for: '2s', next: [] },
  },
})

/** Calls an address that nobody may call, then goes on. */
export const filing: WorkflowInput = {
  ...head,
  name: 'Filing',
  prefix: 'FIL',
  start_step: 'send',
  steps: {
    send: {
      id: 'send',
      type: 'tool',
      name: 'Send to the registry',
      tool_id: 'http.request',
      input: { parameters: { method: 'POST', url: 'https://10.0.0.1/filings', body: '{}' } },
      output: { status: 'number' },
      next: ['check'],
    },
    check: {
      id: 'check',
      type: 'manual',
      name: 'Check the receipt',
      assignee: { starter: true },
      fields: [],
      instructions: 'It answered {{ vars.status }}.',
      next: [],
    },
  },
}

/** One task of the starter, with two answers to give. */
export const visit: WorkflowInput = {
  ...head,
  name: 'Client visit',
  prefix: 'VIS',
  start_step: 'plan',
  steps: {
    plan: {
      id: 'plan',
      type: 'manual',
      name: 'Plan the visit',
      assignee: { starter: true },
      fields: [REASON],
      next: ['pack'],
    },
    pack: { id: 'pack', type: 'manual', name: 'Pack the papers', assignee: { starter: true }, fields: [], next: [] },
  },
}

/** Whoever of the team comes first takes it. */
export const intake = (teamId: string): WorkflowInput => ({
  ...head,
  name: 'Client intake',
  prefix: 'INT',
  start_step: 'call',
  steps: {
    call: {
      id: 'call',
      type: 'manual',
      name: 'Call the client back',
      assignee: { team: teamId },
      fields: [],
      next: [],
    },
  },
})

/** Two of three approve what lies on it. */
export const countersign = (ada: Colleague, ben: Colleague, cleo: Colleague): WorkflowInput => ({
  ...head,
  name: 'Countersigning',
  prefix: 'SGN',
  start_step: 'sign',
  steps: {
    sign: {
      id: 'sign',
      type: 'approval',
      name: 'Countersign the letter',
      approvers: [person(ada), person(ben), person(cleo)],
      rule: 2,
      order: 'at_once',
      // The journeys have approvers replace the file, too.
      allow_self: true,
      next: ['file'],
    },
    file: { id: 'file', type: 'manual', name: 'File it', assignee: { starter: true }, fields: [], next: [] },
  },
})
