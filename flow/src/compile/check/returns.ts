import type { FlowDoc } from '../../document.ts'
import type { Analysis } from '../analysis.ts'
import { hasMember } from '../bitset.ts'
import { type Graph, type GraphOut, graphWithMark, titleOf } from '../graph.ts'
import { add, inStep, type Patch, type Problem, put, type Repair } from '../problem.ts'
import { targetLists } from '../references.ts'

const listOf = ({ steps }: Graph, step: number, outcome: string) => {
  const subject = steps[step]
  return subject ? targetLists(subject).find((one) => one.outcome === outcome) : undefined
}

function idsOf(graph: Graph, places: number[]): string[] {
  return places.map((place) => graph.ids[place] ?? '')
}

/** Each further way to mend a loop is tried on a graph of its own: so many for a document, however tangled it is. */
const mostTried = 10
type Tries = { left: number }

/** Rules 7 to 9 and 17: what leads back does so clearly. */
export function returnProblems({ doc, graph }: Analysis): Problem[] {
  if (!graph) return []
  const tries: Tries = { left: mostTried }
  return graph.order.flatMap((step) => {
    const back = graph.steps[step]?.back ?? []
    const outcomes = (graph.outs[step] ?? []).flatMap((out) => [
      ...mixed(graph, step, out),
      ...(doc.type === 'parallel' ? [...twoEntries(doc, graph, step, out, tries), ...takesBack(graph, step, out)] : []),
    ])
    return [...outcomes, ...wrongMarks(graph, step, back)]
  })
}

function mixed(graph: Graph, step: number, { name, targets }: GraphOut): Problem[] {
  const home = targets.filter((target) => graph.returns[step]?.includes(target))
  if (home.length === 0 || targets.length < 2) return []
  const id = graph.ids[step] ?? ''
  const path = listOf(graph, step, name)?.path ?? inStep(id)
  const others = targets.filter((target) => !home.includes(target))
  return [
    {
      n: 7,
      code: 'return_mixed',
      level: 'E',
      step: id,
      path,
      text: 'One outcome both returns and continues. It can only do one.',
      repairs: [
        { label: 'Only return', patch: [put(path, idsOf(graph, home.slice(0, 1)))] },
        ...(others.length > 0 ? [{ label: 'Only go on', patch: [put(path, idsOf(graph, others))] }] : []),
      ],
    },
  ]
}

const markBack = (id: string, back: string[], target: string): Patch =>
  back.length > 0 ? put(inStep(id, 'back'), [...back, target]) : add(inStep(id, 'back'), [target])

/** A return of a normal outcome that nobody has marked and whose target does not lead here alone. */
function isUnclear({ returns, above, ids, steps }: Graph, step: number, target: number): boolean {
  const leadsBack = returns[step]?.includes(target) && target !== step
  return Boolean(leadsBack) && !steps[step]?.back?.includes(ids[target] ?? '') && !above[step]?.includes(target)
}

function twoEntries(
  doc: FlowDoc,
  graph: Graph,
  step: number,
  { name, targets, normal }: GraphOut,
  tries: Tries,
): Problem[] {
  if (!normal) return []
  const id = graph.ids[step] ?? ''
  const back = graph.steps[step]?.back ?? []
  return targets
    .filter((target) => isUnclear(graph, step, target))
    .map((target) => ({
      n: 8,
      code: 'loop_two_entries',
      level: 'E',
      step: id,
      path: listOf(graph, step, name)?.path ?? inStep(id),
      text: `This loop has two entry points. Mark the connection to ${titleOf(graph, target)} as a return.`,
      repairs: [
        {
          label: `Mark the connection to ${titleOf(graph, target)} as a return`,
          patch: [markBack(id, back, graph.ids[target] ?? '')],
        },
        ...otherWays(doc, graph, step, target, tries),
      ],
    }))
}

/** The loop may as well lead back where its other half begins, if that makes it clear. */
function otherWays(doc: FlowDoc, graph: Graph, step: number, home: number, tries: Tries): Repair[] {
  return (graph.forward[home] ?? [])
    .filter((one) => one === step || hasMember(graph.reach[one], step))
    .filter((one) => {
      if (tries.left === 0) return false
      tries.left--
      const marked = graphWithMark(doc, graph.ids[home] ?? '', graph.ids[one] ?? '')
      return marked !== undefined && !isUnclear(marked, step, home)
    })
    .map((one) => ({
      label: `Mark the connection from ${titleOf(graph, home)} to ${titleOf(graph, one)} as a return`,
      patch: [markBack(graph.ids[home] ?? '', graph.steps[home]?.back ?? [], graph.ids[one] ?? '')],
    }))
}

function wrongMarks(graph: Graph, step: number, back: string[]): Problem[] {
  const id = graph.ids[step] ?? ''
  return back.flatMap((mark): Problem[] => {
    const target = graph.at.get(mark)
    if (target === undefined || !graph.returns[step]?.includes(target)) return []
    if (target === step || hasMember(graph.reach[target], step)) return []
    const rest = back.filter((one) => one !== mark)
    return [
      {
        n: 9,
        code: 'back_not_back',
        level: 'E',
        step: id,
        path: inStep(id, 'back'),
        text: `${titleOf(graph, target)} is marked as a return, but no path leads from it to this step.`,
        repairs: [{ label: 'Remove the mark', patch: [put(inStep(id, 'back'), rest)] }],
      },
    ]
  })
}

/** By the outcomes of a graph, which those of the same wiring share: for each home, what is entered from outside. */
const entered = new WeakMap<Graph['outs'], Map<number, number[]>>()

/** The steps beyond a home that something leads to which the home does not lead to, in the order in which that runs. */
function enteredFromOutside(graph: Graph, home: number): number[] {
  const known = entered.get(graph.outs) ?? new Map<number, number[]>()
  entered.set(graph.outs, known)
  const reach = graph.reach[home]
  const found =
    known.get(home) ??
    graph.order.flatMap((from) =>
      from === home || hasMember(reach, from)
        ? []
        : (graph.forward[from] ?? []).filter((step) => hasMember(reach, step)),
    )
  known.set(home, found)
  return found
}

/**
 * The first step that a return from `source` to `home` takes back although something outside may have started it. What
 * the source leads to cannot have started yet: it waits for the source.
 */
const startedFromOutside = (graph: Graph, source: number, home: number): number | undefined =>
  enteredFromOutside(graph, home).find((step) => !hasMember(graph.reach[source], step))

function takesBack(graph: Graph, step: number, { name, targets, back }: GraphOut): Problem[] {
  const [home] = targets
  if (!back || home === undefined) return []
  const taken = startedFromOutside(graph, step, home)
  if (taken === undefined) return []
  const id = graph.ids[step] ?? ''
  const own = listOf(graph, step, name)
  const further = graph.above[home]?.find((one) => startedFromOutside(graph, step, one) === undefined)
  const key = name === 'changes' ? 'on_changes' : name === 'rejected' ? 'on_reject' : undefined
  const repairs: Repair[] =
    further === undefined || (!own && !key)
      ? []
      : [
          {
            label: `Return to ${titleOf(graph, further)}`,
            patch: [
              own
                ? put(own.path, [graph.ids[further] ?? ''])
                : add(inStep(id, key ?? ''), { next: [graph.ids[further] ?? ''] }),
            ],
          },
        ]
  return [
    {
      n: 17,
      code: 'return_takes_back',
      level: 'W',
      step: id,
      path: own?.path ?? inStep(id, ...(key ? [key] : [])),
      text: `Returning to ${titleOf(graph, home)} also undoes ${titleOf(graph, taken)}, which another branch leads to as well.`,
      repairs,
    },
  ]
}
