import { jsonLanguage } from '@codemirror/lang-json'
import { expect, test } from 'vitest'
import { rangeOf } from './source-ranges.ts'

const text = '{ "name": "N", "steps": { "a/b": { "next": ["x", "y"], "due": { "in": "1d" } } } }'
const at = (pointer: string, of = text) => {
  const { from, to } = rangeOf(jsonLanguage.parser.parse(of), (a, b) => of.slice(a, b), pointer)
  return of.slice(from, to)
}

test.each([
  ['/name', '"N"'],
  ['/steps/a~1b/next/1', '"y"'],
  ['/steps/a~1b/due/in', '"1d"'],
  ['/steps/a~1b', '"a/b"'],
  ['/steps/a~1b/next', '"next"'],
  ['/steps/a~1b/assignee', '"a/b"'],
  ['/prefix', '{'],
  ['', '{'],
])('%s is marked at %s', (pointer, marked) => {
  expect(at(pointer)).toBe(marked)
})

test('a text without a value has no place to mark', () => {
  expect(at('/name', '')).toBe('')
})
