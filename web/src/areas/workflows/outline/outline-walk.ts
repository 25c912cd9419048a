import type { FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import type { DrawnOut } from '../model/drawing.ts'
import { isException } from '../model/drawing-outs.ts'

/** Branches that come together. `all`: they ran at once and are waited for. */
export interface Join {
  fork: StepId
  count: number
  all: boolean
}
export interface StepEntry {
  kind: 'step'
  depth: number
  id: StepId
  /** The branch it stands in. */
  branch?: BranchEntry
  join?: Join
  /** The one way by which the list simply goes on. */
  onward?: Way
  /** The list goes on below, at the same depth. */
  continues: boolean
}
export interface BranchEntry {
  kind: 'branch'
  depth: number
  way: Way
  /** Place among the ways that are taken at once. */
  place?: [number, number]
  /** It leads to the join and nowhere before. */
  straight: boolean
  /** It comes to where its fork's branches meet. */
  arrives: boolean
}
/** A way back, an exception that ends, the end. */
export interface WayEntry {
  kind: 'return' | 'exit' | 'end'
  depth: number
  way: Way
}
/** The list meets a step already listed; without a way it is a join that does. */
export interface GotoEntry {
  kind: 'goto'
  depth: number
  to: StepId
  way?: Way
}
/** Begins the steps that no way from the start leads to. */
interface StrayEntry {
  kind: 'stray'
  depth: 0
}
export type OutlineEntry = StepEntry | BranchEntry | WayEntry | GotoEntry | StrayEntry

type Stops = ReadonlySet<StepId>
type WalkPosition = { depth: number; stops: Stops; branch?: BranchEntry | undefined }
/** What the list goes on with, and by which single way. */
type Next = { id: StepId; by?: Way }

class Walk {
  readonly entries: OutlineEntry[] = []
  readonly #seen = new Set<StepId>()
  readonly #awaited = new Map<StepId, Join>()
  readonly #doc: FlowDoc
  readonly #ways: Map<StepId, Way[]>
  readonly #joins: Joins['joins']
  readonly #leadsBack: Joins['leadsBack']

  constructor(doc: FlowDoc, outs: Outs) {
    this.#doc = doc
    this.#ways = new Map([...outs].map(([id, own]) => [id, waysOf(id, own)]))
    const roots = this.#roots()
    const { joins, leadsBack } = joinsOf(this.#ways, roots, (id) => doc.steps[id]?.type === 'condition')
    this.#joins = joins
    this.#leadsBack = leadsBack
    const stops: Stops = new Set()
    for (const id of roots) {
      if (this.#seen.has(id)) continue
      const stray = id !== doc.start_step
      if (stray && !this.entries.some(({ kind }) => kind === 'stray')) this.entries.push({ kind: 'stray', depth: 0 })
      this.#follow({ id }, { depth: stray ? 1 : 0, stops })
    }
  }

  /** The start, then what nothing leads to, then whatever is left. */
  #roots(): StepId[] {
    const ids = Object.keys(this.#doc.steps)
    const targets = new Set([...this.#ways.values()].flat().map(({ from, to }) => (from === to ? null : to)))
    const start = ids.filter((id) => id === this.#doc.start_step)
    return [...new Set([...start, ...ids.filter((id) => !targets.has(id)), ...ids])]
  }

  /** Lists a step and what follows, until a step that the caller lists itself; answers whether it met such a one. */
  #follow(first: Next, place: WalkPosition): boolean {
    const promised: StepId[] = []
    let previous: StepEntry | undefined
    let next: Next | undefined = first
    while (next && !place.stops.has(next.id)) {
      if (this.#seen.has(next.id)) {
        const depth = previous ? place.depth + 1 : place.depth
        this.entries.push({ kind: 'goto', depth, to: next.id, ...(next.by && { way: next.by }) })
        next = undefined
      } else {
        if (previous) previous.continues = true
        previous = this.#list(next.id, place)
        next = this.#after(previous, place, promised)
      }
      if (next) continue
      // Branches may have stopped at a step that this list has not reached, having met one that is listed already.
      const left = promised.find((id) => !this.#seen.has(id) && !place.stops.has(id))
      previous = undefined
      next = left === undefined ? undefined : { id: left }
    }
    return next !== undefined
  }

  #list(id: StepId, { depth, branch }: WalkPosition): StepEntry {
    const join = this.#awaited.get(id)
    const step: StepEntry = {
      kind: 'step',
      depth,
      id,
      continues: false,
      ...(branch && { branch }),
      ...(join && { join }),
    }
    this.#seen.add(id)
    this.entries.push(step)
    return step
  }

  /** Lists what stands under a step; answers what comes next, and collects in `promised` what branches leave to it. */
  #after(step: StepEntry, { depth, stops }: WalkPosition, promised: StepId[]): Next | undefined {
    const { id } = step
    const ways = this.#ways.get(id) ?? []
    const inner = depth + 1
    for (const way of ways) if (way.back) this.entries.push({ kind: 'return', depth: inner, way })
    const forward = ways.filter(({ back }) => !back)
    for (const way of forward)
      if (!way.normal && way.to === null) this.entries.push({ kind: 'exit', depth: inner, way })

    const normal = forward.filter((way) => way.normal)
    const [only] = normal
    const forks = normal.length > 1 || this.#doc.steps[id]?.type === 'condition'
    const branches = forward.filter((way) => (way.normal ? forks : way.to !== null))
    const meet = this.#joins.get(id)
    const below = forks || !only ? meet : (only.to ?? undefined)
    const line = this.#mainLine(below)
    // Where an outer fork's branches meet, that fork is the one that is named. A line that leads back comes to no join.
    if (meet !== undefined && line.includes(meet) && !stops.has(meet))
      this.#await(id, meet, forks ? normal : forward, forks)
    if (branches.length > 0) {
      promised.push(...line)
      const known = new Set([...stops, ...promised])
      for (const way of branches) this.#branch(way, { depth: inner, stops: known }, branches)
    }
    if (forks) return meet === undefined ? undefined : { id: meet }
    if (!only) return undefined
    step.onward = only
    if (only.to !== null) return { id: only.to, by: only }
    this.entries.push({ kind: 'end', depth: inner, way: only })
    return undefined
  }

  /** A step and those that every way from it passes: listed below it, not in a branch that leads to one. */
  #mainLine(from: StepId | undefined): StepId[] {
    const line: StepId[] = []
    for (let at = from; at !== undefined && !line.includes(at); at = this.#joins.get(at)) line.push(at)
    return line
  }

  #await(fork: StepId, meet: StepId, ways: Way[], forks: boolean): void {
    const count = ways.filter(({ to }) => to !== null && !this.#leadsBack.has(to)).length
    if (count < 2 || this.#awaited.has(meet)) return
    const all = forks && this.#doc.type === 'parallel' && this.#doc.steps[fork]?.type !== 'condition'
    this.#awaited.set(meet, { fork, count, all })
  }

  #branch(way: Way, { depth, stops }: WalkPosition, among: Way[]): void {
    const atOnce = among.filter(({ outcome }) => outcome === way.outcome)
    const straight = way.to !== null && stops.has(way.to)
    const branch: BranchEntry = {
      kind: 'branch',
      depth,
      way,
      straight,
      arrives: straight,
      ...(atOnce.length > 1 && { place: [atOnce.indexOf(way) + 1, atOnce.length] }),
    }
    this.entries.push(branch)
    if (way.to !== null && !straight)
      branch.arrives = this.#follow({ id: way.to, by: way }, { depth: depth + 1, stops, branch })
  }
}

/**
 * The document as a list: a step, its returns, its branches one level in, the join back at the fork's level. Every step
 * is listed once, and every way with the step it leaves.
 */
export function outlineEntries(doc: FlowDoc, outs: Outs): readonly OutlineEntry[] {
  return new Walk(doc, outs).entries
}

/** Every step once, in the order in which the outline lists them; this is how steps are numbered everywhere. */
export function outlineOrder(doc: FlowDoc, outs: Outs): StepId[] {
  return outlineEntries(doc, outs).flatMap((entry) => (entry.kind === 'step' ? [entry.id] : []))
}

/** One way out of a step to one other, or to null where it ends. */
export interface Way {
  from: StepId
  outcome: string
  label: string
  to: StepId | null
  back: boolean
  /** Done, approved and the branches of a condition; the others are exceptions. */
  normal: boolean
  /** What the instance ends as, where the way ends. */
  end?: string
}

type Outs = ReadonlyMap<StepId, readonly DrawnOut[]>

function waysOf(from: StepId, outs: readonly DrawnOut[]): Way[] {
  return outs.flatMap(({ outcome, label, to, back, end }): Way[] => {
    const way = { from, outcome, label, back, normal: !isException({ outcome }), ...(end !== undefined && { end }) }
    return to.length === 0 ? [{ ...way, to: null }] : to.map((id) => ({ ...way, to: id }))
  })
}

type JoinPoint = { depth: number; up: JoinPoint | undefined; id: StepId | undefined }

/** Branches that end at once do not lead onward, and neither do exceptions that end. */
function onward(ways: readonly Way[], isChoice: boolean): (StepId | null)[] {
  const forward = ways.filter(({ back }) => !back)
  const leading = forward.filter(({ to, normal }) => to !== null || (normal && !isChoice))
  return (leading.length > 0 ? leading : forward).map(({ to }) => to)
}

function nearestShared(a: JoinPoint, b: JoinPoint): JoinPoint {
  let [one, other]: [JoinPoint, JoinPoint] = [a, b]
  while (one !== other) {
    const deeper = one.depth >= other.depth ? one : other
    const above = deeper.up ?? deeper
    if (deeper === one) one = above
    else other = above
  }
  return one
}

interface Joins {
  /** For each step the nearest step that every forward way from it passes, if there is one. */
  joins: ReadonlyMap<StepId, StepId>
  /** Steps from which every way leads back: they reach no join and do not prevent one for the others. */
  leadsBack: ReadonlySet<StepId>
}

function joinsOf(
  ways: ReadonlyMap<StepId, readonly Way[]>,
  roots: Iterable<StepId>,
  isChoice: (id: StepId) => boolean,
): Joins {
  const end: JoinPoint = { depth: 0, up: undefined, id: undefined }
  const places = new Map<StepId, JoinPoint>()
  const joins = new Map<StepId, StepId>()
  const open = new Set<StepId>()
  const leadsBack = new Set<StepId>()
  const visit = (id: StepId) => {
    if (open.has(id)) return
    open.add(id)
    const targets = onward(ways.get(id) ?? [], isChoice(id))
    for (const target of targets) if (target !== null) visit(target)
    const forward = targets.filter((target) => target === null || !leadsBack.has(target))
    if (forward.length === 0 && (ways.get(id) ?? []).length > 0) leadsBack.add(id)
    // A target that is still open can only be met where no way from the start leads: there a loop may be unmarked.
    const met = forward.map((target) => (target === null ? end : (places.get(target) ?? end)))
    const shared = met.length === 0 ? end : met.reduce(nearestShared)
    places.set(id, { depth: shared.depth + 1, up: shared, id })
    if (shared.id !== undefined) joins.set(id, shared.id)
  }
  for (const root of roots) visit(root)
  return { joins, leadsBack }
}
