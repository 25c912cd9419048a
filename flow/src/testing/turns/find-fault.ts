import { explore } from './explore.ts'
import type { Fault } from './faults.ts'
import { playSequences } from './sequences.ts'
import { smallCases } from './small-cases.ts'

/** What noticed a planted fault, and by which promise. */
export type Noticed = { by: string; message: string }

/** Beyond so many states of a small case a fault counts as not noticed there. */
const MAX_STATES = 60_000

/** Random sequences first; a fault that needs an order too rare for them is looked for in the small cases. */
export function findFault(fault: Fault, sequences: number, seed: number): Noticed | undefined {
  const { found } = playSequences(sequences, seed, fault)
  if (found) return { by: `sequence ${found.sequence}`, message: found.message }
  for (const small of smallCases.toReversed()) {
    const { message } = explore(small, fault, MAX_STATES)
    if (message !== undefined) return { by: small.name, message }
  }
  return undefined
}
