export type Outcome = 'ok' | 'failed' | 'unknown'

/** One request, from its first byte to its answer. */
export interface Try {
  began: number
  ended: number
  /** Failed: refused for certain. Unknown: cut off, so that only the server knows. */
  outcome: Outcome
}

export interface Registration {
  email: string
  tries: Try[]
  /** What went wrong last. */
  trouble?: unknown
}

export interface CaughtMail {
  to: string[]
  messageId: string
  subject: string
  receivedAt: string
}

export const acceptedAt = ({ tries }: Registration): number =>
  Math.min(...tries.filter(({ outcome }) => outcome === 'ok').map(({ ended }) => ended))

export function outcomeOf({ tries }: Registration): Outcome {
  const outcomes = new Set(tries.map(({ outcome }) => outcome))
  if (outcomes.has('ok')) return 'ok'
  return outcomes.has('unknown') || outcomes.size === 0 ? 'unknown' : 'failed'
}

export const countOf = (registrations: Registration[], wanted: Outcome): number =>
  registrations.filter((registration) => outcomeOf(registration) === wanted).length

export function withoutMail(registrations: Registration[], mails: CaughtMail[]): string[] {
  const reached = new Set(mails.flatMap(({ to }) => to))
  return registrations
    .filter((registration) => outcomeOf(registration) === 'ok' && !reached.has(registration.email))
    .map(({ email }) => email)
}
