import { expect, test } from 'vitest'
import { moneyProblems, moneyProblemsOf } from './money.ts'

test.each([
  'const tax = net * 0.18',
  'const half = price / 2',
  'price /= 12',
  'const shown = (price / 100).toFixed(2)',
  'const share = Math.round(price * days)',
  "const read = Number.parseFloat('1.5')",
])('money that could become a float is refused: %s', (line) => {
  expect(moneyProblemsOf('billing.ts', line)).not.toEqual([])
})

test.each(['const part = (2n * BigInt(a) + b) / (2n * b)', 'const cents = 1_250', 'const sum = a + b - c * 3'])(
  'whole units are not: %s',
  (line) => expect(moneyProblemsOf('billing.ts', line)).toEqual([]),
)

test('billing has no floats', () => expect(moneyProblems()).toEqual([]))
