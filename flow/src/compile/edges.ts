import { addBit, type Bits, emptyBits, hasMember, membersOf, orInto, withMember } from './bitset.ts'

/** Steps are numbers here: their places in the document. */
export type Edges = {
  /** Every step met from the start, in the order it was met. */
  met: number[]
  forward: number[][]
  returns: number[][]
  /** For each step the steps that forward edges lead to, itself excluded. */
  reach: Bits[]
  /** For each step the steps whose forward edges lead to it. */
  reachedBy: Bits[]
}

type Targets = { targets: number[]; normal: boolean }

/**
 * Inserts edges one at a time: normal outcomes depth-first from the start, then exceptions in the order their steps
 * were met. An edge is a return if it is marked so or if its target already leads to its source; all others are
 * forward, so that forward edges never form a cycle.
 */
export function classify(start: number, outcomes: Targets[][], marked: (from: number, to: number) => boolean): Edges {
  const size = outcomes.length
  const met: number[] = []
  const isMet = emptyBits(size)
  const forward = outcomes.map((): number[] => [])
  const returns = outcomes.map((): number[] => [])
  const reach = outcomes.map(() => emptyBits(size))

  const reachedBy = outcomes.map(() => emptyBits(size))

  const connect = (from: number, to: number) => {
    forward[from]?.push(to)
    if (hasMember(reach[from], to)) return
    const sources = withMember(reachedBy[from], from)
    const targets = withMember(reach[to], to)
    // What led to one of them before has all that is beyond it already.
    for (const source of membersOf(sources)) if (!hasMember(reach[source], to)) orInto(reach[source], targets)
    for (const target of membersOf(targets)) if (!hasMember(reachedBy[target], from)) orInto(reachedBy[target], sources)
  }
  const insert = (from: number, to: number) => {
    if (forward[from]?.includes(to) || returns[from]?.includes(to)) return
    if (to === from || marked(from, to) || hasMember(reach[to], from)) {
      returns[from]?.push(to)
      return
    }
    connect(from, to)
    if (!hasMember(isMet, to)) meet(to)
  }
  const follow = (step: number, normal: boolean) => {
    for (const outcome of outcomes[step] ?? [])
      if (outcome.normal === normal) for (const target of outcome.targets) insert(step, target)
  }
  const meet = (step: number) => {
    met.push(step)
    addBit(isMet, step)
    follow(step, true)
  }

  meet(start)
  for (const step of met) follow(step, false)
  return { met, forward, returns, reach, reachedBy }
}
