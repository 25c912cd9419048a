const LEAST = 1_000
/** However long a call has waited, it asks at least about so often. */
const MAX_BACKOFF = 3_600_000

interface Hold {
  /** Milliseconds since the epoch, as the others. */
  now: number
  since: number
  until: number
}

/**
 * Milliseconds until a call that is held back asks again. Every time it asks stays in the engine's history, so it asks
 * ever less often the longer it has waited; and those that are held together do not all ask at once.
 */
export function holdPause({ now, since, until }: Hold, random = Math.random): number {
  const backoff = Math.min((now - since) / 4, MAX_BACKOFF)
  return Math.round(Math.max(until - now, backoff, LEAST) * (1 + random() / 4))
}
