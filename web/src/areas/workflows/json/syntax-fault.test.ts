import { expect, test } from 'vitest'
import { syntaxFault } from './syntax-fault.ts'

const mended = (text: string) => {
  const edit = syntaxFault(text)?.mend?.edit
  return edit && text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
}

test.each([
  ['{ "a": 1\n  "b": 2 }', 'a comma is missing before "b".', '"b"', '{ "a": 1,\n  "b": 2 }'],
  ['{ "next": ["pa\n}', 'the text that starts here has no closing quote.', '"pa', '{ "next": ["pa"\n}'],
  ['{ "next": ["pa],\n}', 'the text that starts here has no closing quote.', '"pa', '{ "next": ["pa"],\n}'],
  ['{ "a" 1 }', 'a colon is missing after "a".', '"a"', '{ "a": 1 }'],
  ['[1, 2,]', 'this comma has nothing after it.', ',', '[1, 2]'],
  ['{ a: 1 }', 'expected a key in double quotes, not a.', 'a', '{ "a": 1 }'],
  ['{ "a": manual }', 'manual must be in double quotes.', 'manual', '{ "a": "manual" }'],
  ['{ "a": [1, 2 }', 'the [ that starts here isn’t closed.', '[', '{ "a": [1, 2] }'],
  ['{ "a": 1', 'the { that starts here isn’t closed.', '{', '{ "a": 1}'],
  ['{} {}', 'unexpected { after the end of the document.', '{}', '{} '],
  ['{ "a": 01 }', '01 isn’t a number.', '01', undefined],
  ['{ "a": }', 'expected a value, not }.', '}', undefined],
  ['{ "a": "\\x" }', '\\x isn’t a valid escape.', '\\x', undefined],
  ['', 'the text is empty.', '', undefined],
])('%j is no JSON: %s', (text, said, marked, repaired) => {
  const fault = syntaxFault(text)
  expect(fault?.text).toBe(said)
  expect(text.slice(fault?.from, fault?.to)).toBe(marked)
  expect(mended(text)).toBe(repaired)
})

test('every text that the browser reads has no fault, and every other has one', () => {
  const readable = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  const whole = JSON.stringify({ a: [1, -2.5e3, true, null, 'x"\\\u0001é'], b: {}, c: [], d: { e: [{}] } }, null, 1)
  for (let at = 0; at < whole.length; at++) {
    for (const made of [
      whole.slice(0, at),
      whole.slice(0, at) + whole.slice(at + 1),
      `${whole.slice(0, at)},${whole.slice(at)}`,
    ])
      expect([made, syntaxFault(made) === undefined]).toEqual([made, readable(made)])
  }
  expect(syntaxFault(whole)).toBeUndefined()
})
