import { Graph, layout } from '@dagrejs/dagre'
import type { Cell } from './lattice.ts'
import type { Sizes } from './shape.ts'

/** Beyond this many cells the order in which they are met must do: looking for a better one takes too long. */
const MOST_TO_ORDER = 90

/** Fork edges weigh most and joins least, so that branches start together under their fork. */
function weight(from: Cell, to: Cell): number {
  if (from.below.length > 1) return 6
  return to.above.length > 1 ? 1 : 4
}

/** The middles, in the part's order, of cells whose lines go across each other. Dagre keeps rows, since each line is one long. */
export function reduceCrossings(
  cells: readonly Cell[],
  part: readonly number[],
  order: readonly number[],
  sizes: Sizes,
): number[] {
  const inside = new Set(part)
  const graph = new Graph()
  graph.setGraph({ nodesep: sizes.gapX, ranksep: sizes.gapY, edgesep: sizes.gapX / 2 })
  const inOrder = part.toSorted((a, b) => (order[a] ?? 0) - (order[b] ?? 0))
  for (const at of inOrder) {
    const { left = 0, right = 0 } = cells[at] ?? {}
    graph.setNode(String(at), { width: 2 * Math.max(left, right), height: 1 })
  }
  for (const at of inOrder)
    for (const next of cells[at]?.below ?? []) {
      const [from, to] = [cells[at], cells[next]]
      if (from && to && inside.has(next)) graph.setEdge(String(at), String(next), { weight: weight(from, to) })
    }
  layout(graph, { disableOptimalOrderHeuristic: part.length > MOST_TO_ORDER })

  const middle = (at: number): number => graph.node(String(at)).x ?? 0
  // The fork above the part counts too: its branches are read from left to right.
  const forks = new Set([...part, ...part.flatMap((at) => cells[at]?.above ?? [])])
  const mirrored = [...forks].reduce((sum, at) => {
    const targets = (cells[at]?.below ?? []).filter((next) => inside.has(next))
    return targets.slice(1).reduce((more, next, n) => more + Math.sign(middle(next) - middle(targets[n] ?? next)), sum)
  }, 0)
  const x = new Map(part.map((at) => [at, mirrored < 0 ? -middle(at) : middle(at)]))
  straighten(cells, inOrder, x, sizes)
  const all = [...x.values()]
  const axis = (Math.min(...all) + Math.max(...all)) / 2
  return part.map((at) => (x.get(at) ?? 0) - axis)
}

/** A jog shorter than this is taken out where there is room. */
const SHORT_JOG = 24

function straighten(cells: readonly Cell[], part: readonly number[], x: Map<number, number>, sizes: Sizes) {
  const fits = (at: number, wanted: number) =>
    part.every((other) => {
      const [own, beside] = [cells[at], cells[other]]
      if (other === at || own?.row !== beside?.row) return true
      const there = x.get(other) ?? 0
      const room = wanted < there ? (own?.right ?? 0) + (beside?.left ?? 0) : (own?.left ?? 0) + (beside?.right ?? 0)
      const before = (x.get(at) ?? 0) < there
      return before === wanted < there && Math.abs(wanted - there) >= room + sizes.gapX / 2
    })
  for (const at of part.toSorted((a, b) => (cells[a]?.row ?? 0) - (cells[b]?.row ?? 0))) {
    const own = x.get(at) ?? 0
    const above = (cells[at]?.above ?? []).flatMap((each) => x.get(each) ?? [])
    const near = above.find((each) => each !== own && Math.abs(each - own) < SHORT_JOG && fits(at, each))
    if (near !== undefined && !above.includes(own)) x.set(at, near)
  }
}
