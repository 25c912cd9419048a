import { expect, test } from 'vitest'
import { isStorable, storable, storableJson } from './storable.ts'

const nested = (depth: number): [] | [unknown] => (depth === 0 ? [] : [nested(depth - 1)])

test('what no column can hold is replaced, in names and values alike, and all else stays', () => {
  const odd = { 'a\0': ['\0', '\ud83d', '😀', 1, null, true] }
  const kept = { 'a\u{fffd}': ['\u{fffd}', '\u{fffd}', '😀', 1, null, true] }
  expect(storable(odd)).toEqual(kept)
  expect(JSON.parse(storableJson(JSON.stringify(odd)))).toEqual(kept)
  expect([isStorable(odd), isStorable(kept)]).toEqual([false, true])
})

test('a backslash that only looks like one of them stays', () => {
  const text = JSON.stringify({ path: '\\u0000', half: '\\ud83d' })
  expect(storableJson(text)).toBe(text)
})

test('what is nested without end is cut off', () => {
  const deep = JSON.parse(JSON.stringify(nested(500)))
  expect(isStorable(deep)).toBe(false)
  expect(isStorable(storable(deep))).toBe(true)
  expect(isStorable(JSON.parse(JSON.stringify(nested(50))))).toBe(true)
})
