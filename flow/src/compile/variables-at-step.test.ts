import { expect, test } from 'vitest'
import { coveredBy, knownAt, parse, usualReturn } from '../compile.ts'

const text = (name: string, required: boolean) => ({ name, type: 'text', label: name, required })
const { doc } = parse({
  name: 'Invoice',
  prefix: 'INV',
  type: 'sequential',
  start_fields: [text('vendor', true), text('remark', false)],
  steps: {
    enter: { id: 'enter', type: 'manual', name: 'Enter', fields: [text('amount', true)], next: ['size'] },
    size: {
      id: 'size',
      type: 'condition',
      name: 'Size',
      branches: [{ when: 'true', next: ['ask'] }],
      else: ['lead'],
    },
    ask: { id: 'ask', type: 'manual', name: 'Ask', fields: [text('reason', true)], next: ['lead'] },
    lead: { id: 'lead', type: 'approval', name: 'Lead', approvers: [{ role: 'Manager' }], next: ['pay'] },
    pay: { id: 'pay', type: 'manual', name: 'Pay', fields: [text('receipt', true)], next: [] },
  },
})

const known = (id: string) => Object.fromEntries(knownAt(doc, id).map(({ name, sure }) => [name, sure]))

test('what every way sets is sure; what one way sets, or a return, is not; what comes later is unknown', () => {
  expect(known('size')).toEqual({ vendor: true, remark: false, amount: true, reason: false })
  expect(known('pay')).toEqual({ vendor: true, remark: false, amount: true, reason: false })
  expect(knownAt(doc, 'pay').find(({ name }) => name === 'amount')).toMatchObject({
    type: 'string',
    field: { label: 'amount' },
  })
})

test('an approval covers the forms before it and leads back to the one that every way passes', () => {
  expect(coveredBy(doc, 'lead')).toEqual(['enter', 'ask'])
  expect(usualReturn(doc, 'lead')).toBe('enter')
  expect(usualReturn(doc, 'enter')).toBeUndefined()
})
