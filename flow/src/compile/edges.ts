import type { StepId } from '../plan.ts'
import type { Outcome } from './outcomes.ts'

export type Edges = {
  /** Every step met from the start, in the order it was met. */
  met: StepId[]
  forward: Map<StepId, Set<StepId>>
  returns: Map<StepId, Set<StepId>>
}

export function leadsTo(forward: Edges['forward'], from: StepId, to: StepId): boolean {
  const seen = new Set([from])
  for (const id of seen) {
    if (id === to) return true
    for (const target of forward.get(id) ?? []) seen.add(target)
  }
  return false
}

/**
 * Inserts edges one at a time: normal outcomes depth-first from the start, then exceptions in the order their steps
 * were met. An edge is a return if it is marked so or if its target already leads to its source; all others are
 * forward, so that forward edges never form a cycle.
 */
export function classify(
  start: StepId,
  outcomes: ReadonlyMap<StepId, Outcome[]>,
  marked: (from: StepId, to: StepId) => boolean,
): Edges {
  const met: StepId[] = []
  const forward: Edges['forward'] = new Map()
  const returns: Edges['returns'] = new Map()

  const insert = (from: StepId, to: StepId) => {
    if (marked(from, to) || leadsTo(forward, to, from)) {
      returns.get(from)?.add(to)
      return
    }
    forward.get(from)?.add(to)
    if (!forward.has(to)) meet(to)
  }
  const follow = (id: StepId, normal: boolean) => {
    for (const outcome of outcomes.get(id) ?? [])
      if (outcome.normal === normal) for (const target of outcome.targets) insert(id, target)
  }
  const meet = (id: StepId) => {
    met.push(id)
    forward.set(id, new Set())
    returns.set(id, new Set())
    follow(id, true)
  }

  meet(start)
  for (const id of met) follow(id, false)
  return { met, forward, returns }
}
