import type { Share } from '@throughline/contracts/analytics'

/** In whole percent; undefined where there was nothing to count. */
export const percentOf = ({ count, of }: Share): number | undefined =>
  of === 0 ? undefined : Math.round((count / of) * 100)

/** How many points more than before; undefined where one of the two is missing. */
export function pointsSince(now: Share, before: Share | null): number | undefined {
  const [a, b] = [percentOf(now), before ? percentOf(before) : undefined]
  return a === undefined || b === undefined ? undefined : a - b
}
