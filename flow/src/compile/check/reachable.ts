import type { FlowDoc, Step } from '../../document.ts'
import type { Analysis } from '../analysis.ts'
import { addBit, emptyBits, hasMember } from '../bitset.ts'
import type { Graph } from '../graph.ts'
import { add, inStep, type Problem, put, type Repair, remove } from '../problem.ts'
import { allTargetLists, forget, freshId, insertBefore, targetLists } from '../references.ts'
import { cameFrom } from './variables.ts'

/** Rule 5: no step without a path from the start. */
export function unreachable({ doc, graph }: Analysis): Problem[] {
  if (!graph) return []
  const lists = allTargetLists(doc)
  const met = emptyBits(graph.ids.length)
  for (const step of graph.met) addBit(met, step)
  const ends = graph.met
    .flatMap((step) => graph.steps[step] ?? [])
    .filter(({ type, next }) => type !== 'condition' && next.length === 0)
  return graph.ids.flatMap((id, step): Problem[] => {
    if (hasMember(met, step)) return []
    const end = ends.find(({ back }) => !back?.includes(id))
    const connect: Repair[] = end
      ? [{ label: `Connect after ${end.name}`, patch: [add(inStep(end.id, 'next', '-'), id)] }]
      : []
    return [
      {
        n: 5,
        code: 'unreachable',
        level: 'E',
        step: id,
        path: inStep(id),
        text: 'No path from the start leads here.',
        repairs: [...connect, { label: 'Delete this step', patch: [...forget(lists, id), remove(inStep(id))] }],
      },
    ]
  })
}

/** Rule 10: from every step the instance can come to an end: some outcome has only targets that can. */
export function withoutEnd({ graph }: Analysis): Problem[] {
  if (!graph) return []
  const able = ableToEnd(graph)
  return graph.order
    .filter((step) => !able.has(step))
    .map((step): Problem => {
      const id = graph.ids[step] ?? ''
      const lists = graph.steps[step] ? targetLists(graph.steps[step]) : []
      const last = lists.findLast(({ outcome }) => outcome === 'else' || outcome === 'done' || outcome === 'approved')
      return {
        n: 10,
        code: 'no_way_out',
        level: 'E',
        step: id,
        path: inStep(id),
        text: 'The workflow can never end from here. Every path loops back.',
        repairs: last ? [{ label: 'Let it end here', patch: [put(last.path, [])] }] : [],
      }
    })
}

function ableToEnd(graph: Graph): Set<number> {
  const able = new Set<number>()
  for (let before = -1; before !== able.size; ) {
    before = able.size
    for (const step of graph.met.toReversed())
      if (!able.has(step) && graph.outs[step]?.some(({ targets }) => targets.every((target) => able.has(target))))
        able.add(step)
  }
  return able
}

const automatic = new Set(['condition', 'tool', 'subworkflow'])

/** Rule 11: no cycle in which nobody and no clock is ever waited for. */
export function hotLoops({ doc, graph }: Analysis): Problem[] {
  if (!graph) return []
  const isAutomatic = (step: number) => automatic.has(graph.steps[step]?.type ?? '')
  const lists = allTargetLists(doc)
  const sources = graph.ids.map((): number[] => [])
  for (const from of graph.order.filter(isAutomatic))
    for (const { targets } of graph.outs[from] ?? [])
      for (const target of targets) if (isAutomatic(target)) sources[target]?.push(from)
  return graph.order.filter(isAutomatic).flatMap((step): Problem[] => {
    if (!hasMember(cameFrom(graph, step, sources), step)) return []
    const id = graph.ids[step] ?? ''
    return [
      {
        n: 11,
        code: 'hot_loop',
        level: 'E',
        step: id,
        path: inStep(id),
        text: 'This loop never waits for a person or a time.',
        repairs: [{ label: 'Wait an hour before it', patch: insertBefore(doc, id, waiting(doc, id), lists) }],
      },
    ]
  })
}

const waiting = (doc: FlowDoc, next: string): Step => ({
  id: freshId(doc, 'wait'),
  type: 'wait',
  name: 'Wait an hour',
  next: [next],
  for: '1h',
})
