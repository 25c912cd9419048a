import { andInto, type Bits, dropFrom, emptyBits, hasMember, membersOf, orInto, withMember } from './bitset.ts'
import type { Graph } from './graph.ts'

/**
 * All that can come after `first` on the branch that `fork` sends there: along any edge, except back to a step from
 * which the fork is reached, since that takes the whole branching back.
 */
function branchFrom(graph: Graph, fork: number, first: number): Bits {
  const seen = withMember(graph.reach[first], first)
  const queue = membersOf(seen)
  for (const step of queue)
    for (const home of graph.returns[step] ?? []) {
      if (hasMember(seen, home) || home === fork || hasMember(graph.reach[home], fork)) continue
      const added = withMember(graph.reach[home], home)
      dropFrom(added, seen)
      orInto(seen, added)
      queue.push(...membersOf(added))
    }
  return seen
}

/** By the outcomes of a graph, which those of the same wiring share. */
const kept = new WeakMap<Graph['outs'], Bits[]>()

/** For each step the steps that may run at the same time: on another branch of some fork, and neither leads to the other. */
export function besideEach(graph: Graph): Bits[] {
  const known = kept.get(graph.outs) ?? besideIn(graph)
  kept.set(graph.outs, known)
  return known
}

function besideIn(graph: Graph): Bits[] {
  const size = graph.ids.length
  const beside = graph.ids.map(() => emptyBits(size))
  for (const fork of graph.met)
    for (const { targets } of graph.outs[fork] ?? []) {
      if (targets.length < 2) continue
      const branches = targets.map((target) => branchFrom(graph, fork, target))
      const [all, several] = [emptyBits(size), emptyBits(size)]
      for (const branch of branches) {
        const again = branch.slice()
        andInto(again, all)
        orInto(several, again)
        orInto(all, branch)
      }
      for (const step of membersOf(several)) orInto(beside[step], all)
      for (const [n, branch] of branches.entries()) {
        const own = branch.slice()
        dropFrom(own, several)
        const others = emptyBits(size)
        for (const [m, other] of branches.entries()) if (m !== n) orInto(others, other)
        for (const step of membersOf(own)) orInto(beside[step], others)
      }
    }
  for (const [step, others] of beside.entries()) {
    dropFrom(others, graph.reach[step])
    dropFrom(others, graph.reachedBy[step])
    dropFrom(others, withMember(emptyBits(size), step))
  }
  return beside
}
