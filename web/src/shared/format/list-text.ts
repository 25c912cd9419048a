const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** "2nd", "13th". */
export const ordinal = (n: number): string => `${n}${ENDINGS[ordinals.select(n)] ?? 'th'}`

const lists = { and: new Intl.ListFormat('en-US'), or: new Intl.ListFormat('en-US', { type: 'disjunction' }) }

/** "Maya, Ravi, and Ana". */
export const listText = (names: readonly string[], word: 'and' | 'or' = 'and'): string => lists[word].format(names)
