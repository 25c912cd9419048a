import type { FlowDoc } from '../document.ts'
import type { StepId } from '../plan.ts'
import { dominators } from './dominators.ts'
import { classify, type Edges } from './edges.ts'
import { planOrder } from './order.ts'
import type { Outcome } from './outcomes.ts'
import { reachSets } from './reach.ts'

export type Graph = Edges & {
  order: StepId[]
  reach: Map<StepId, Set<StepId>>
  above: Map<StepId, StepId[]>
  outcomes: Map<StepId, Outcome[]>
}

/** An approval without a route for a rejection or for changes returns to the nearest manual step above it. */
function defaultRoutes(doc: FlowDoc, id: StepId, named: Outcome[], above: StepId[]): Outcome[] {
  if (doc.steps[id]?.type !== 'approval') return named
  const home = above.find((step) => doc.steps[step]?.type === 'manual')
  const route = (name: string): Outcome[] => {
    const own = named.filter((outcome) => outcome.name === name)
    if (own.length > 0) return own
    if (home !== undefined) return [{ name, targets: [home], normal: false, cancel: 'none' }]
    return name === 'rejected' ? [{ name, targets: [], normal: false, cancel: 'none', end: 'rejected' }] : []
  }
  return ['approved', 'rejected', 'changes'].flatMap(route)
}

export function graphOf(doc: FlowDoc, named: ReadonlyMap<StepId, Outcome[]>): Graph {
  const marked = (from: StepId, to: StepId) => doc.steps[from]?.back?.includes(to) ?? false
  const edges = classify(doc.start_step, named, marked)
  const order = planOrder(edges)
  const above = dominators(order, edges.forward)
  const outcomes = new Map<StepId, Outcome[]>()
  for (const id of order) {
    const all = defaultRoutes(doc, id, named.get(id) ?? [], above.get(id) ?? [])
    outcomes.set(id, all)
    // A default target dominates its source, so it can only be a return.
    for (const { targets } of all)
      for (const target of targets) if (!edges.forward.get(id)?.has(target)) edges.returns.get(id)?.add(target)
  }
  return { ...edges, order, reach: reachSets(order, edges.forward), above, outcomes }
}
