import type { StepId } from '../plan.ts'
import type { Edges } from './edges.ts'

/** For each step the steps that forward edges lead to, itself excluded. */
export function reachSets(order: readonly StepId[], forward: Edges['forward']): Map<StepId, Set<StepId>> {
  const reach = new Map<StepId, Set<StepId>>()
  for (const id of order.toReversed()) {
    const reached = new Set<StepId>()
    for (const target of forward.get(id) ?? []) {
      reached.add(target)
      for (const further of reach.get(target) ?? []) reached.add(further)
    }
    reach.set(id, reached)
  }
  return reach
}
