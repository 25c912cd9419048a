import { expect, test } from 'vitest'
import { clustersOf } from './side-by-side.ts'

/** The groups of items of height 10, as "index in column of columns". */
const placed = (...tops: number[]) =>
  clustersOf(tops, 10).map(({ items, columns }) =>
    items.map(({ index, column }) => `${index} in ${column} of ${columns}`),
  )

test('what is due at one time stands side by side', () => {
  expect(placed(40, 40)).toEqual([['0 in 0 of 2', '1 in 1 of 2']])
})

test('of three in a chain the third stands below the first', () => {
  expect(placed(0, 6, 12)).toEqual([['0 in 0 of 2', '1 in 1 of 2', '2 in 0 of 2']])
})

test('what does not touch has all the room', () => {
  expect(placed(20, 0, 10)).toEqual([['1 in 0 of 1'], ['2 in 0 of 1'], ['0 in 0 of 1']])
  expect(placed()).toEqual([])
})
