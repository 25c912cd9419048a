import { describe, expect, test } from 'vitest'
import { ruleFor, type TaxParty, type TaxRule, taxLines } from './taxes.ts'

const INDIA: TaxParty = { country: 'IN', region: '29', tax_number: '29AAGCB7383J1Z4' }
const AMERICA: TaxParty = { country: 'US', region: 'DE', tax_number: null }

const any = { region: 'any', number: 'any', note: '' } as const
const OF_INDIA: TaxRule[] = [
  { ...any, buyer_country: 'IN', region: 'same', kind: 'split', name: 'GST', rate: 1800 },
  { ...any, buyer_country: 'IN', region: 'other', kind: 'single', name: 'IGST', rate: 1800 },
  { ...any, buyer_country: '*', kind: 'none', name: 'GST', rate: 0, note: 'Export of services' },
]
const ARTICLE = 'Customer to account for VAT, Directive 2006/112/EC, Article 196'
const OF_AMERICA: TaxRule[] = [
  { ...any, buyer_country: 'US', kind: 'none', name: 'Sales tax', rate: 0, note: 'Not collected' },
  { ...any, buyer_country: 'NL', number: 'with', kind: 'reverse_charge', name: 'VAT', rate: 0, note: ARTICLE },
  { ...any, buyer_country: 'NL', kind: 'single', name: 'VAT', rate: 2100 },
  { ...any, buyer_country: '*', kind: 'none', name: 'Tax', rate: 0, note: 'Outside the scope of tax' },
]
const buyer = (country: string, region: string | null = null, tax_number: string | null = null) => ({
  country,
  region,
  tax_number,
})

type Line = [title: string, detail: string, amount: number]
const CASES: [what: string, rules: TaxRule[], seller: TaxParty, buyer: TaxParty, net: number, lines: Line[]][] = [
  // biome-ignore format: a table
  ['same state, with a number', OF_INDIA, INDIA, buyer('IN', '29', '29AAGCB7383J1Z4'), 8_999_000,
    [['CGST 9%', 'Place of supply: Karnataka (29)', 809_910], ['SGST 9%', '', 809_910]]],
  // biome-ignore format: a table
  ['same state, without a number', OF_INDIA, INDIA, buyer('IN', '29'), 49_900,
    [['CGST 9%', 'Place of supply: Karnataka (29)', 4_491], ['SGST 9%', '', 4_491]]],
  // biome-ignore format: a table
  ['each half is rounded half up', OF_INDIA, INDIA, buyer('IN', '29'), 50,
    [['CGST 9%', 'Place of supply: Karnataka (29)', 5], ['SGST 9%', '', 5]]],
  // biome-ignore format: a table
  ['another state', OF_INDIA, INDIA, buyer('IN', '27', '27AAPFU0939F1ZV'), 8_999_000,
    [['IGST 18%', 'Place of supply: Maharashtra (27)', 1_619_820]]],
  // biome-ignore format: a table
  ['no state given', OF_INDIA, INDIA, buyer('IN'), 100, [['IGST 18%', '', 18]]],
  // biome-ignore format: a table
  ['out of India', OF_INDIA, INDIA, buyer('NL'), 8_999_000, [['GST', 'Export of services', 0]]],
  // biome-ignore format: a table
  ['a business of the EU', OF_AMERICA, AMERICA, buyer('NL', null, 'NL004495445B01'), 112_520,
    [['VAT, reverse charge', ARTICLE, 0]]],
  // biome-ignore format: a table
  ['a wrong number counts as none', OF_AMERICA, AMERICA, buyer('NL', null, 'NL004495446B01'), 112_520,
    [['VAT 21%', '', 23_629]]],
  // biome-ignore format: a table
  ['a person of the EU', OF_AMERICA, AMERICA, buyer('NL'), 112_520, [['VAT 21%', '', 23_629]]],
  // biome-ignore format: a table
  ['at home', OF_AMERICA, AMERICA, buyer('US', 'CA'), 112_520, [['Sales tax', 'Not collected', 0]]],
  // biome-ignore format: a table
  ['anywhere else', OF_AMERICA, AMERICA, buyer('BR'), 112_520, [['Tax', 'Outside the scope of tax', 0]]],
  // biome-ignore format: a table
  ['nothing to tax', OF_INDIA, INDIA, buyer('IN', '27'), 0, [['IGST 18%', 'Place of supply: Maharashtra (27)', 0]]],
]

describe('tax is a line of its own, also when it is 0', () => {
  test.each(CASES)('%s', (_, rules, seller, buyer, net, lines) => {
    const rule = ruleFor(rules, seller, buyer)
    if (!rule) throw new Error('no rule')
    expect(taxLines(rule, buyer, net).map(({ title, detail, amount }) => [title, detail, amount])).toEqual(lines)
  })

  test('without a rule for the country nothing can be sold there', () => {
    expect(ruleFor(OF_AMERICA.slice(0, 3), AMERICA, buyer('BR'))).toBeUndefined()
  })
})
