import type { StepId } from '@throughline/flow/plan'
import type { Drawing } from './drawing.ts'

/** Whether a way that never leads back goes from one step to the other. */
export function reaches(drawing: Drawing, from: StepId, to: StepId): boolean {
  const seen = new Set<StepId>()
  const next = [from]
  for (const id of next) {
    if (id === to) return true
    if (seen.has(id)) continue
    seen.add(id)
    for (const out of drawing.at(id)?.outs ?? []) if (!out.back) next.push(...out.to)
  }
  return false
}
