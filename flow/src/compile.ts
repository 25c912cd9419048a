import { toBits } from './bits.ts'
import { canonical } from './compile/canonical.ts'
import { checkFlow } from './compile/check-flow.ts'
import { checkShape } from './compile/check-shape.ts'
import { type Graph, graphOf } from './compile/graph.ts'
import { type Outcome, outcomesOf } from './compile/outcomes.ts'
import type { Problem } from './compile/problem.ts'
import { sha256 } from './compile/sha256.ts'
import type { FlowDoc, Step } from './document.ts'
import type { Out, Plan, PlanStep, StepId } from './plan.ts'

export { canonical } from './compile/canonical.ts'
export type { Problem } from './compile/problem.ts'

export type Compiled = { ok: true; plan: Plan } | { ok: false; problems: Problem[] }

/** Turns a document into the plan that `reduce` runs, or says why it cannot be run. */
export function compile(doc: FlowDoc): Compiled {
  const named = new Map(Object.entries(doc.steps).map(([id, step]) => [id, outcomesOf(doc, step)]))
  const misshapen = checkShape(doc, named)
  if (misshapen.length > 0) return { ok: false, problems: misshapen }
  const graph = graphOf(doc, named)
  const problems = checkFlow(doc, graph)
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, plan: planOf(doc, graph) }
}

function planOf(doc: FlowDoc, graph: Graph): Plan {
  const position = new Map(graph.order.map((id, at) => [id, at]))
  const at = (id: StepId) => position.get(id) ?? -1
  const forks = new Set(graph.order.filter((id) => graph.outcomes.get(id)?.some(({ targets }) => targets.length > 1)))

  const outOf = (id: StepId, { name, targets, cancel, end, outcome }: Outcome): Out => {
    const back = targets.some((target) => graph.returns.get(id)?.has(target))
    return {
      name,
      to: targets.map(at),
      back,
      cancel: back ? 'none' : cancel,
      ...(end !== undefined && { end }),
      ...(outcome !== undefined && { outcome }),
    }
  }
  const stepOf = (step: Step): PlanStep => {
    const fork = graph.above.get(step.id)?.find((id) => forks.has(id))
    const base = {
      id: step.id,
      outs: (graph.outcomes.get(step.id) ?? []).map((outcome) => outOf(step.id, outcome)),
      reach: toBits([...(graph.reach.get(step.id) ?? [])].map(at), graph.order.length),
      fork: fork === undefined ? -1 : at(fork),
    }
    if (step.type !== 'approval') return { ...base, type: step.type }
    return { ...base, type: step.type, rule: step.rule, order: step.order }
  }

  const steps = graph.order.flatMap((id) => {
    const step = doc.steps[id]
    return step ? [stepOf(step)] : []
  })
  const plan = { v: 1 as const, type: doc.type, start: at(doc.start_step), steps }
  return { ...plan, hash: sha256(canonical(plan)) }
}
