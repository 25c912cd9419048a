import { describe, expect, test } from 'vitest'
import { compare, interleave, median } from './statistics.ts'

/** Noise as measurements have it: mostly near 20, now and then far above. */
const noisy = (index: number) => 20 + ((index * 7919) % 101) / 25 + (index % 17 === 0 ? 60 : 0)
const pairsOf = (shift: number) =>
  Array.from({ length: 200 }, (_, index): [number, number] => [noisy(index) + shift, noisy((index * 31 + 7) % 200)])

describe('a comparison', () => {
  test('finds nothing between two series of the same kind', () => {
    const { difference, interval, cliffsDelta } = compare(pairsOf(0))
    expect(Math.abs(difference)).toBeLessThan(0.5)
    expect(interval[0]).toBeLessThan(0)
    expect(interval[1]).toBeGreaterThan(0)
    expect(Math.abs(cliffsDelta)).toBeLessThan(0.1)
  })

  test('finds a shift that is small beside the noise', () => {
    const { difference, interval, cliffsDelta } = compare(pairsOf(3))
    expect(difference).toBeCloseTo(3, 0)
    expect(interval[0]).toBeGreaterThan(0)
    expect(cliffsDelta).toBeGreaterThan(0.5)
  })

  test('gives the same figures for the same measurements', () => {
    expect(compare(pairsOf(1))).toEqual(compare(pairsOf(1)))
  })

  test('tells which series is above', () => {
    const above = Array.from({ length: 20 }, (): [number, number] => [2, 1])
    expect(compare(above)).toEqual({ pairs: 20, medians: [2, 1], difference: 1, interval: [1, 1], cliffsDelta: 1 })
  })
})

test('the median of an even number lies between the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
})

test('pairs are taken in turns', async () => {
  const order: string[] = []
  const take = (name: string) => async (index: number) => {
    order.push(`${name}${index}`)
    return index
  }
  expect(await interleave(3, take('a'), take('b'))).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ])
  expect(order).toEqual(['a0', 'b0', 'b1', 'a1', 'a2', 'b2'])
})
