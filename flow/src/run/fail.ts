import type { PlanStep } from '../plan.ts'
import type { Draft } from './draft.ts'
import type { Open } from './types.ts'

/** The step stays open as an incident: it still holds joins back while other branches go on. */
export function fail(draft: Draft, step: PlanStep, open: Open, incident: { code: string; text?: string }): void {
  const { until: _, ...kept } = open
  draft.state.open[step.id] = { ...kept, phase: 'failed', code: incident.code }
  draft.commands.push({ c: 'fail', step: step.id, round: open.round, ...incident })
}
