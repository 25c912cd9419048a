import { expect, test } from 'vitest'
import { RecentlyUsed } from './recently-used.ts'

test('what was used least recently leaves first', () => {
  const kept = new RecentlyUsed<string>(2)
  kept.add('a', 'one')
  kept.add('b', 'two')
  kept.get('a')
  kept.add('c', 'three')
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual(['one', undefined, 'three'])
})

test('weights are bounded in all; the newest value stays, however heavy, and replacing one counts it once', () => {
  const kept = new RecentlyUsed<string>(10)
  kept.add('a', 'light', 2)
  kept.add('b', 'light', 2)
  kept.add('b', 'heavier', 8)
  expect([kept.get('a'), kept.get('b')]).toEqual(['light', 'heavier'])
  kept.add('c', 'too heavy', 20)
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual([undefined, undefined, 'too heavy'])
  kept.add('d', 'light', 1)
  expect(['c', 'd'].map((key) => kept.get(key))).toEqual([undefined, 'light'])
})
