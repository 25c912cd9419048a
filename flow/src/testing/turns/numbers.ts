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

/** 106 bits of a text: two different worlds out of millions are not taken for one. */
export function digestOf(text: string): string {
  let [a, b, c, d] = [0xdeadbeef, 0x41c6ce57, 0x9e3779b9, 0x85ebca6b]
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
    c = Math.imul(c ^ code, 2246822519)
    d = Math.imul(d ^ code, 3266489917)
  }
  const mixed = (x: number, y: number) => {
    const low = Math.imul(x ^ (x >>> 16), 2246822507) ^ Math.imul(y ^ (y >>> 13), 3266489909)
    const high = Math.imul(y ^ (y >>> 16), 2246822507) ^ Math.imul(x ^ (x >>> 13), 3266489909)
    return (2097151 & high) * 4294967296 + (low >>> 0)
  }
  return `${mixed(a, b).toString(36)}.${mixed(c, d).toString(36)}`
}
