import { randomFrom } from '../statistics.ts'

/** The same draws for the same seed. */
export function createRandom(seed: number) {
  const next = randomFrom(seed)
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => {
      const found = list[below(list.length)]
      if (found === undefined) throw new Error('there is nothing to pick from')
      return found
    },
  }
}

export type Random = ReturnType<typeof createRandom>

/** FUZZ_SEED, or a new one for each run. */
export const fuzzSeed = (): number => Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
