import type { PlanStep } from '../plan.ts'
import { type Draft, outOf, own } from './draft.ts'
import { leaveWithinLimit } from './leave.ts'
import type { State } from './types.ts'

export function earliest({ open }: State): number | null {
  let first: number | null = null
  const sooner = (at: number) => {
    if (first === null || at < first) first = at
  }
  for (const { until, alarms = [] } of Object.values(open)) {
    if (until !== undefined) sooner(until)
    for (const [at] of alarms) sooner(at)
  }
  return first
}

/** Everything whose time has come, in plan order; what another of them has taken back is not due any more. */
export function fireDue(draft: Draft): void {
  for (const step of draft.plan.steps) {
    ringAlarms(draft, step)
    const open = own(draft.state.open, step.id)
    if (open?.until !== undefined && open.until <= draft.at) leaveWithinLimit(draft, step, open, outOf(step, 'done'))
  }
}

function ringAlarms(draft: Draft, step: PlanStep): void {
  for (;;) {
    const open = own(draft.state.open, step.id)
    const [first, ...later] = open?.alarms ?? []
    if (!open || !first || first[0] > draft.at) return
    const { alarms: _, ...rest } = open
    const rung = later.length > 0 ? { ...rest, alarms: later } : rest
    draft.state.open[step.id] = rung
    const [, n] = first
    const alarm = step.alarms?.[n]
    if (alarm?.act === 'finish') {
      if (open.phase === 'working') leaveWithinLimit(draft, step, rung, outOf(step, alarm.outcome))
    } else if (alarm) draft.commands.push({ c: alarm.act, step: step.id, round: open.round, n })
  }
}

/** There is one timer; it is set again only if the earliest time has moved. */
export function setTimer(draft: Draft, before: State): void {
  const at = earliest(draft.state)
  if (at !== earliest(before)) draft.commands.push({ c: 'wake', at })
}
