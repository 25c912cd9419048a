/**
 * Money is an integer of minor units (cents, paise) with its currency. The one division there is rounds to whole units, so
 * that no amount ever has a fraction; `pnpm check` refuses any other in what belongs to billing.
 */
export const CURRENCIES = ['USD', 'INR', 'EUR'] as const
export type Currency = (typeof CURRENCIES)[number]

const SYMBOLS: Record<Currency, string> = { USD: '$', INR: '₹', EUR: '€' }
/** Lakh and crore: after the last three digits, every two. */
const GROUPS: Record<Currency, RegExp> = {
  USD: /\B(?=(?:\d{3})+$)/g,
  INR: /\B(?=(?:\d{2})*\d{3}$)/g,
  EUR: /\B(?=(?:\d{3})+$)/g,
}
const MINUS = '−'

/** The part of an amount that `share` of `whole` is, rounded half up. Neither may be negative. */
export const portionOf = (amount: number, share: number, whole: number): number =>
  Number((2n * BigInt(amount) * BigInt(share) + BigInt(whole)) / (2n * BigInt(whole)))

export function formatMoney(amount: number, currency: Currency): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  const units = digits.slice(0, -2).replace(GROUPS[currency], ',')
  return `${amount < 0 ? MINUS : ''}${SYMBOLS[currency]}${units}.${digits.slice(-2)}`
}

/** Reads what `formatMoney` wrote, and nothing else. */
export function parseMoney(text: string): { amount: number; currency: Currency } | undefined {
  const [, sign, symbol, units, cents] = /^(−?)([$₹€])([\d,]+)\.(\d\d)$/.exec(text) ?? []
  const currency = CURRENCIES.find((one) => SYMBOLS[one] === symbol)
  if (!currency || units === undefined) return undefined
  const amount = Number(`${units.replaceAll(',', '')}${cents}`)
  const read = { amount: sign ? -amount : amount, currency }
  return formatMoney(read.amount, currency) === text ? read : undefined
}
