import { hasBit } from '../bit-string.ts'
import type { Out, PlanStep } from '../plan.ts'
import { closeOthers, dropArrivals } from './close.ts'
import { type Draft, own, stepAt } from './draft.ts'
import { fail } from './fail.ts'
import { finish } from './finish.ts'
import { returnLimit, returnTo } from './returns.ts'
import type { Open } from './types.ts'

/** Leaves a step by one of its outcomes and puts the targets among the waiting. */
export function leave(draft: Draft, step: PlanStep, open: Open, out: Out): void {
  const { plan, state } = draft
  delete state.open[step.id]
  draft.commands.push({ c: 'close', step: step.id, round: open.round, outcome: out.name })
  if (out.end !== undefined) {
    finish(draft, 'completed', out.end)
    return
  }
  if (out.back) {
    for (const target of out.to) returnTo(draft, target, step)
    return
  }
  cancelBeside(draft, step, out)
  if (out.outcome !== undefined) state.outcome = out.outcome
  for (const target of out.to) {
    const { id } = stepAt(plan, target)
    state.wait[id] = [...(own(state.wait, id) ?? []), step.id]
  }
}

/**
 * Answers leave this way: a workflow that keeps returning stops here until an operator looks at it. `before` is done
 * only if the step does leave.
 */
export function leaveWithinLimit(draft: Draft, step: PlanStep, open: Open, out: Out, before?: () => void): void {
  if (out.back && draft.state.returns >= returnLimit)
    return fail(draft, step, { ...open, held: out.name }, { code: 'loop_limit' })
  before?.()
  return leave(draft, step, open, out)
}

/** Closes what runs beside the step that was just left, as far as its outcome asks for it. */
function cancelBeside(draft: Draft, step: PlanStep, { cancel }: Out): void {
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
