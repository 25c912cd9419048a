import { expect, test } from 'vitest'
import { numberText, readNumber } from './number-text.ts'

test.each([
  ['', null],
  ['12.50', 12.5],
  ['1,234,567.8', 1_234_567.8],
  ['1 234', 1234],
  ['-3', -3],
  ['1,5', '1,5'],
  ['twelve', 'twelve'],
  ['12a', '12a'],
])('%s is read as %o', (typed, value) => {
  expect(readNumber(typed)).toBe(value)
})

test('numbers are written so that they are read back as they were', () => {
  for (const value of [0, 1.5, 1_234_567.89, -2, 0.001]) {
    expect(readNumber(numberText(value, false))).toBe(value)
    expect(readNumber(numberText(value, true))).toBe(value)
  }
})
