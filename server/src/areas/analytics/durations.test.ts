import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bucketOf, Durations, MAX_EXACT } from './durations.ts'

const COUNT = 1_000_000
const seed = Number(process.env['ANALYTICS_SEED'] ?? randomInt(2 ** 31))

/** Mulberry32: the same numbers for the same seed. */
function drawFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const normal = (draw: () => number) => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())

const SHAPES: Record<string, (draw: () => number) => number> = {
  even: (draw) => draw() * 90 * 86_400,
  exponential: (draw) => -Math.log(1 - draw()) * 7_200,
  'log-normal': (draw) => Math.exp(9 + 1.5 * normal(draw)),
  'with a long tail': (draw) => 60 / (1 - draw()) ** 1.2,
  'of two humps': (draw) => (draw() < 0.6 ? 300 + 40 * normal(draw) : 200_000 + 9_000 * normal(draw)),
}

describe(`a million durations, seed ${seed}`, () => {
  test.each(Object.entries(SHAPES))('%s: percentiles are within 2%', (_, shape) => {
    const draw = drawFrom(seed)
    const all = Array.from({ length: COUNT }, () => Math.max(0, Math.floor(shape(draw))))
    const buckets: Record<string, number>[] = Array.from({ length: 20 }, () => ({}))
    for (const [n, one] of all.entries()) {
      const part = buckets[n % buckets.length]
      const bucket = bucketOf(one)
      if (part) part[bucket] = (part[bucket] ?? 0) + 1
    }
    const merged = (parts: readonly Record<string, number>[]) => {
      const durations = new Durations()
      for (const part of parts) durations.addBuckets(part)
      return [0.5, 0.9, 0.99].map((share) => durations.percentile(share))
    }
    const sorted = Float64Array.from(all).sort()
    const found = merged(buckets)
    expect(merged(buckets.toReversed())).toEqual(found)
    for (const [n, share] of [0.5, 0.9, 0.99].entries()) {
      const exact = sorted[Math.ceil(share * COUNT) - 1] ?? 0
      expect(Math.abs((found[n] ?? 0) - exact)).toBeLessThanOrEqual(exact * 0.02)
    }
  })
})

describe('few durations', () => {
  test('are exact, also where they come in parts', () => {
    const durations = new Durations()
    durations.addAll([90, 10])
    durations.addAll([1_234_567])
    expect([0.5, 0.9].map((share) => durations.percentile(share))).toEqual([90, 1_234_567])
    expect(new Durations().percentile(0.5)).toBeNull()
  })

  test(`are kept up to ${MAX_EXACT}`, () => {
    const durations = new Durations()
    durations.addAll(Array.from({ length: MAX_EXACT }, () => 1_000_003))
    expect(durations.percentile(0.5)).toBe(1_000_003)
    durations.addAll([5])
    expect(durations.percentile(0.5)).not.toBe(1_000_003)
    expect(durations.percentile(0)).toBe(5)
  })
})
