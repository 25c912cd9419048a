/** One of a million numbers for the parts; the same parts always have the same. */
export function hash(...parts: unknown[]): number {
  let h = 2166136261
  for (const c of parts.join('|')) h = Math.imul(h ^ c.charCodeAt(0), 16777619)
  h ^= h >>> 15
  return (Math.imul(h, 2246822507) >>> 0) % 1_000_003
}

export type Draw = () => number

/** The same numbers for the same seed. */
export function numbers(seed: number): Draw {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % 1_000_003
  }
}

export const pickFrom = <T>(draw: Draw, list: readonly T[]): T | undefined => list[draw() % Math.max(1, list.length)]
