import { expect, test } from 'vitest'
import { condition, manual, tool, workflow } from '../testing/make.ts'
import { readingsOf } from './readings.ts'

test('every reading is named with its step and its place, also of what nothing declares', () => {
  const doc = workflow(
    'sequential',
    manual('ask', ['pay'], { fields: [{ name: 'sum', type: 'number', label: 'Sum', required: true }] }),
    tool('pay', ['more'], { input: { parameters: { text: 'Pay {{ vars.sum }} and {{ vars.sum * 2 }}' } } }),
    condition('more', [[]], [], { branches: [{ when: 'vars.rest > 0', next: [] }] }),
  )
  expect(readingsOf({ ...doc, due: { date: 'vars.?day.orValue(today)' } })).toEqual([
    { name: 'day', path: '/due/date' },
    { name: 'sum', step: 'pay', path: '/steps/pay/input/parameters/text' },
    { name: 'sum', step: 'pay', path: '/steps/pay/input/parameters/text' },
    { name: 'rest', step: 'more', path: '/steps/more/branches/0/when' },
  ])
})
