import { expect, test } from 'vitest'
import { createEntryNames } from './entry-names.ts'

test('no two have one name, whatever letter case or spelling', () => {
  const nameOf = createEntryNames()
  const given = ['Offer.pdf', 'offer.PDF', 'Offer (2).pdf', 'Offer.pdf', 'März.txt', 'Ma\u0308rz.txt', '.env', '.env']
  expect(given.map(nameOf)).toEqual([
    'Offer.pdf',
    'offer (2).PDF',
    'Offer (2) (2).pdf',
    'Offer (3).pdf',
    'März.txt',
    'Ma\u0308rz (2).txt',
    '.env',
    '.env (2)',
  ])
})

test('none is a path, a device or more than a name', () => {
  const nameOf = createEntryNames()
  expect(['a/b\\c:d.txt', 'con', 'nul.txt', 'trailing. .', '...', 'who?*.md'].map(nameOf)).toEqual([
    'a_b_c_d.txt',
    'con_',
    'nul_.txt',
    'trailing',
    'file',
    'who__.md',
  ])
})
