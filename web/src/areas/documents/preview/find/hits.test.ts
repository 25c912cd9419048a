import { expect, test } from 'vitest'
import { clipped, findHits, MAX_HITS, marksByPiece } from './hits.ts'

test('words are found without case, at their own places, also behind letters that grow when they are lowered', () => {
  expect(findHits(['Fee, fees', 'none', 'İİ FEE'], 'fee')).toEqual([
    { piece: 0, start: 0, end: 3 },
    { piece: 0, start: 5, end: 8 },
    { piece: 2, start: 3, end: 6 },
  ])
  expect(findHits(['aaaa'], 'aa')).toHaveLength(2)
  expect(findHits(['anything'], '')).toEqual([])
})

test('a file of one letter ends the search in time', () => {
  expect(findHits(['a'.repeat(1_000_000)], 'a')).toHaveLength(MAX_HITS)
})

test('a hit that runs over a border is marked on both sides of it, under one number', () => {
  const marks = marksByPiece(findHits(['payable monthly'], 'monthly')).get(0)
  expect(clipped(marks, 0, 13)).toEqual([{ start: 8, end: 13, n: 0 }])
  expect(clipped(marks, 13, 15)).toEqual([{ start: 0, end: 2, n: 0 }])
  expect(clipped(marks, 0, 8)).toEqual([])
})
