import { hasBit } from '../bit-string.ts'
import type { PlanStep } from '../plan.ts'
import { closeOthers, dropArrivals } from './close.ts'
import { type Draft, own, roundOf, stepAt } from './draft.ts'

export const returnLimit = 1000
export const returnsPerRetry = 100

/** Takes back all that comes after the target, which waits in a new round together with everything it leads to. */
export function returnTo(draft: Draft, target: number, source: PlanStep): void {
  const { plan, state } = draft
  const home = stepAt(plan, target)
  const takenBack = (position: number) => position === target || hasBit(home.reach, position)
  const again = plan.steps.filter((_, position) => takenBack(position)).map((step) => step.id)
  const fromWithin = new Set(again)

  closeOthers(draft, takenBack, 'returned')
  dropArrivals(draft, takenBack, (from) => fromWithin.has(from))
  for (const id of again) state.round[id] = roundOf(state, id) + 1
  state.wait[home.id] = [...(own(state.wait, home.id) ?? []), source.id]
  state.returns += 1
}
