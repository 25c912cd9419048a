import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentOf, draftOf, nameAt, piecesOf, withName } from './mentions.ts'

const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`
const maya = { id: id(1), name: 'Maya Okafor' }
const may = { id: id(2), name: 'May' }

test('a chosen name is sent with its id, and read again as a mention', () => {
  const { draft, cursor } = withName({ text: 'Thanks @Ma', named: [] }, 10, maya)
  expect(draft.text).toBe('Thanks @Maya Okafor ')
  expect(cursor).toBe(draft.text.length)
  const content = contentOf({ ...draft, text: `${draft.text}for this` })
  expect(content).toBe(`Thanks @[Maya Okafor](${maya.id}) for this`)
  expect(piecesOf(content)).toEqual([
    { text: 'Thanks ', mention: false },
    { text: '@Maya Okafor', mention: true },
    { text: ' for this', mention: false },
  ])
})

test('a name that begins another is not taken for it, and two of one name stay two people', () => {
  expect(contentOf({ text: '@Maya Okafor @May @Mayday', named: [may, maya] })).toBe(
    `@[Maya Okafor](${maya.id}) @[May](${may.id}) @Mayday`,
  )
  expect(contentOf({ text: '@May and @May', named: [may, { ...may, id: id(3) }] })).toBe(
    `@[May](${id(2)}) and @[May](${id(3)})`,
  )
})

test('what is written after a name that is finished, or inside a word, asks for nobody', () => {
  expect(nameAt({ text: 'mail me@home', named: [] }, 12)).toBeUndefined()
  expect(nameAt({ text: '@Maya Okafor hello', named: [maya] }, 18)).toBeUndefined()
  expect(nameAt({ text: 'hello @', named: [] }, 7)).toEqual({ from: 6, search: '' })
  expect(nameAt({ text: 'hello @jo w', named: [] }, 11)).toEqual({ from: 6, search: 'jo w' })
})

test('changing a comment without changing it sends the same words', () => {
  const words = fc.string({ unit: fc.constantFrom('a', ' ', 'é', '.', '(', '@', 'M'), maxLength: 12 })
  const people = fc.constantFrom(maya, may, { id: id(4), name: 'J. (Legal) $1' })
  fc.assert(
    fc.property(fc.array(fc.tuple(words, people)), words, (parts, end) => {
      // A name is followed by something that ends it, as the list puts a space there.
      const content = [...parts.map(([before, who]) => `${before} @[${who.name}](${who.id}) `), end].join('').trim()
      const plain = parts.every(([before]) => !before.includes('@')) && !end.includes('@')
      if (plain) expect(contentOf(draftOf(content))).toBe(content)
    }),
  )
})
