import { hasBit } from '../bit-string.ts'
import type { Out, PlanStep } from '../plan.ts'
import { closeOthers, dropArrivals } from './close.ts'
import { type Draft, stepAt } from './draft.ts'

/** Closes what runs beside the step that was just left, as far as its outcome asks for it. */
export function cancelBeside(draft: Draft, step: PlanStep, { cancel }: Out): void {
  if (cancel === 'all') {
    closeOthers(draft, () => true, 'sibling')
    dropArrivals(
      draft,
      () => true,
      () => true,
    )
  }
  if (cancel !== 'siblings' || step.fork < 0) return
  const fork = stepAt(draft.plan, step.fork)
  const beside = (position: number) => hasBit(fork.reach, position)
  const sources = new Set(draft.plan.steps.filter((_, position) => beside(position)).map(({ id }) => id)).add(fork.id)
  closeOthers(draft, beside, 'sibling')
  dropArrivals(draft, beside, (source) => sources.has(source))
}
