import type { Explanation } from '@throughline/contracts/copilot'
import type { TracedEffect } from '../../instances/instances.public.ts'

type Attempt = Explanation['saw']['attempts'][number]

const MAX_ATTEMPTS = 20
const HIDDEN = '•••'
/** What may come from the case: addresses, numbers that are no status, and whatever stands in quotes. */
const OF_THE_CASE = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,255}|\d[\d.,-]{3,60}\d|(?<=[“"'])[^“”"']{2,2000}(?=[”"'])/gu

export const masked = (problem: string): string => problem.replaceAll(OF_THE_CASE, HIDDEN)

/** The attempts of a step, oldest first, with nothing of the case in them. */
export function attemptsOf(effects: readonly TracedEffect[]): Attempt[] {
  return effects
    .flatMap(({ tries, problem }) => tries.map((one) => ({ ...one, problem: one.problem ?? problem ?? '' })))
    .filter(({ problem }) => problem !== '')
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .slice(-MAX_ATTEMPTS)
    .map(({ at, took, problem }) => ({ at, took, problem: masked(problem) }))
}
