import type { FlowDoc } from '../document.ts'
import type { StepId } from '../plan.ts'
import type { Graph } from './graph.ts'
import type { Problem } from './problem.ts'

function returnProblems(doc: FlowDoc, graph: Graph, id: StepId): Problem[] {
  const problems: Problem[] = []
  const back = doc.steps[id]?.back ?? []
  const returns = graph.returns.get(id) ?? new Set()
  for (const { targets, normal } of graph.outcomes.get(id) ?? []) {
    const returning = targets.filter((target) => returns.has(target))
    if (returning.length > 0 && targets.length > 1) problems.push({ n: 7, code: 'return_mixed', step: id })
    const ambiguous = returning.some(
      (target) => target !== id && !back.includes(target) && !graph.above.get(id)?.includes(target),
    )
    if (doc.type === 'parallel' && normal && ambiguous) problems.push({ n: 8, code: 'loop_two_entries', step: id })
  }
  const leadsHere = (target: StepId) => target === id || (graph.reach.get(target)?.has(id) ?? false)
  if (back.some((target) => returns.has(target) && !leadsHere(target)))
    problems.push({ n: 9, code: 'back_not_back', step: id })
  return problems
}

/** Steps that can bring the instance to an end: some outcome has only targets that can. */
function ableToEnd(graph: Graph): Set<StepId> {
  const able = new Set<StepId>()
  for (let before = -1; before !== able.size; ) {
    before = able.size
    for (const [id, outcomes] of graph.outcomes)
      if (outcomes.some(({ targets }) => targets.every((target) => able.has(target)))) able.add(id)
  }
  return able
}

/** Steps on a cycle in which nobody and no clock is ever waited for. */
function onHotLoop(doc: FlowDoc, graph: Graph): StepId[] {
  const automatic = (id: StepId) => doc.steps[id]?.type === 'condition' || doc.steps[id]?.type === 'tool'
  const onward = (id: StepId) =>
    (graph.outcomes.get(id) ?? []).flatMap(({ targets }) => targets).filter((target) => automatic(target))
  return graph.order.filter(automatic).filter((id) => {
    const seen = new Set(onward(id))
    for (const step of seen) for (const target of onward(step)) seen.add(target)
    return seen.has(id)
  })
}

/** The rules on which the reducer's promises rest: no step runs twice in a round, an end is always within reach. */
export function checkFlow(doc: FlowDoc, graph: Graph): Problem[] {
  const met = new Set(graph.met)
  const able = ableToEnd(graph)
  return [
    ...Object.keys(doc.steps)
      .filter((id) => !met.has(id))
      .map((step) => ({ n: 5, code: 'unreachable', step })),
    ...graph.order.flatMap((id) => returnProblems(doc, graph, id)),
    ...graph.order.filter((id) => !able.has(id)).map((step) => ({ n: 10, code: 'no_way_out', step })),
    ...onHotLoop(doc, graph).map((step) => ({ n: 11, code: 'hot_loop', step })),
  ]
}
