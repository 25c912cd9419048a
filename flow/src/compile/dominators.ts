import type { StepId } from '../plan.ts'
import type { Edges } from './edges.ts'

/** For each step the steps that every forward path from the start to it passes, nearest first, itself excluded. */
export function dominators(order: readonly StepId[], forward: Edges['forward']): Map<StepId, StepId[]> {
  const sources = new Map<StepId, StepId[]>(order.map((id) => [id, []]))
  for (const id of order) for (const target of forward.get(id) ?? []) sources.get(target)?.push(id)

  // The forward edges have no cycle, so one pass in topological order is enough.
  const above = new Map<StepId, StepId[]>()
  for (const id of order) {
    const chains = (sources.get(id) ?? []).map((source) => [source, ...(above.get(source) ?? [])])
    const [first = [], ...others] = chains
    const shared = others.map((chain) => new Set(chain))
    above.set(
      id,
      first.filter((step) => shared.every((chain) => chain.has(step))),
    )
  }
  return above
}
