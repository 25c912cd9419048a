import { expect, test } from 'vitest'
import { parse, readTemplates, sampleVariables } from '../compile.ts'
import { fill, plainCalendar } from '../eval.ts'

const { doc } = parse({
  name: 'Invoice',
  prefix: 'INV',
  type: 'sequential',
  variables: { currency: { type: 'string', default: 'EUR' } },
  start_fields: [{ name: 'vendor', type: 'text', label: 'Vendor', required: true }],
  steps: {
    enter: {
      id: 'enter',
      type: 'manual',
      name: 'Enter',
      fields: [{ name: 'amount', type: 'number', label: 'Amount', required: true }],
      next: ['pay'],
    },
    pay: {
      id: 'pay',
      type: 'tool',
      name: 'Pay',
      tool_id: 'http.request',
      input: { parameters: { url: '{{ vars.nothing }}' } },
      next: [],
    },
  },
})
const pay = doc.steps['pay']
if (!pay) throw new Error('the step is not there')
const scope = (vars: Record<string, string | number>) => ({ vars, now: 0, calendar: plainCalendar })

test('a value of the input is read by itself, however wrong the rest of the draft is, and filled', () => {
  const value = { to: 'For {{ vars.vendor }}', cents: ['{{ vars.amount * 100.0 }}'], plain: 'text' }
  const read = readTemplates(doc, pay, value)
  expect(read?.reads.toSorted()).toEqual(['amount', 'vendor'])
  expect(fill(value, read?.templates ?? {}, scope({ vendor: 'Brightline', amount: 12.5 }))).toEqual({
    ok: true,
    value: { to: 'For Brightline', cents: [1250], plain: 'text' },
  })
  expect(readTemplates(doc, pay, 'nothing to fill')).toEqual({ templates: {}, reads: [] })
})

test('what cannot be read is not filled; a secret stays its name', () => {
  expect(readTemplates(doc, pay, '{{ vars.nothing }}')).toBeUndefined()
  expect(readTemplates(doc, pay, '{{ vars.vendor }} {{ vars. }}')).toBeUndefined()
  const read = readTemplates(doc, pay, "Bearer {{ secret('key') }}")
  expect(fill("Bearer {{ secret('key') }}", read?.templates ?? {}, scope({}))).toEqual({
    ok: true,
    value: "Bearer {{ secret('key') }}",
  })
})

test('a sample stands for everything that a draft may set, and a default for itself', () => {
  expect(sampleVariables(doc, scope({}))).toEqual({ vendor: 'Sample vendor', amount: 1, currency: 'EUR' })
})
