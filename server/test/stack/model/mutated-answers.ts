import type { FlowDoc } from '@throughline/contracts/workflow-document'
import fc from 'fast-check'

/** What the answers below are about. */
export const DRAFT: FlowDoc = {
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
      next: ['fork'],
      fields: [{ name: 'amount', type: 'currency', label: 'Amount', required: true }],
      assignee: { starter: true },
    },
    fork: {
      id: 'fork',
      type: 'condition',
      name: 'Large?',
      next: ['pay'],
      branches: [{ when: 'vars.amount > 5.0', next: ['pay'] }],
      else: ['pay'],
    },
    pay: { id: 'pay', type: 'manual', name: 'Pay', next: [], fields: [], assignee: { role: 'Member' } },
  },
}
export const INSTRUCTION = 'Ask the manager before paying, rename “Pay” to “Transfer”, and remind them after two days.'
const approval = {
  id: 'agree',
  type: 'approval',
  name: 'Manager approves',
  next: [],
  approvers: [{ role: 'Manager' }],
  rule: 'first',
  order: 'at_once',
}
const good = {
  changes: [
    {
      quote: 'Ask the manager before paying',
      edits: [{ op: 'add_steps', after: 'fork', outcome: 'b0', steps: [approval] }],
    },
    { quote: 'rename “Pay” to “Transfer”', edits: [{ op: 'change_step', step: 'pay', set: { name: 'Transfer' } }] },
    {
      quote: 'remind them after two days',
      edits: [
        { op: 'change_step', step: 'agree', set: { escalation: [{ from: 'open', after: '2d', act: 'remind' }] } },
      ],
    },
    {
      quote: '',
      is_guess: true,
      edits: [{ op: 'set_field', step: 'pay', field: { name: 'paid_on', type: 'date', label: 'Paid on' } }],
    },
    {
      quote: 'paying',
      edits: [
        { op: 'connect', from: 'pay', to: ['read'] },
        { op: 'remove_step', step: 'fork' },
      ],
    },
    {
      quote: 'Ask',
      edits: [
        { op: 'add_branch', step: 'fork', when: 'vars.amount > 9.0' },
        { op: 'change_branch', step: 'fork', branch: 0, set: { name: 'Huge' } },
      ],
    },
  ],
  not_done: [{ quote: 'rename', reason: 'Because.' }],
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Every place inside a value. */
const placesIn = (value: unknown, at: (string | number)[] = []): (string | number)[][] =>
  isObject(value) ? [at, ...Object.entries(value).flatMap(([key, one]) => placesIn(one, [...at, key]))] : [at]

function replaced(value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value))
    return value.map((one: unknown, n) => (String(n) === String(key) ? replaced(one, rest, by) : one))
  return isObject(value) ? { ...value, [key]: replaced(value[key], rest, by) } : value
}

const huge = 'x'.repeat(200_000)
const deep = JSON.parse('['.repeat(500) + ']'.repeat(500))
const HOSTILE: unknown[] = [
  null,
  undefined,
  true,
  0,
  -1,
  1e308,
  '',
  'read',
  'pay',
  '__proto__',
  'constructor',
  huge,
  deep,
  [],
  {},
  [[]],
  { op: 'add_steps' },
  { op: 'drop_table' },
  '{{ secret("x") }}',
  '\u0000',
  '\ud800',
  Array.from({ length: 5_000 }, () => 'a'),
]

/** A model’s answer as it must not be: other values anywhere in it, cut, doubled, in talk. */
export const mutated = fc
  .record({
    hits: fc.array(fc.record({ place: fc.nat(), by: fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue()) }), {
      maxLength: 4,
    }),
    form: fc.constantFrom('whole', 'whole', 'whole', 'cut', 'talk', 'doubled', 'list'),
    cut: fc.nat(),
  })
  .map(({ hits, form, cut }) => {
    const places = placesIn(good)
    const value = hits.reduce<unknown>(
      (made, { place, by }) => replaced(made, places[place % places.length] ?? [], by),
      good,
    )
    const text = JSON.stringify(value) ?? ''
    if (form === 'cut') return text.slice(0, cut % (text.length + 1))
    if (form === 'talk') return `Sure! Here you go: ${text}`
    if (form === 'doubled') return text + text
    return form === 'list' ? `[${text}]` : text
  })

/** As many as the size of what is made grows in. */
const GROWN = 20

/** One of them by its number, the same whenever it is asked for. */
export const mutatedAnswer = (n: number): string => fc.sample(mutated, { seed: n, numRuns: GROWN }).at(-1) ?? ''

/** Asks a model that answers so for the answer of this number. */
export const askingFor = (n: number): string => `${INSTRUCTION} (Answer ${n})`
export const numberAskedFor = (instruction: string): number => Number(/\(Answer (\d+)\)$/.exec(instruction)?.[1] ?? 0)
