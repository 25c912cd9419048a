import { manual, workflow } from '@throughline/flow/testing/make'
import { expect, test } from 'vitest'
import { celReader } from './drawing-cel.ts'

const fields = [
  { name: 'amount', label: 'Amount', type: 'number' as const },
  { name: 'Kind of visit', label: 'Visit', type: 'text' as const },
]
const read = celReader({
  ...workflow('sequential', manual('a', [], { fields })),
  variables: { is_urgent: { type: 'boolean', label: 'Urgent' } },
})

test.each([
  ['vars.amount > 5000', 'Amount over 5,000'],
  ['vars.amount >= 10.5', 'Amount from 10.5'],
  ['vars.kind_of_visit == "first_time"', 'Visit is first time'],
  ['vars.kind_of_visit != ""', 'Visit is not empty'],
  ['vars.kind_of_visit in ["new", "urgent"]', 'Visit is new or urgent'],
  ['vars.is_urgent', 'Urgent'],
  ['!vars.is_urgent', 'Not urgent'],
  ['vars.is_urgent == false', 'Not urgent'],
  ['vars.cost_centre == "A && B"', 'Cost centre is A && B'],
  ['vars.amount > 1 && vars.is_urgent', 'Amount over 1 and Urgent'],
  ['vars.amount > 1 || vars.amount < -1', 'Amount over 1 or Amount under -1'],
])('%s reads %s', (when, words) => {
  expect(read(when)).toBe(words)
})

test.each(['size(vars.list) > 3', 'vars.a > 1 && vars.b > 1 || vars.c', 'vars.amount > vars.limit', 'true', ''])(
  '%s says more than a few words can',
  (when) => {
    expect(read(when)).toBeUndefined()
  },
)
