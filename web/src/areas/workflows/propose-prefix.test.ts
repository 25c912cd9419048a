import { expect, test } from 'vitest'
import { followingPrefix, proposedPrefix } from './propose-prefix.ts'

test('the first word of the name proposes the letters', () => {
  expect(['Purchase request', 'Überstunden', 'A new hire', '  ', '!'].map(proposedPrefix)).toEqual([
    'PUR',
    'UBE',
    'NEW',
    '',
    '',
  ])
})

test('they follow the name until somebody writes others', () => {
  let [name, prefix] = ['', '']
  for (const typed of ['P', 'Pu', 'Purchase']) [name, prefix] = [typed, followingPrefix(name, prefix, typed)]
  expect(prefix).toBe('PUR')
  expect(followingPrefix('Purchase', 'BUY', 'Purchases')).toBe('BUY')
})
