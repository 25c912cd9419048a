import { expect, test } from 'vitest'
import { searchAddress } from './search-address.ts'

test('a number typed into the search box is a word, and blanks are nothing', () => {
  expect(searchAddress({ q: 2026 })).toEqual({ q: '2026' })
  expect(searchAddress({ q: '  ' })).toEqual({})
})

test('an address that says nothing sensible shows all results', () => {
  expect(searchAddress({ q: 'fee', tab: 'all', taskId: 'x', file: 7 })).toEqual({ q: 'fee' })
  expect(searchAddress({ q: 'fee', tab: 'files' })).toEqual({ q: 'fee', tab: 'files' })
})
