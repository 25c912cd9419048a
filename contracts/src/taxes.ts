import type { AmountLine } from './billing-amounts.ts'
import { stateOf } from './indian-states.ts'
import { portionOf } from './money.ts'
import { isTaxNumber } from './tax-numbers.ts'

export const TAX_KINDS = ['split', 'single', 'reverse_charge', 'none'] as const

/** A row that decides: which buyers it is for, and what they pay. Rates are hundredths of a percent. */
export interface TaxRule {
  /** `*` for every country that no other rule names. */
  buyer_country: string
  /** Whether the buyer's region is the seller's. */
  region: 'same' | 'other' | 'any'
  /** Whether the buyer has a tax number that is valid by its form and check digit. */
  number: 'with' | 'without' | 'any'
  kind: (typeof TAX_KINDS)[number]
  name: string
  rate: number
  note: string
}

export interface TaxParty {
  country: string
  region: string | null
  tax_number: string | null
}

/** A line of tax stands on an invoice also when it is 0. */
export function ruleFor(rules: readonly TaxRule[], seller: TaxParty, buyer: TaxParty): TaxRule | undefined {
  const region = seller.country === buyer.country && seller.region === buyer.region ? 'same' : 'other'
  const number = buyer.tax_number && isTaxNumber(buyer.country, buyer.tax_number, buyer.region) ? 'with' : 'without'
  const fits = (rule: TaxRule) =>
    (rule.region === 'any' || rule.region === region) && (rule.number === 'any' || rule.number === number)
  const exact = (rule: TaxRule) => Number(rule.region !== 'any') + Number(rule.number !== 'any')
  const best = (country: string) =>
    rules
      .filter((rule) => rule.buyer_country === country && fits(rule))
      .toSorted((one, other) => exact(other) - exact(one))[0]
  return best(buyer.country) ?? best('*')
}

const HUNDREDTHS = 10_000

/** 900 reads 9%, 250 reads 2.5%. */
function percent(rate: number): string {
  const digits = String(rate).padStart(3, '0')
  const fraction = digits.slice(-2).replace(/0+$/, '')
  return `${digits.slice(0, -2)}${fraction && `.${fraction}`}%`
}

/** In India the state to which a service goes decides, and stands on the invoice. */
function detailOf(rule: TaxRule, buyer: TaxParty): string {
  const state = buyer.country === 'IN' && buyer.region ? stateOf(buyer.region) : undefined
  return state ? `Place of supply: ${state} (${buyer.region})` : rule.note
}

export function taxLines(rule: TaxRule, buyer: TaxParty, net: number): AmountLine[] {
  const detail = detailOf(rule, buyer)
  const tax = (name: string, rate: number, text = detail) => ({
    title: `${name} ${percent(rate)}`,
    detail: text,
    amount: portionOf(net, rate, HUNDREDTHS),
  })
  // Both halves are the same rate of the same amount, as the law has it, not one half of a sum.
  const half = portionOf(rule.rate, 1, 2)
  const lines: Record<TaxRule['kind'], () => AmountLine[]> = {
    split: () => [tax(`C${rule.name}`, half), tax(`S${rule.name}`, half, '')],
    single: () => [tax(rule.name, rule.rate)],
    reverse_charge: () => [{ title: `${rule.name}, reverse charge`, detail: rule.note, amount: 0 }],
    none: () => [{ title: rule.name, detail: rule.note, amount: 0 }],
  }
  return lines[rule.kind]()
}
