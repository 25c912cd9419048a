import { toBits } from '../bit-string.ts'
import type { Escalation, FlowDoc, Step } from '../document.ts'
import type { Alarm, Out, Plan, PlanStep } from '../plan.ts'
import { membersOf } from './bitset.ts'
import { forkOf, type Graph, type GraphOut } from './graph.ts'

/** What the reducer needs to know of an escalation; when it comes is worked out as the step opens. */
function alarmOf({ act, outcome }: Escalation): Alarm {
  return act === 'finish' ? { act, outcome: outcome ?? 'rejected' } : { act }
}

/** The plan of a document without errors. */
export function planOf(doc: FlowDoc, graph: Graph): Omit<Plan, 'hash'> {
  const position = new Map(graph.order.map((step, at) => [step, at]))
  const at = (step: number) => position.get(step) ?? -1

  const outOf = ({ name, targets, back, cancel, end, outcome }: GraphOut): Out => ({
    name,
    to: targets.map(at),
    back,
    cancel: back ? 'none' : cancel,
    ...(end !== undefined && { end }),
    ...(outcome !== undefined && { outcome }),
  })
  const stepOf = (step: Step, place: number): PlanStep => {
    const fork = forkOf(graph, place)
    const base = {
      id: step.id,
      outs: (graph.outs[place] ?? []).map(outOf),
      reach: toBits(membersOf(graph.reach[place]).map(at), graph.order.length),
      fork: fork === undefined ? -1 : at(fork),
      ...(step.escalation?.length && { alarms: step.escalation.map(alarmOf) }),
      ...(step.each && { each: { order: step.each.order, until: step.each.until } }),
    }
    if (step.type === 'tool') return { ...base, type: step.type, tool: step.tool_id ?? '' }
    if (step.type !== 'approval') return { ...base, type: step.type }
    const who = JSON.stringify([step.approvers, step.allow_self ?? false])
    return { ...base, type: step.type, rule: step.rule, order: step.order, who }
  }

  const steps = graph.order.flatMap((place) => {
    const step = graph.steps[place]
    return step ? [stepOf(step, place)] : []
  })
  return { v: 1, type: doc.type, start: at(graph.at.get(doc.start_step) ?? -1), steps }
}
