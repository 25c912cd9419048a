import type { StepId } from '../plan.ts'
import type { Edges } from './edges.ts'

/** Topological order of the forward edges; of the steps that could come next, the one met first comes first. */
export function planOrder({ met, forward }: Edges): StepId[] {
  const sources = new Map(met.map((id) => [id, 0]))
  const count = (id: StepId, by: number) => sources.set(id, (sources.get(id) ?? 0) + by)
  for (const targets of forward.values()) for (const target of targets) count(target, 1)

  const order: StepId[] = []
  const left = [...met]
  while (left.length > 0) {
    const next = left.findIndex((id) => sources.get(id) === 0)
    if (next < 0) throw new Error('forward edges form a cycle')
    for (const id of left.splice(next, 1)) {
      order.push(id)
      for (const target of forward.get(id) ?? []) count(target, -1)
    }
  }
  return order
}
