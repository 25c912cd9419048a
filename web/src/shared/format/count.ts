const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })

/** "18,336". */
export const numberText = (value: number): string => numbers.format(value)

/** "1 task", "1,204 tasks". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** "2nd", "13th". */
export const ordinal = (n: number): string => `${n}${ENDINGS[ordinals.select(n)] ?? 'th'}`

const lists = { and: new Intl.ListFormat('en-US'), or: new Intl.ListFormat('en-US', { type: 'disjunction' }) }

/** "Maya, Ravi, and Ana". */
export const listText = (names: readonly string[], word: 'and' | 'or' = 'and'): string => lists[word].format(names)
