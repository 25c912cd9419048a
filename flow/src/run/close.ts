import type { PlanStep, StepId } from '../plan.ts'
import { stopCalls } from './calls.ts'
import { type Draft, own } from './draft.ts'
import type { Why } from './types.ts'

type Chosen = (position: number) => boolean

/** Closes the chosen open steps on account of something that happened elsewhere. */
export function closeOthers(draft: Draft, chosen: Chosen, why: Why): void {
  forEachChosen(draft, chosen, (step) => {
    const open = own(draft.state.open, step.id)
    if (!open) return
    delete draft.state.open[step.id]
    draft.commands.push({ c: 'close', step: step.id, round: open.round, why })
    stopCalls(draft, step, open)
  })
}

/** Drops arrivals noted at the chosen steps whose source is dropped too; the others stay. */
export function dropArrivals(draft: Draft, chosen: Chosen, dropped: (source: StepId) => boolean): void {
  const { wait } = draft.state
  forEachChosen(draft, chosen, (step) => {
    const sources = own(wait, step.id)
    const kept = sources?.filter((source) => !dropped(source))
    if (kept?.length) wait[step.id] = kept
    else delete wait[step.id]
  })
}

function forEachChosen(draft: Draft, chosen: Chosen, act: (step: PlanStep) => void): void {
  for (const [position, step] of draft.plan.steps.entries()) if (chosen(position)) act(step)
}
