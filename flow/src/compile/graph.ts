import type { FlowDoc, Step } from '../document.ts'
import type { StepId } from '../plan.ts'
import { addBit, andInto, type Bits, emptyBits, fullBits, membersOf } from './bitset.ts'
import { classify, type Edges } from './edges.ts'
import { type Outcome, outcomesOf } from './outcomes.ts'
import { perStep } from './per-step.ts'

/** An outcome whose targets are places in the document. `back`: it returns to its only target. */
export type GraphOut = Omit<Outcome, 'targets'> & { targets: number[]; back: boolean }

export type Graph = Edges & {
  ids: StepId[]
  steps: Step[]
  at: Map<StepId, number>
  outs: GraphOut[][]
  /** Topological order of the forward edges, of the steps met. */
  order: number[]
  /** Dominators over forward edges, nearest first, the step itself excluded. */
  above: number[][]
  /** Steps with an outcome that goes on to two or more. */
  forks: Bits
}

/** An approval without a route for a rejection or for changes returns to the nearest manual step above it. */
function defaultRoutes(steps: Step[], step: Step, named: GraphOut[], above: number[]): GraphOut[] {
  if (step.type !== 'approval') return named
  const home = above.find((at) => steps[at]?.type === 'manual')
  const route = (name: string): GraphOut[] => {
    const own = named.filter((outcome) => outcome.name === name)
    if (own.length > 0) return own
    if (home !== undefined) return [{ name, targets: [home], normal: false, cancel: 'none', back: true }]
    return name === 'rejected'
      ? [{ name, targets: [], normal: false, cancel: 'none', end: 'rejected', back: false }]
      : []
  }
  return ['approved', 'rejected', 'changes'].flatMap(route)
}

type Wiring = Omit<Graph, 'steps'>

/** A document is looked at again at every pause in typing, and each time by several: how it is wired rarely changes. */
const kept = new Map<string, Wiring>()
const mostKept = 4

/** All of a step that the wiring depends on. */
const wires = perStep((step) => JSON.stringify([step.type, step.back, outcomesOf({ type: 'parallel' }, step)]))

/** The document as a graph. Targets that do not exist are left out; undefined if there is no start. */
export function graphOf(doc: FlowDoc): Graph | undefined {
  if (!Object.hasOwn(doc.steps, doc.start_step)) return undefined
  const ids = Object.keys(doc.steps)
  const steps = Object.values(doc.steps)
  const key = `${JSON.stringify([doc.type, doc.start_step, ids])}${steps.map(wires).join()}`
  const known = kept.get(key)
  if (known) return { ...known, steps }
  const named = steps.map((step) => outcomesOf(doc, step))
  const wiring = wiringOf(doc.start_step, ids, steps, named)
  const [oldest] = kept.keys()
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest)
  kept.set(key, wiring)
  return { ...wiring, steps }
}

/** The document as it would be with one more mark that a way leads back. Not kept: it is only looked at once. */
export function graphWithMark(doc: FlowDoc, from: StepId, to: StepId): Graph | undefined {
  const step = Object.hasOwn(doc.steps, from) ? doc.steps[from] : undefined
  if (!step || !Object.hasOwn(doc.steps, doc.start_step)) return undefined
  const marked = { ...doc.steps, [from]: { ...step, back: [...(step.back ?? []), to] } }
  const steps = Object.values(marked)
  const named = steps.map((one) => outcomesOf(doc, one))
  return { ...wiringOf(doc.start_step, Object.keys(marked), steps, named), steps }
}

function wiringOf(first: StepId, ids: StepId[], steps: Step[], outcomes: Outcome[][]): Wiring {
  const at = new Map(ids.map((id, place) => [id, place]))
  const places = (targets: StepId[]) => targets.flatMap((id) => at.get(id) ?? [])
  const named = outcomes.map((all) =>
    all.map((outcome): GraphOut => ({ ...outcome, targets: places(outcome.targets), back: false })),
  )
  const marks = steps.map(({ back }) => places(back ?? []))
  const edges = classify(at.get(first) ?? 0, named, (from, to) => marks[from]?.includes(to) ?? false)
  const order = planOrder(edges)
  const place = new Map(order.map((step, n) => [step, n]))
  const nearestFirst = (a: number, b: number) => (place.get(b) ?? 0) - (place.get(a) ?? 0)
  const above = dominators(order, edges).map((all, step) =>
    membersOf(all)
      .filter((one) => one !== step)
      .sort(nearestFirst),
  )
  const forks = emptyBits(ids.length)
  const outs = steps.map((step, from) => {
    const all = defaultRoutes(steps, step, named[from] ?? [], above[from] ?? [])
    const returns = edges.returns[from] ?? []
    for (const outcome of all) {
      // A default target dominates its source, so it can only be a return.
      if (outcome.back) for (const target of outcome.targets) if (!returns.includes(target)) returns.push(target)
      outcome.back = outcome.targets.some((target) => returns.includes(target))
      if (outcome.targets.length > 1 && !outcome.back) addBit(forks, from)
    }
    return all
  })
  return { ...edges, ids, at, outs, order, above, forks }
}

/** The fork whose branches run beside a step: its nearest dominator that goes on to several. */
export function forkOf({ above, forks }: Graph, step: number): number | undefined {
  return above[step]?.find((one) => (forks[one >>> 5] ?? 0) & (1 << (one & 31)))
}

/** What people call a step. */
export function titleOf({ steps, ids }: Graph, step: number): string {
  return `"${steps[step]?.name || ids[step]}"`
}

/** Topological order of the forward edges; of the steps that could come next, the one met first comes first. */
function planOrder({ met, forward }: Edges): number[] {
  const sources = new Map<number, number>()
  const count = (step: number, by: number) => sources.set(step, (sources.get(step) ?? 0) + by)
  for (const step of met) for (const target of forward[step] ?? []) count(target, 1)

  const order: number[] = []
  const left = [...met]
  while (left.length > 0) {
    const next = left.findIndex((step) => (sources.get(step) ?? 0) === 0)
    if (next < 0) throw new Error('forward edges form a cycle')
    for (const step of left.splice(next, 1)) {
      order.push(step)
      for (const target of forward[step] ?? []) count(target, -1)
    }
  }
  return order
}

/** For each step the steps that every forward path from the start to it passes, itself included. */
function dominators(order: number[], { forward }: Edges): Bits[] {
  const size = forward.length
  const sources = forward.map((): number[] => [])
  for (const step of order) for (const target of forward[step] ?? []) sources[target]?.push(step)

  // The forward edges have no cycle, so one pass in topological order is enough.
  const above = forward.map(() => emptyBits(size))
  for (const step of order) {
    const [first, ...others] = sources[step] ?? []
    const shared = first === undefined ? emptyBits(size) : (above[first] ?? fullBits(size)).slice()
    for (const source of others) andInto(shared, above[source] ?? shared)
    addBit(shared, step)
    above[step] = shared
  }
  return above
}
