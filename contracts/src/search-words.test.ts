import { describe, expect, test } from 'vitest'
import { parseSearchQuery } from './search-query.ts'
import { foldWord, rangesIn, runsOf } from './search-words.ts'

const wordsOf = (text: string) => [...runsOf(text)].flatMap(({ words }) => words.flatMap(({ forms }) => forms))
const joinedOf = (text: string) => [...runsOf(text)].flatMap(({ joined }) => joined)
const marked = (text: string, typed: string) =>
  rangesIn(text, parseSearchQuery(typed).terms).map(([start, end]) => text.slice(start, end))

describe('a word', () => {
  test('is the same in capitals, with accents, in full width and with ß', () => {
    expect(['Straße', 'STRASSE', 'ｓｔｒａｓｓｅ'].map(foldWord)).toEqual(['strasse', 'strasse', 'strasse'])
    expect(['Élan', 'élan', 'ELAN'].map(foldWord)).toEqual(['elan', 'elan', 'elan'])
    expect(foldWord('Σίσυφος')).toBe(foldWord('ΣΊΣΥΦΟΣ'))
  })

  test('with umlauts is found with and without them', () => {
    expect(wordsOf('Müller')).toEqual(['muller', 'mueller'])
    expect(wordsOf('Mueller')).toEqual(['mueller'])
  })

  test('is not cut by marks that nobody sees', () => {
    expect(wordsOf('in\u00advo\u200bice \u202einvoice\u202c')).toEqual(['invoice', 'invoice'])
  })

  test('of five kilobytes is compared by its beginning', () => {
    expect(foldWord('a'.repeat(5000))).toHaveLength(64)
    expect(foldWord('𐐀'.repeat(5000)).isWellFormed()).toBe(true)
  })

  test('with a hundred thousand accents is read at once', () => {
    const began = performance.now()
    expect(wordsOf(`a${'\u0301\u0316'.repeat(50_000)}b c`)).toEqual(['a', 'c'])
    expect(wordsOf(`ä${'\u0301\u0316'.repeat(50_000)}`)).toEqual(['a', 'ae'])
    expect(performance.now() - began).toBeLessThan(200)
  })
})

describe('a code', () => {
  test('is cut and joined', () => {
    expect(wordsOf('INV-20391')).toEqual(['inv', '20391'])
    expect(joinedOf('INV-20391')).toEqual(['inv20391'])
    expect(joinedOf('INV-20391/B')).toEqual(['inv20391', '20391b', 'inv20391b'])
  })

  test('of letters and digits that touch is cut there', () => {
    expect(wordsOf('INV20391')).toEqual(['inv', '20391'])
    expect(joinedOf('INV20391')).toEqual(['inv20391'])
  })

  test('such as a checksum is one word', () => {
    expect(wordsOf('9f86d081884c7d659a2feaa0c55ad015')).toEqual(['9f86d081884c7d659a2feaa0c55ad015'])
  })

  test('is not made of the words of a sentence', () => {
    expect(joinedOf('One, two. Three')).toEqual([])
  })
})

test('an amount is found with and without what separates its thousands', () => {
  expect(joinedOf('1,250,000.50')).toContain('1250000')
  expect(joinedOf("1'250'000")).toContain('1250000')
  expect(joinedOf('1.250,50')).toEqual(expect.arrayContaining(['1250', '125050']))
  expect(joinedOf('1250.50')).toEqual(['125050'])
  expect(joinedOf('2026-03-12')).toContain('20260312')
})

describe('what is marked', () => {
  test('are words, the beginnings of the last one, and forms of a word', () => {
    expect(marked('The invoice of Acme, and other invoices', 'acme invoice')).toEqual(['invoice', 'Acme', 'invoices'])
    expect(marked('Invoicing for Acme', 'inv')).toEqual(['Invoicing'])
  })

  test('are codes, however they are written', () => {
    expect(marked('Enter the invoice of 2039', 'INV-20391')).toEqual([])
    expect(marked('Enter the invoice 203911', 'INV-20391')).toEqual(['203911'])
    expect(marked('See INV-20391 today', 'inv20391')).toEqual(['INV-20391'])
    expect(marked('See INV20391 today', 'INV-20391')).toEqual(['INV20391'])
    expect(marked('See INV-20391 today', '20391')).toEqual(['20391'])
  })

  test('are phrases only as a whole', () => {
    expect(marked('net payment, payment terms: net 30', '"payment terms"')).toEqual(['payment terms'])
    expect(marked('terms of payment', '"payment terms"')).toEqual([])
  })

  test('is told by positions of the text as it is', () => {
    expect(marked('Ａcme und Größe', 'größe')).toEqual(['Größe'])
  })
})

test('a text of a hundred thousand distinct words is cut whole', () => {
  const text = Array.from({ length: 100_000 }, (_, n) => `w${n.toString(36)}`).join(' ')
  let count = 0
  for (const { words, joined } of runsOf(text)) count += words.length + joined.length
  expect(count).toBeGreaterThan(100_000)
})
