import {
  addBit,
  andInto,
  type Bits,
  emptyBits,
  fullBits,
  hasMember,
  meets,
  membersOf,
  orInto,
  sameBits,
  withMember,
} from './bitset.ts'
import { forkOf, type Graph, type GraphOut } from './graph.ts'
import { bringsWrites, type Write } from './variables.ts'

/** What is certain when a step opens: steps that have finished with their outputs, and variables that are set. */
type Facts = { done: Bits; set: Bits }

/** Per step before another: what it is certain to bring there once open, and once left. */
type Brought = { opening: (Facts | undefined)[]; leaving: (Facts | undefined)[] }

/**
 * The variables that are surely set as each step opens, numbered as in `names`. The greatest solution: every way in
 * must bring a fact, and a step that waits for branches beside it has what they bring for certain.
 */
export function surelySet(
  graph: Graph,
  names: Map<string, number>,
  always: readonly number[],
  { writes, beside }: { writes: ReadonlyMap<string, Write[]>; beside: Bits[] },
): Bits[] {
  const sets = graph.ids.map((id) =>
    (writes.get(id) ?? []).flatMap(({ name, sure }) => (sure ? (names.get(name) ?? []) : [])),
  )
  const key = JSON.stringify([names.size, always, sets])
  const known = kept.get(graph.outs)
  if (known?.key === key) return known.facts
  const facts = new Certainty(graph, names.size, sets, beside).solve(always)
  kept.set(graph.outs, { key, facts })
  return facts
}

/** By the outcomes of a graph, which those of the same wiring share: what was found last, for which writes. */
const kept = new WeakMap<Graph['outs'], { key: string; facts: Bits[] }>()

class Certainty {
  readonly #graph: Graph
  readonly #vars: number
  readonly #size: number
  /** Per step: what it sets whenever it leaves by an outcome that brings its outputs. */
  readonly #written: Bits[]
  readonly #sources: { from: number; out: GraphOut; back: boolean }[][]
  readonly #barren: boolean[]
  /** Steps that something returns to. */
  readonly #homes: Bits
  /** Per step: it and all that lead to it. */
  readonly #upTo: Bits[]
  readonly #brought: Brought[] = []

  constructor(graph: Graph, vars: number, sets: number[][], beside: Bits[]) {
    this.#graph = graph
    this.#vars = vars
    this.#size = graph.ids.length
    this.#written = sets.map((own) => {
      const bits = emptyBits(vars)
      for (const variable of own) addBit(bits, variable)
      return bits
    })
    this.#sources = graph.ids.map(() => [])
    for (const from of graph.met)
      for (const out of graph.outs[from] ?? [])
        for (const target of out.targets) this.#sources[target]?.push({ from, out, back: out.back })
    this.#homes = emptyBits(this.#size)
    for (const step of graph.met) for (const home of graph.returns[step] ?? []) addBit(this.#homes, home)
    this.#upTo = graph.reachedBy.map((before, step) => withMember(before, step))
    const closed = this.#closedBySiblings(beside)
    this.#barren = graph.reach.map((reach) => meets(closed, reach))
  }

  /**
   * Steps that a cancel can keep from being done: those that may run at the same time as the one that cancels, and
   * those that wait for it although another branch has come to them already.
   */
  #closedBySiblings(beside: Bits[]): Bits {
    const graph = this.#graph
    const closed = emptyBits(this.#size)
    for (const step of graph.met)
      for (const { back: returns, cancel, end } of graph.outs[step] ?? []) {
        if (returns || end !== undefined || cancel === 'none') continue
        const fork = cancel === 'siblings' ? forkOf(graph, step) : undefined
        if (cancel === 'siblings' && fork === undefined) continue
        const now = (beside[step] ?? closed).slice()
        for (const waiting of membersOf(graph.reach[step]))
          if (
            this.#sources[waiting]?.some(
              ({ from, back }) => !back && from !== step && !hasMember(graph.reach[step], from),
            )
          )
            addBit(now, waiting)
        if (fork !== undefined) andInto(now, graph.reach[fork] ?? now)
        orInto(closed, now)
      }
    return closed
  }

  /** Whether what lies beyond this hop may be taken back or closed before it is joined. */
  #hopLoses(from: number, out: GraphOut, to: number): boolean {
    if (out.targets.length > 1 && this.#barren[from]) return true
    const [homes, toThere, toHere] = [this.#homes, this.#graph.reachedBy[to], this.#upTo[from]]
    for (let at = 0; at < homes.length; at++)
      if ((homes[at] ?? 0) & (toThere?.[at] ?? 0) & ~(toHere?.[at] ?? 0)) return true
    return false
  }

  solve(always: readonly number[]): Bits[] {
    const { order } = this.#graph
    const [start] = order
    const facts = this.#graph.ids.map((): Facts => ({ done: fullBits(this.#size), set: fullBits(this.#vars) }))
    const first: Facts = { done: emptyBits(this.#size), set: emptyBits(this.#vars) }
    for (const name of always) addBit(first.set, name)
    if (start !== undefined) facts[start] = first
    for (let changed = true; changed; ) {
      changed = false
      for (const step of order) {
        if (step === start) continue
        const found = this.#entering(step, facts)
        const before = facts[step]
        if (before && sameBits(before.done, found.done) && sameBits(before.set, found.set)) continue
        facts[step] = found
        changed = true
      }
    }
    return facts.map(({ set }) => set)
  }

  /** What every way into the step brings. */
  #entering(step: number, facts: Facts[]): Facts {
    const all: Facts = { done: fullBits(this.#size), set: fullBits(this.#vars) }
    this.#brought[step] ??= this.#broughtTo(step)
    const brings = this.#brought[step]
    for (const { from, out, back } of this.#sources[step] ?? []) {
      const before = facts[from]
      if (!before) continue
      const done = before.done.slice()
      const set = before.set.slice()
      if (out.name !== 'failed') addBit(done, from)
      if (this.#counts(from, out)) orInto(set, this.#written[from])
      if (!back && brings.opening.length > 0) {
        const here = this.#beyond(from, out, brings)
        orInto(done, here.done)
        orInto(set, here.set)
        for (const finished of membersOf(before.done)) {
          const sure = brings.leaving[finished]
          if (!sure) continue
          orInto(done, sure.done)
          orInto(set, sure.set)
        }
      }
      andInto(all.done, done)
      andInto(all.set, set)
    }
    return all
  }

  #counts(step: number, { name }: GraphOut): boolean {
    const subject = this.#graph.steps[step]
    return subject !== undefined && bringsWrites(subject, name)
  }

  /** For one step: what each step before it is certain to bring to it once open, and once left. */
  #broughtTo(goal: number): Brought {
    const { order, reach, outs } = this.#graph
    const brings: Brought = { opening: [], leaving: [] }
    // What leads only through one step has been waited for there.
    if (new Set(this.#sources[goal]?.flatMap(({ from, back }) => (back ? [] : [from]))).size < 2) return brings
    for (let n = order.length - 1; n >= 0; n--) {
      const step = order[n]
      if (step === undefined || !hasMember(reach[step], goal)) continue
      const onward = (outs[step] ?? []).filter(({ back, end }) => !back && end === undefined)
      if (onward.length === 0) continue
      const leaving: Facts = { done: fullBits(this.#size), set: fullBits(this.#vars) }
      const opening: Facts = { done: fullBits(this.#size), set: fullBits(this.#vars) }
      for (const out of onward) {
        const beyond = this.#beyond(step, out, brings)
        andInto(leaving.done, beyond.done)
        andInto(leaving.set, beyond.set)
        const set = beyond.set.slice()
        if (this.#counts(step, out)) orInto(set, this.#written[step])
        andInto(opening.set, set)
        andInto(opening.done, beyond.done)
      }
      if (onward.length === 1 && onward[0]?.name !== 'failed') addBit(opening.done, step)
      brings.leaving[step] = leaving
      brings.opening[step] = opening
    }
    return brings
  }

  #beyond(step: number, out: GraphOut, { opening }: Brought): Facts {
    const facts: Facts = { done: emptyBits(this.#size), set: emptyBits(this.#vars) }
    for (const target of out.targets) {
      const brought = opening[target]
      if (!brought || this.#hopLoses(step, out, target)) continue
      orInto(facts.done, brought.done)
      orInto(facts.set, brought.set)
    }
    return facts
  }
}
