import { expect, test } from 'vitest'
import { rangeOf } from './byte-range.ts'

test.each([
  [undefined, undefined],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['items=0-1', undefined],
  ['bytes=1-2,4-5', undefined],
  ['bytes=-', undefined],
])('%s of ten bytes', (header, range) => expect(rangeOf(header, 10)).toEqual(range))

test.each(['bytes=10-', 'bytes=5-4', 'bytes=-0'])('%s is none of ten bytes', (header) =>
  expect(() => rangeOf(header, 10)).toThrow('doesn’t have that part'),
)
