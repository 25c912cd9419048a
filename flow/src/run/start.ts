import type { PlanStep } from '../plan.ts'
import { call, isCalled } from './calls.ts'
import { type Draft, own, roundOf } from './draft.ts'
import { heldBack } from './join.ts'
import type { Open } from './types.ts'

/** Starts every waiting step that nothing holds back, in plan order. */
export function startReady(draft: Draft): void {
  const { plan, state } = draft
  // Starting moves a token from waiting to open, which holds back the same steps: one pass finds all that are ready.
  for (const [position, step] of plan.steps.entries()) {
    const from = own(state.wait, step.id)
    if (!from || heldBack(plan, state, position)) continue
    delete state.wait[step.id]
    const open: Open = { round: roundOf(state, step.id), since: draft.at, phase: 'working', attempt: 1 }
    state.open[step.id] = open
    draft.commands.push({ c: 'open', step: step.id, round: open.round, from: from.filter((source) => source !== '') })
    setOff(draft, step, open)
  }
}

/** What a step does by itself once it is open. The items of a list wait until it has been read. */
function setOff(draft: Draft, step: PlanStep, open: Open): void {
  if (step.type === 'condition') draft.commands.push({ c: 'decide', step: step.id, round: open.round })
  else if (!step.each) call(draft, step, open.round, open)
}

/** The same round once more: who, when and which branch are looked up anew; a call is only made again. */
export function startAgain(draft: Draft, step: PlanStep, open: Open): void {
  draft.state.open[step.id] = open
  if (step.each || (step.type !== 'condition' && !isCalled(step)))
    draft.commands.push({ c: 'open', step: step.id, round: open.round, from: [] })
  setOff(draft, step, open)
}
