import { expect, test } from 'vitest'
import { bottomItems, everyItem, SECTIONS } from './nav-items.ts'

const labels = (items: { label: string }[]) => items.map(({ label }) => label)

test('Pricing is offered to admins only', () => {
  expect(labels(bottomItems(true))).toEqual(['Pricing', 'Help', 'Feedback'])
  expect(labels(bottomItems(false))).toEqual(['Help', 'Feedback'])
  expect(labels(everyItem(false))).not.toContain('Pricing')
})

test('of the groups only the work is open at first', () => {
  expect(SECTIONS.map(({ label, open }) => [label, open])).toEqual([
    ['Workflow Management', true],
    ['Insights', false],
    ['Configuration', false],
    ['Organization', false],
  ])
})
