import type { PlanStep } from '../plan.ts'
import { call, isCalled, stopCall, stopCalls } from './calls.ts'
import { type Draft, outOf } from './draft.ts'
import { setItem } from './item-state.ts'
import { endItem, leaveList, loseItem, wellDone } from './items.ts'
import { leave } from './leave.ts'
import { returnLimit, returnsPerRetry } from './returns.ts'
import { startAgain } from './start.ts'
import type { Item, Open } from './types.ts'

/** A definite refusal, or a child that has ended, needs a new effect key; any other attempt keeps it. */
function again(step: PlanStep, { code, ...item }: Item): Item {
  const attempt = item.attempt + 1
  const anew = code === 'refused' || step.type === 'subworkflow'
  return { ...item, phase: 'working', attempt, ...(anew && { keyed: attempt }) }
}

export function retry(draft: Draft, step: PlanStep, open: Open): void {
  const { code: _, held, ...kept } = open
  if (held !== undefined) {
    draft.state.returns = returnLimit - returnsPerRetry
    leaveList(draft, step, { ...kept, phase: 'working' }, outOf(step, held))
    return
  }
  const { round, since, alarms } = open
  const { attempt, keyed } = again(step, open)
  const fresh: Open = { round, since, phase: 'working', attempt, ...(keyed !== undefined && { keyed }) }
  startAgain(draft, step, isCalled(step) && !step.each && alarms ? { ...fresh, alarms } : fresh)
}

export function retryItem(draft: Draft, step: PlanStep, open: Open, item: number, state: Item): void {
  const { slots: _, votes: __, ...fresh } = again(step, state)
  setItem(draft, step, open, item, fresh)
  if (isCalled(step)) call(draft, step, open.round, fresh, item)
  else draft.commands.push({ c: 'ask', step: step.id, round: open.round, item })
}

export function override(draft: Draft, step: PlanStep, open: Open, outcome: string): void {
  stopCalls(draft, step, open)
  leave(draft, step, open, outOf(step, outcome))
}

export function overrideItem(draft: Draft, step: PlanStep, open: Open, item: number, outcome: string): void {
  const state = open.each?.open[item]
  if (!state) return
  stopCall(draft, step, open.round, state, item)
  if (outcome === 'changes') leaveList(draft, step, open, outOf(step, outcome))
  else if (outcome === wellDone(step)) endItem(draft, step, open, item, outcome)
  else loseItem(draft, step, open, item, outcome, { code: outcome })
}
