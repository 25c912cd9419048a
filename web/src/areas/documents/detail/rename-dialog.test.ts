import { expect, test } from 'vitest'
import { endingAt, withEndingOf } from './rename-dialog.tsx'

test.each([
  ['Contract.pdf', 'Contract signed', 'Contract signed.pdf'],
  ['Contract.pdf', ' Contract signed.PDF ', 'Contract signed.PDF'],
  ['Contract.pdf', 'Contract.docx', 'Contract.docx.pdf'],
  ['Contract.pdf', 'Contract.', 'Contract.pdf'],
  ['Contract.pdf', '  ', ''],
  ['README', 'Read me', 'Read me'],
  ['.env', '.env old', '.env old'],
])('%s that is called %o is %s', (old, typed, expected) => {
  expect(withEndingOf(old, typed)).toBe(expected)
})

test('what is selected ends before the ending', () => {
  expect(endingAt('Contract.v2.pdf')).toBe('Contract.v2'.length)
  expect(endingAt('README')).toBe('README'.length)
})
