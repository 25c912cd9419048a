import { expect, test } from 'vitest'
import { pageAt, placesOf } from './use-pages.ts'

test('pages of different sizes stand below each other and grow with the scale', () => {
  const sizes = [100, 200, 50].map((height) => ({ width: 80, height }))
  expect(placesOf(sizes, 1)).toEqual({ tops: [24, 140, 356], total: 430 })
  expect(placesOf(sizes, 2).tops).toEqual([24, 240, 656])
})

test('a place lies on the last page that begins above it', () => {
  const tops = [24, 140, 356]
  expect([0, 24, 139, 140, 355, 356, 9_999].map((place) => pageAt(tops, place))).toEqual([1, 1, 1, 2, 2, 3, 3])
})
