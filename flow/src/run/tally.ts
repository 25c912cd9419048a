import type { Rule } from '../plan.ts'
import type { Item, Verdict } from './types.ts'

export type Votes = Record<number, Verdict>

/** How many slots an approval needs before anybody is asked. */
export function slotsNeeded(rule: Rule): number {
  return typeof rule === 'number' ? rule : 1
}

/** The approval's outcome, or undefined while it is undecided. */
export function tally(rule: Rule, slots: number, votes: Votes): 'approved' | 'rejected' | 'changes' | undefined {
  const cast = Object.values(votes)
  const count = (verdict: Verdict) => cast.filter((vote) => vote === verdict).length
  if (count('changes') > 0) return 'changes'
  const enough = rule === 'all' ? slots : slotsNeeded(rule)
  if (count('approve') >= enough) return 'approved'
  const bearable = rule === 'first' ? 0 : slots - enough
  return count('reject') > bearable ? 'rejected' : undefined
}

/** With slots asked in order, the one asked now. */
export function lowestUndecided(votes: Votes): number {
  let slot = 0
  while (Object.hasOwn(votes, slot)) slot += 1
  return slot
}

/** Votes and their withdrawal may come in any order, and more than once: each says which asking it belongs to. */
export const askedSince = ({ asked = 0 }: Item, by = 0): boolean => Number.isInteger(by) && by > asked
