import { expect, test } from 'vitest'
import { diffLines, foldSame } from './diff-lines.ts'

const told = (before: string, after: string) =>
  diffLines(before.split(' '), after.split(' '))
    .lines.map(({ kind, text }) => `${{ same: '', removed: '-', added: '+' }[kind]}${text}`)
    .join(' ')

test.each([
  ['a b c', 'a b c', 'a b c'],
  ['a b c', 'a x c', 'a -b +x c'],
  ['a b c', 'a c', 'a -b c'],
  ['a c', 'a b c d', 'a +b c +d'],
  ['a b a b', 'b a b a', '-a b a b +a'],
])('%s becomes %s', (before, after, lines) => {
  expect(told(before, after)).toBe(lines)
})

test('what is too much to compare line by line is taken out and added as a whole', () => {
  const many = (word: string) => Array.from({ length: 3000 }, (_, n) => `${word}${n}`)
  const { removed, added } = diffLines(['top', ...many('a')], ['top', ...many('b')])
  expect([removed, added]).toEqual([3000, 3000])
})

test('long runs without a change fold, but for the lines around one', () => {
  const lines = Array.from({ length: 20 }, (_, n) => String(n))
  const { lines: found } = diffLines(lines, [...lines.slice(0, 10), 'new', ...lines.slice(10)])
  const parts = foldSame(found)
  expect(parts[0]).toEqual({ kind: 'folded', count: 7 })
  expect(parts.at(-1)).toEqual({ kind: 'folded', count: 7 })
  expect(parts).toHaveLength(9)
})
