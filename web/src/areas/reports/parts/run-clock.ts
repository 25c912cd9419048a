import { useCountdown } from '../../../shared/form/use-countdown.ts'

/** Whole seconds since a run began, counted on the screen, up to its limit. */
export function useRunSeconds(startedAt: string | null, limit: number): number {
  const left = useCountdown(startedAt === null ? undefined : Date.parse(startedAt) + limit * 1000)
  return startedAt === null ? 0 : limit - Math.min(limit, left)
}
