import type { PlanStep } from '../plan.ts'
import type { Draft } from './draft.ts'
import { setItem } from './item-state.ts'
import type { Open } from './types.ts'

export type Incident = { code: string; text?: string }

/** The step stays open as an incident: it still holds joins back while other branches go on. */
export function fail(draft: Draft, step: PlanStep, open: Open, incident: Incident): void {
  const { until: _, ...kept } = open
  draft.state.open[step.id] = { ...kept, phase: 'failed', code: incident.code }
  draft.commands.push({ c: 'fail', step: step.id, round: open.round, ...incident })
}

/** One item is an incident; the others of its list go on. */
export function failItem(draft: Draft, step: PlanStep, open: Open, item: number, incident: Incident): void {
  const state = open.each?.open[item]
  if (!state) return
  setItem(draft, step, open, item, { ...state, phase: 'failed', code: incident.code })
  draft.commands.push({ c: 'fail', step: step.id, round: open.round, item, ...incident })
}
