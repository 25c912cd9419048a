import { stateOf } from './indian-states.ts'

/** Spaces, dots and hyphens are how people write them; they are no part of a number. */
export const plainTaxNumber = (written: string): string => written.replace(/[\s.-]/g, '').toUpperCase()

const digitsOf = (text: string) => Array.from(text, Number)
const weighted = (digits: readonly number[], weights: readonly number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0)
const sumOfDigits = (n: number) => (n > 9 ? n - 9 : n)

const BASE_36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The last sign of a GSTIN: every second one counts twice, and each counts as the sum of its two digits of base 36. */
function gstinCheck(signs: string): string {
  const sum = Array.from(signs).reduce((total, sign, at) => {
    const product = BASE_36.indexOf(sign) * (at % 2 === 0 ? 1 : 2)
    return total + Math.trunc(product / 36) + (product % 36)
  }, 0)
  return BASE_36.charAt((36 - (sum % 36)) % 36)
}

function isGstin(number: string, region: string | null): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(number)) return false
  const state = number.slice(0, 2)
  if (!stateOf(state) || (region !== null && region !== state)) return false
  return gstinCheck(number.slice(0, 14)) === number.charAt(14)
}

/** ISO 7064, mod 11,10. */
function iso11of10(digits: readonly number[]): boolean {
  const product = digits.slice(0, -1).reduce((carry, digit) => {
    const sum = (digit + carry) % 10 || 10
    return (2 * sum) % 11
  }, 10)
  return (11 - product) % 10 === digits.at(-1)
}

/** Every second digit from the right counts twice. */
const luhn = (digits: readonly number[]) =>
  digits.toReversed().reduce((sum, digit, at) => sum + (at % 2 === 1 ? sumOfDigits(digit * 2) : digit), 0) % 10 === 0

/** Letters count 10 to 35, as in the numbers of bank accounts. */
const mod97 = (text: string) => Number(BigInt(Array.from(text, (sign) => BASE_36.indexOf(sign)).join('')) % 97n)

const byWeights =
  (weights: readonly number[], modulus: number, check: (rest: number) => number) => (digits: readonly number[]) =>
    check(weighted(digits, weights) % modulus) === digits.at(-1)

type Check = (number: string) => boolean
const onDigits =
  (check: (digits: readonly number[]) => boolean): Check =>
  (number) =>
    check(digitsOf(number))

const ofEleven = (rest: number) => (rest === 10 ? 0 : rest)
const toEleven = (rest: number) => (11 - rest > 9 ? 0 : 11 - rest)
const dutch = byWeights([9, 8, 7, 6, 5, 4, 3, 2], 11, (rest) => rest)
const slovene = byWeights([8, 7, 6, 5, 4, 3, 2], 11, (rest) => ofEleven(11 - rest))
const polish = byWeights([6, 5, 7, 2, 3, 4, 5, 6, 7], 11, (rest) => rest)
const austrian = (digits: readonly number[]) => {
  const sum = digits
    .slice(0, 7)
    .reduce((total, digit, at) => total + (at % 2 === 1 ? sumOfDigits(digit * 2) : digit), 0)
  return (10 - ((sum + 4) % 10)) % 10 === digits.at(-1)
}
const frenchKey = (number: string) => Number((12n + 3n * (BigInt(number.slice(2)) % 97n)) % 97n)

/** After the letters of the country, which may be left out. Where a country has several check digits, its form decides. */
const EU: Readonly<Record<string, { form: RegExp; check?: Check }>> = {
  AT: { form: /^U\d{8}$/, check: (number) => austrian(digitsOf(number.slice(1))) },
  BE: {
    form: /^[01]\d{9}$/,
    check: (number) => 97 - Number(BigInt(number.slice(0, 8)) % 97n) === Number(number.slice(8)),
  },
  BG: { form: /^\d{9,10}$/ },
  CY: { form: /^\d{8}[A-Z]$/ },
  CZ: { form: /^\d{8,10}$/ },
  DE: { form: /^[1-9]\d{8}$/, check: onDigits(iso11of10) },
  DK: { form: /^[1-9]\d{7}$/, check: onDigits((digits) => weighted(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0) },
  EE: { form: /^\d{9}$/, check: onDigits(byWeights([3, 7, 1, 3, 7, 1, 3, 7], 10, (rest) => (10 - rest) % 10)) },
  ES: { form: /^[0-9A-Z]\d{7}[0-9A-Z]$/ },
  FI: {
    form: /^\d{8}$/,
    check: onDigits(byWeights([7, 9, 10, 5, 8, 4, 2], 11, (rest) => (rest === 0 ? 0 : 11 - rest))),
  },
  FR: { form: /^\d{11}$/, check: (number) => frenchKey(number) === Number(number.slice(0, 2)) },
  GR: { form: /^\d{9}$/, check: onDigits(byWeights([256, 128, 64, 32, 16, 8, 4, 2], 11, ofEleven)) },
  HR: { form: /^\d{11}$/, check: onDigits(iso11of10) },
  HU: { form: /^\d{8}$/, check: onDigits(byWeights([9, 7, 3, 1, 9, 7, 3], 10, (rest) => (10 - rest) % 10)) },
  IE: { form: /^\d{7}[A-W][A-IW]?$|^\d[A-Z+*]\d{5}[A-W]$/ },
  IT: { form: /^\d{11}$/, check: onDigits(luhn) },
  LT: { form: /^(?:\d{9}|\d{12})$/ },
  LU: { form: /^\d{8}$/, check: (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6)) },
  LV: { form: /^\d{11}$/ },
  MT: { form: /^\d{8}$/, check: onDigits((digits) => weighted(digits, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0) },
  NL: {
    form: /^\d{9}B\d{2}$/,
    // Companies have a check digit of their own; since 2020 people have one over the whole.
    check: (number) => dutch(digitsOf(number.slice(0, 9))) || mod97(`NL${number}`) === 1,
  },
  PL: { form: /^\d{10}$/, check: onDigits(polish) },
  PT: { form: /^[1-9]\d{8}$/, check: onDigits(byWeights([9, 8, 7, 6, 5, 4, 3, 2], 11, toEleven)) },
  RO: { form: /^[1-9]\d{1,9}$/, check: (number) => romanian(number) },
  SE: { form: /^\d{10}01$/, check: (number) => luhn(digitsOf(number.slice(0, 10))) },
  SI: { form: /^[1-9]\d{7}$/, check: onDigits(slovene) },
  SK: { form: /^[1-9]\d{9}$/, check: (number) => BigInt(number) % 11n === 0n },
}

function romanian(number: string): boolean {
  const digits = digitsOf(number.padStart(10, '0'))
  return ((weighted(digits, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === digits.at(-1)
}

/** Greek numbers begin with EL, all others with the letters of their country. */
const prefixOf = (country: string) => (country === 'GR' ? 'EL' : country)

export const EU_COUNTRIES: readonly string[] = Object.keys(EU)

/** Whether a country's tax numbers are known here at all; of others none is asked for. */
export const hasTaxNumbers = (country: string): boolean => country === 'IN' || country in EU

/** By form and check digit. In India the number also names the state, which must be the one of the address. */
export function isTaxNumber(country: string, written: string, region: string | null = null): boolean {
  const number = plainTaxNumber(written)
  if (country === 'IN') return isGstin(number, region)
  const rule = EU[country]
  if (!rule) return false
  const prefix = prefixOf(country)
  const own = number.startsWith(prefix) ? number.slice(prefix.length) : number
  return rule.form.test(own) && (rule.check?.(own) ?? true)
}
