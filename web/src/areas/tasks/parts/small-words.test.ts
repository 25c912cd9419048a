import { expect, test } from 'vitest'
import { fileKind } from '../../../shared/file-glyph.tsx'
import { sizeText } from '../../../shared/format/size.ts'
import { numberText, readNumber } from '../form/number-text.ts'
import { momentText, whenText } from './moment-text.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [98_406, '96.1 KB'],
  [1_468_006, '1.4 MB'],
  [25 * 1_048_576, '25 MB'],
  [3 * 1024 ** 3, '3 GB'],
  [5 * 1024 ** 4, '5120 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test.each([
  ['image/png', 'image'],
  ['application/pdf', 'pdf'],
  ['application/msword', 'word'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'word'],
  ['application/vnd.ms-excel', 'excel'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'excel'],
  ['text/plain', 'other'],
])('%s is shown as %s', (type, kind) => {
  expect(fileKind(type)).toBe(kind)
})

test('a moment of today is told by the hour, another by its day, each in the zone given', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  expect(momentText('2026-11-15T10:42:00Z', 'UTC', now)).toBe('Today, 10:42 AM')
  expect(momentText('2026-11-15T10:42:00Z', 'Pacific/Auckland', now)).toBe('Nov 15, 11:42 PM')
  expect(momentText('2025-03-01T08:00:00Z', 'UTC', now)).toBe('Mar 1, 2025, 8:00 AM')
  expect(whenText('2026-11-15T10:42:00Z', 'UTC', now)).toBe('today at 10:42 AM')
  expect(whenText('2025-03-01T08:00:00Z', 'UTC', now)).toBe('on Mar 1, 2025')
})

test.each([
  ['', null],
  ['12.50', 12.5],
  ['1,234,567.8', 1_234_567.8],
  ['1 234', 1234],
  ['-3', -3],
  ['1,5', '1,5'],
  ['twelve', 'twelve'],
  ['12a', '12a'],
])('%s is read as %o', (typed, value) => {
  expect(readNumber(typed)).toBe(value)
})

test('numbers are written so that they are read back as they were', () => {
  for (const value of [0, 1.5, 1_234_567.89, -2, 0.001]) {
    expect(readNumber(numberText(value, false))).toBe(value)
    expect(readNumber(numberText(value, true))).toBe(value)
  }
})
