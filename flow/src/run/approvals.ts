import type { PlanStep } from '../plan.ts'
import { type Draft, outOf } from './draft.ts'
import { fail, failItem } from './fail.ts'
import { setItem } from './item-state.ts'
import { endItem, leaveList, loseItem } from './items.ts'
import { leaveWithinLimit } from './leave.ts'
import { askedSince, lowestUndecided, slotsNeeded, tally } from './tally.ts'
import type { Item, Open, TicketEvent } from './types.ts'

type Approval = PlanStep & { type: 'approval' }

/** The people are counted: either they can decide, or the step waits for an operator. */
export function seat(draft: Draft, step: Approval, open: Open, slots: number): void {
  if (slots < slotsNeeded(step.rule)) fail(draft, step, open, { code: 'no_approver' })
  else draft.state.open[step.id] = { ...open, slots, votes: {} }
}

export function seatItem(draft: Draft, step: Approval, open: Open, item: number, slots: number): void {
  const state = open.each?.open[item]
  if (!state) return
  if (slots < slotsNeeded(step.rule)) failItem(draft, step, open, item, { code: 'no_approver' })
  else setItem(draft, step, open, item, { ...state, slots, votes: {} })
}

type Cast = TicketEvent & { t: 'decision' }

/** As if none had been given, where they were asked again since; else as they are. */
export const askedFor = <I extends Item>(item: I, asked = 0): I =>
  askedSince(item, asked) ? { ...item, votes: {}, asked } : item

const withVote = <I extends Item>(item: I, { slot, decision, asked }: Cast) => {
  const now = askedFor(item, asked)
  return { ...now, votes: { ...now.votes, [slot]: decision } }
}

export function vote(draft: Draft, step: Approval, open: Open, event: Cast): void {
  const voted = withVote(open, event)
  const { votes } = voted
  const outcome = tally(step.rule, open.slots ?? 0, votes)
  if (outcome) {
    leaveWithinLimit(draft, step, voted, outOf(step, outcome))
    return
  }
  draft.state.open[step.id] = voted
  if (step.order === 'in_order')
    draft.commands.push({ c: 'ask', step: step.id, round: open.round, slot: lowestUndecided(votes) })
}

export function voteOnItem(draft: Draft, step: Approval, open: Open, item: number, event: Cast): void {
  const state = open.each?.open[item]
  if (!state) return
  const now = withVote(state, event)
  const { votes } = now
  const outcome = tally(step.rule, state.slots ?? 0, votes)
  const voted = setItem(draft, step, open, item, now)
  if (outcome === 'changes') leaveList(draft, step, voted, outOf(step, 'changes'))
  else if (outcome === 'approved') endItem(draft, step, voted, item, outcome)
  else if (outcome === 'rejected') loseItem(draft, step, voted, item, outcome, { code: 'rejected' })
  else if (step.order === 'in_order')
    draft.commands.push({ c: 'ask', step: step.id, round: open.round, item, slot: lowestUndecided(votes) })
}
