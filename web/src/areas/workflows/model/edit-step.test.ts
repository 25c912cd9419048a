import { parse } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import { setStep } from '@throughline/flow/edit'
import { expect, test } from 'vitest'
import { editStep } from './edit-step.ts'

function docOf(step: object): { doc: FlowDoc; before: Step } {
  const { doc } = parse({
    name: 'Invoices',
    prefix: 'INV',
    type: 'sequential',
    steps: [{ id: 'a', next: [], ...step }],
  })
  const before = doc.steps['a']
  if (!before) throw new Error('no step')
  return { doc, before }
}

/** Two changes of one step, the second of which was made while the panel still showed it without the first. */
function both(given: object, first: object, second: object) {
  const { doc, before } = docOf(given)
  const changed = setStep(doc, { ...before, ...first })
  return editStep(changed, before, { ...before, ...second }).steps['a']
}

test('a change that was thought of one letter ago keeps the letter', () => {
  const step = { type: 'manual', name: 'Pay', priority: 'high' }
  expect(both(step, { name: 'Pays' }, { due: { in: '1d' } })).toMatchObject({ name: 'Pays', due: { in: '1d' } })
  expect(both(step, { name: 'Pays' }, { priority: undefined })).not.toHaveProperty('priority')
})

test('of two inputs of a tool that are filled in one after the other, both are kept', () => {
  const step = { type: 'tool', name: 'Pay', tool_id: 'http.request', input: { parameters: { method: 'POST' } } }
  const url = { input: { parameters: { method: 'POST', url: 'https://bank.example/pay' } } }
  const body = { input: { parameters: { method: 'POST', body: '{}' } } }
  const parameters = { method: 'POST', url: 'https://bank.example/pay', body: '{}' }
  expect(both(step, url, body)).toMatchObject({ input: { parameters } })
})

test('fields of a form are told apart by their names', () => {
  const sum = { name: 'sum', type: 'currency', label: 'Sum' }
  const iban = { name: 'iban', type: 'text', label: 'Account' }
  const step = { type: 'manual', name: 'Ask', fields: [sum, iban] }
  const labelled = { fields: [sum, { ...iban, label: 'IBAN' }] }
  expect(both(step, { fields: [{ ...sum, label: 'Amount' }, iban] }, labelled)).toMatchObject({
    fields: [{ label: 'Amount' }, { label: 'IBAN' }],
  })
  expect(both(step, { fields: [iban, sum] }, labelled)).toMatchObject({
    fields: [{ label: 'IBAN' }, { label: 'Sum' }],
  })
})

test('where both changed the same place the newer change stands', () => {
  const step = { type: 'manual', name: 'P', due: { in: '1d' } }
  expect(both(step, { name: 'Pa' }, { name: 'Pay' })).toMatchObject({ name: 'Pay' })
  expect(both(step, { due: { date: 'vars.by' } }, { due: { in: '2d' } })?.due).toEqual({ in: '2d' })
})

test('a step that somebody deleted meanwhile does not come back', () => {
  const { doc, before } = docOf({ type: 'manual', name: 'Pay' })
  const without = { ...doc, steps: {} }
  expect(editStep(without, before, { ...before, name: 'Pays' })).toBe(without)
})
