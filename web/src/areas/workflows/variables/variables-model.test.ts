import { parse, readingsOf, validate } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { templates } from '@throughline/flow/templates'
import { invoice } from '@throughline/flow/testing/examples'
import { condition, manual, tool, workflow } from '@throughline/flow/testing/make'
import { describe, expect, test } from 'vitest'
import { renameVariable } from './rename-variable.ts'
import { variablesOf } from './variables-model.ts'

const doc: FlowDoc = {
  ...workflow(
    'sequential',
    manual('enter', ['size'], { fields: [{ name: 'amount', type: 'number', label: 'Amount', required: true }] }),
    condition('size', [['pay']], [], {
      branches: [{ when: 'vars.amount > vars.?limit.orValue(5.0) && "vars.limit" != ""', next: ['pay'] }],
      end_outcome: 'small',
    }),
    tool('pay', [], {
      input: { parameters: { text: 'vars.limit is {{ vars.limit }}' } },
      output: { receipt: 'string' },
    }),
  ),
  variables: { limit: { type: 'number', label: 'Limit', default: 3 }, spare: { type: 'string' } },
}

const named = (name: string) => variablesOf(doc).find((variable) => variable.name === name)

describe('what is known of a variable', () => {
  test('type, label, who sets it, who reads it', () => {
    expect(named('amount')).toMatchObject({ type: 'number', label: 'Amount', writers: ['enter'], readers: ['size'] })
    expect(named('limit')).toMatchObject({ type: 'number', label: 'Limit', writers: [], readers: ['size', 'pay'] })
    expect(named('receipt')).toMatchObject({ type: 'string', writers: ['pay'], unused: false })
  })

  test('an own one that nothing sets or reads is marked; one with a default is set', () => {
    expect(named('spare')).toMatchObject({ unset: true, unused: true })
    expect(named('limit')).toMatchObject({ unset: false, unused: false })
  })

  test('one that is read but declared nowhere is listed too', () => {
    const steps = {
      ...doc.steps,
      size: condition('size', [['pay']], [], { branches: [{ when: 'vars.x > 1', next: ['pay'] }] }),
    }
    expect(variablesOf({ ...doc, steps }).find(({ name }) => name === 'x')).toMatchObject({
      type: undefined,
      readers: ['size'],
    })
  })
})

describe('renaming', () => {
  test('rewrites every reading and leaves what is only text', () => {
    const renamed = renameVariable(doc, 'limit', 'ceiling')
    expect(renamed?.variables).toHaveProperty('ceiling')
    expect(renamed?.steps.size).toMatchObject({
      branches: [{ when: 'vars.amount > vars.?ceiling.orValue(5.0) && "vars.limit" != ""' }],
    })
    expect(renamed?.steps.pay).toMatchObject({ input: { parameters: { text: 'vars.limit is {{ vars.ceiling }}' } } })
  })

  test('of the variables that templates read changes nothing else', { timeout: 30_000 }, () => {
    for (const document of templates)
      for (const { name } of variablesOf(document)
        .filter(({ readers }) => readers.length > 0)
        .slice(0, 2)) {
        const renamed = renameVariable(document, name, 'quite_another') ?? document
        expect(renamed).not.toBe(document)
        expect(readingsOf(renamed)).toHaveLength(readingsOf(document).length)
        expect(validate(renamed).map(({ code }) => code)).toEqual(validate(document).map(({ code }) => code))
      }
  })

  test('is refused where an expression that cannot be read mentions it', () => {
    const start = parse(invoice).doc
    const size = start.steps.size
    const steps =
      size?.type === 'condition'
        ? { ...start.steps, size: { ...size, branches: [{ when: 'vars.amount >', next: [] }] } }
        : {}
    expect(renameVariable({ ...start, steps }, 'amount', 'sum')).toBeUndefined()
  })
})
