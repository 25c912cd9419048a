/** What two interleaved series of measurements have to say about each other. */
export interface Comparison {
  pairs: number
  /** Median of each series. */
  medians: [number, number]
  /** Median of the differences within the pairs. */
  difference: number
  /** Bootstrap interval of that difference. */
  interval: [low: number, high: number]
  /** How much more often one series is above the other than below: 0 if neither, 1 or -1 if always. */
  cliffsDelta: number
}

const ROUNDS = 10_000

/** Repeatable, so that a figure can be computed again from the same measurements. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place % 1)
}

export const median = (values: ArrayLike<number>) => quantile(Float64Array.from(values).sort(), 0.5)

function bootstrapInterval(values: number[], level: number, random: () => number): [number, number] {
  const drawn = new Float64Array(values.length)
  const medians = Float64Array.from({ length: ROUNDS }, () => {
    for (let index = 0; index < drawn.length; index++) {
      drawn[index] = values[Math.floor(random() * values.length)] ?? Number.NaN
    }
    return quantile(drawn.sort(), 0.5)
  }).sort()
  return [quantile(medians, (1 - level) / 2), quantile(medians, (1 + level) / 2)]
}

function cliffsDelta(first: number[], second: number[]): number {
  let balance = 0
  for (const one of first) for (const other of second) balance += Math.sign(one - other)
  return balance / (first.length * second.length)
}

export function compare(pairs: readonly (readonly [number, number])[], level = 0.999, seed = 1): Comparison {
  const first = pairs.map((pair) => pair[0])
  const second = pairs.map((pair) => pair[1])
  const differences = pairs.map((pair) => pair[0] - pair[1])
  return {
    pairs: pairs.length,
    medians: [median(first), median(second)],
    difference: median(differences),
    interval: bootstrapInterval(differences, level, randomFrom(seed)),
    cliffsDelta: cliffsDelta(first, second),
  }
}

export type Measure<T = number> = (index: number) => Promise<T>

/**
 * Takes each pair's two measurements one right after the other, in turns beginning with the first and with the second,
 * so that whatever the machine is busy with meets both alike.
 */
export async function interleave<T>(count: number, first: Measure<T>, second: Measure<T>): Promise<[T, T][]> {
  const pairs: [T, T][] = []
  for (let index = 0; index < count; index++) {
    if (index % 2 === 0) {
      const one = await first(index)
      pairs.push([one, await second(index)])
    } else {
      const other = await second(index)
      pairs.push([await first(index), other])
    }
  }
  return pairs
}
