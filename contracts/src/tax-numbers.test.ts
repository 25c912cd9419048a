import { describe, expect, test } from 'vitest'
import { isTaxNumber } from './tax-numbers.ts'

const VALID: [country: string, number: string][] = [
  ['IN', '27AAPFU0939F1ZV'],
  ['IN', '29AAGCB7383J1Z4'],
  ['AT', 'ATU13585627'],
  ['BE', 'BE 0428.759.497'],
  ['DE', 'DE136695976'],
  ['DK', 'DK 13585628'],
  ['EE', 'EE100931558'],
  ['FI', 'FI20774740'],
  ['FR', 'FR40303265045'],
  ['GR', 'EL094259216'],
  ['HR', 'HR33392005961'],
  ['HU', 'HU12892312'],
  ['IT', 'IT00743110157'],
  ['LU', 'LU15027442'],
  ['MT', 'MT11679112'],
  ['NL', 'NL 0044 95 445 B01'],
  ['NL', 'NL002455799B11'],
  ['PL', 'PL8567346215'],
  ['PT', 'PT501964843'],
  ['RO', 'RO18547290'],
  ['SE', 'SE123456789701'],
  ['SI', 'SI50223054'],
  ['SK', 'SK2022749619'],
]

/** A digit of the number's middle, one higher. */
const miswritten = (number: string) => {
  const at = number.search(/\d(?=\D*\d\D*\d\D*\d)/)
  return `${number.slice(0, at)}${(Number(number[at]) + 1) % 10}${number.slice(at + 1)}`
}

describe('a tax number', () => {
  test.each(VALID)('of %s is accepted as people write it: %s', (country, number) => {
    expect(isTaxNumber(country, number)).toBe(true)
    expect(isTaxNumber(country, number.toLowerCase())).toBe(true)
  })

  test.each(VALID)('of %s with a wrong digit is refused: %s', (country, number) => {
    expect(isTaxNumber(country, miswritten(number))).toBe(false)
  })

  test.each([
    ['IN', '29ABCDE1234F1Z5'],
    ['IN', '25AAPFU0939F1ZV'],
    ['DE', '13669597'],
    ['NL', 'DE136695976'],
    ['US', '12-3456789'],
    ['FR', ''],
  ])('of %s that is none is refused: %s', (country, number) => {
    expect(isTaxNumber(country, number)).toBe(false)
  })

  test('of India belongs to the state it names', () => {
    expect(isTaxNumber('IN', '27AAPFU0939F1ZV', '27')).toBe(true)
    expect(isTaxNumber('IN', '27AAPFU0939F1ZV', '29')).toBe(false)
  })
})
