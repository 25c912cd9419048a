import { describe, expect, test } from 'vitest'
import { dayRangeOf, MAX_TERMS, parseSearchQuery, withoutFilter } from './search-query.ts'

const termsOf = (typed: string) =>
  parseSearchQuery(typed).terms.map(({ text, isPhrase, isExcluded, isBeginning }) => ({
    text,
    ...(isPhrase && { isPhrase }),
    ...(isExcluded && { isExcluded }),
    ...(isBeginning && { isBeginning }),
  }))
const filtersOf = (typed: string) => parseSearchQuery(typed).filters.map(({ key, value }) => `${key}=${value}`)

describe('a search', () => {
  test('is words, of which the last may be a beginning', () => {
    expect(termsOf('  acme  invo')).toEqual([{ text: 'acme' }, { text: 'invo', isBeginning: true }])
  })

  test('has phrases in quotes, also before the second quote is typed', () => {
    expect(termsOf('"payment terms" acme')).toEqual([
      { text: 'payment terms', isPhrase: true },
      { text: 'acme', isBeginning: true },
    ])
    expect(termsOf('"payment te')).toEqual([{ text: 'payment te', isPhrase: true }])
  })

  test('leaves out what has a minus before it', () => {
    expect(termsOf('acme -draft -"not final"')).toEqual([
      { text: 'acme' },
      { text: 'draft', isExcluded: true },
      { text: 'not final', isPhrase: true, isExcluded: true },
    ])
    expect(termsOf('INV-20391')).toEqual([{ text: 'INV-20391', isBeginning: true }])
  })

  test('joins what is written as one code', () => {
    expect(parseSearchQuery('INV-20391').terms[0]).toMatchObject({ words: [['inv'], ['20391']], joined: 'inv20391' })
  })

  test('counts its first sixteen words', () => {
    const { terms, isCut } = parseSearchQuery('word '.repeat(500))
    expect([terms.length, isCut]).toEqual([MAX_TERMS, true])
    const many = parseSearchQuery('in:a '.repeat(100))
    expect([many.filters.length, many.isCut]).toEqual([MAX_TERMS, true])
  })

  test('reads what means something to a database as plain words', () => {
    expect(termsOf("a & !b | (c:*) <-> 'd' \\ \0")).toEqual([
      { text: 'a' },
      { text: '!b' },
      { text: '(c:*)' },
      { text: "'d'", isBeginning: true },
    ])
  })
})

describe('a filter', () => {
  test('is a key with its value, in quotes where that has blanks', () => {
    expect(filtersOf('is:open in:"Supplier invoices" From:priya acme')).toEqual([
      'is=open',
      'in=Supplier invoices',
      'from=priya',
    ])
  })

  test('without a value is not one yet', () => {
    expect(filtersOf('is: acme')).toEqual([])
    expect(termsOf('acme is:')).toEqual([{ text: 'acme', isBeginning: true }])
  })

  test('of an unknown key is a word', () => {
    expect(filtersOf('re:invoice')).toEqual([])
    expect(termsOf('re:invoice')).toEqual([{ text: 're:invoice', isBeginning: true }])
  })

  test('can be taken out of the search again', () => {
    const typed = 'acme in:"Supplier invoices" is:open terms'
    const [first, second] = parseSearchQuery(typed).filters
    expect(first && withoutFilter(typed, first)).toBe('acme is:open terms')
    expect(second && withoutFilter(typed, second)).toBe('acme in:"Supplier invoices" terms')
  })
})

test('a date is a day, a month, a year or a word', () => {
  const days = (value: string) => {
    const range = dayRangeOf(value, '2026-02-28')
    return range && `${range.from} ${range.to}`
  }
  expect(days('2026-03-05')).toBe('2026-03-05 2026-03-05')
  expect(days('2024-02')).toBe('2024-02-01 2024-02-29')
  expect(days('2025')).toBe('2025-01-01 2025-12-31')
  expect(days('today')).toBe('2026-02-28 2026-02-28')
  expect(days('Tomorrow')).toBe('2026-03-01 2026-03-01')
  expect(days('week')).toBe('2026-02-28 2026-03-06')
  expect(['2026-13', '2026-02-30', 'soon', '0001', 'constructor'].map(days)).toEqual(Array(5).fill(undefined))
})
