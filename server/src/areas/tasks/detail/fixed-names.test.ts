import { checkAnswers } from '@throughline/flow/answers'
import { parse, readExpression } from '@throughline/flow/compile'
import type { Json } from '@throughline/flow/eval'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type FixedNames, readBy, withFixedNames } from './fixed-names.ts'

const { doc } = parse({
  name: 'Each',
  prefix: 'E',
  steps: [
    { id: 'one', type: 'manual', name: 'One', fields: [{ name: 'amount', type: 'number', label: 'Amount' }], next: [] },
  ],
})
const FIXED: FixedNames = {
  item: 'Hamburg',
  index: 2,
  rounds: { one: 3 },
  instance: {
    priority: 'high',
    starter: 'somebody',
    started: '2026-03-01T09:00:00.000Z',
    due: '2026-04-01T09:00:00.000Z',
  },
  today: '2026-03-15',
}
const note = { name: 'note', type: 'text' as const, label: 'Note' }

/** Whether the field is shown under this condition, by what goes out alone. */
function isShown(text: string, fixed: FixedNames, vars: Record<string, Json> = {}): boolean {
  const read = readExpression(doc, text, 'truth', true)
  if (!('tree' in read)) throw new Error(JSON.stringify(read.problem))
  const { tree, vars: more } = withFixedNames(z.parse(z.custom<Json>(), read.tree), fixed)
  const world = { show: { note: tree }, vars: { ...vars, ...more }, now: Date.now() }
  return checkAnswers([note], {}, world).hidden.length === 0
}

test.each([
  ['item == "Hamburg"', true],
  ['item == "Berlin"', false],
  ['index == 2', true],
  ['index > 2', false],
  ['rounds.one == 3', true],
  ['instance.priority == "high"', true],
  ['instance.priority == "low"', false],
  ['instance.starter == "somebody"', true],
  ['has(instance.starter)', true],
  ['instance.?starter.orValue("nobody") == "somebody"', true],
  ['instance.started < now', true],
  ['instance.due < instance.started', false],
  ['today > date("2026-03-14")', true],
])('%s shows a field: %s', (text, shown) => {
  expect(isShown(text, FIXED)).toBe(shown)
})

test.each([
  ['instance.starter == "somebody"', false],
  ['instance.starter != "somebody"', true],
  ['has(instance.starter)', false],
  ['instance.?starter.orValue("nobody") == "nobody"', true],
])('where no person started it, %s shows a field: %s', (text, shown) => {
  expect(isShown(text, { ...FIXED, instance: { ...FIXED.instance, starter: null } })).toBe(shown)
})

test('a part of an item is read, and what it lacks is not set', () => {
  const fixed: FixedNames = { ...FIXED, item: { city: 'Hamburg', people: 3 } }
  expect(isShown('item.city == "Hamburg"', fixed)).toBe(true)
  expect(isShown('item.country == "DE"', fixed)).toBe(false)
})

test('variables stay what they are', () => {
  expect(isShown('vars.amount > 5.0', FIXED, { amount: 6 })).toBe(true)
  expect(isShown('vars.amount > 5.0', FIXED)).toBe(false)
  expect(readBy(['and', ['op', '>', ['var', 'amount'], ['lit', 5]], ['set', 'other']])).toEqual(['amount', 'other'])
})
