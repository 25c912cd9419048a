import { type Draft, outOf, own } from './draft.ts'
import { leaveWithinLimit } from './leave.ts'
import type { State } from './types.ts'

export function earliest({ open }: State): number | null {
  const times = Object.values(open).flatMap(({ until }) => (until === undefined ? [] : [until]))
  return times.length > 0 ? Math.min(...times) : null
}

/** Ends every wait whose time has come, in plan order; one that another of them has taken back is not due any more. */
export function fireDue(draft: Draft): void {
  for (const step of draft.plan.steps) {
    const open = own(draft.state.open, step.id)
    if (open?.until !== undefined && open.until <= draft.at) leaveWithinLimit(draft, step, open, outOf(step, 'done'))
  }
}

/** There is one timer; it is set again only if the earliest time has moved. */
export function setTimer(draft: Draft, before: State): void {
  const at = earliest(draft.state)
  if (at !== earliest(before)) draft.commands.push({ c: 'wake', at })
}
