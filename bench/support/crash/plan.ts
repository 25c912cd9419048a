import { randomFrom } from '../../../server/test/statistics.ts'

export const KILLED = ['api', 'relay', 'worker'] as const
const RESTARTED = ['temporal', 'redis'] as const
export type Struck = (typeof KILLED)[number] | (typeof RESTARTED)[number]

export interface Blow {
  part: Struck
  signal: NodeJS.Signals
}

export interface Step extends Blow {
  /** Goes on although what was struck before may not be back yet. */
  hasty: boolean
  /** Milliseconds of quiet before the next people come. */
  pause: number
  /** When each of them comes, in milliseconds after the pause. */
  arrivals: number[]
  /** The part is struck once so many of them have sent their request, */
  after: number
  /** and so many milliseconds have gone by. */
  delay: number
}

export interface Sizes {
  registrations: number
  kills: number
  /** Each part that is not ours is restarted twice: once asked to end, once killed. */
  restarts: boolean
  longestPause: number
}

const SHORTEST_PAUSE = 200
const ARRIVE_WITHIN = 500
const LONGEST_DELAY = 150
const HASTY = 0.25

function shuffle<T>(items: T[], random: () => number): T[] {
  for (let end = items.length - 1; end > 0; end--) {
    const other = Math.floor(random() * (end + 1))
    const [a, b] = [items[end], items[other]]
    if (a !== undefined && b !== undefined) [items[end], items[other]] = [b, a]
  }
  return items
}

function blowsOf({ kills, restarts }: Sizes): Blow[] {
  const killed = Array.from({ length: kills }, (_, n): Blow => ({ part: KILLED[n % 3] ?? 'api', signal: 'SIGKILL' }))
  const restarted = RESTARTED.flatMap((part): Blow[] => [
    { part, signal: 'SIGTERM' },
    { part, signal: 'SIGKILL' },
  ])
  return restarts ? [...killed, ...restarted] : killed
}

/** The same for the same seed: what is struck, when, and when people come. */
export function drawPlan(seed: number, sizes: Sizes): Step[] {
  const random = randomFrom(seed)
  const between = (low: number, high: number) => Math.round(low + random() * (high - low))
  const blows = shuffle(blowsOf(sizes), random)
  const upTo = (count: number) => Math.floor((count * sizes.registrations) / blows.length)
  return blows.map((blow, index) => {
    const people = upTo(index + 1) - upTo(index)
    return {
      ...blow,
      hasty: random() < HASTY,
      pause: between(SHORTEST_PAUSE, sizes.longestPause),
      arrivals: Array.from({ length: people }, () => between(0, ARRIVE_WITHIN)),
      after: between(1, people),
      delay: between(0, LONGEST_DELAY),
    }
  })
}
