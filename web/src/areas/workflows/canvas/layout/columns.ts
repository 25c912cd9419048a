import { Graph, layout } from '@dagrejs/dagre'
import type { Cell, Lattice } from './lattice.ts'
import type { Sizes } from './shape.ts'

/** Beyond this many cells the order in which they are met must do: looking for a better one takes too long. */
const MAX_TO_ORDER = 90

/** Fork edges weigh most and joins least, so that branches start together under their fork. */
function weight(from: Cell, to: Cell): number {
  if (from.below.length > 1) return 6
  return to.above.length > 1 ? 1 : 4
}

/** The middles, in the part's order, of cells whose lines go across each other. Dagre keeps rows, since each line is one long. */
function reduceCrossings(
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
  layout(graph, { disableOptimalOrderHeuristic: part.length > MAX_TO_ORDER })

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

/** How far a part reaches to both sides of its own middle. */
type Reach = { left: number; right: number }

/** Order from left to right: as the document names the ways. */
function readingOrder(cells: readonly Cell[]): number[] {
  const order = cells.map(() => -1)
  let count = 0
  const visit = (at: number) => {
    if (order[at] !== -1) return
    order[at] = count++
    for (const next of cells[at]?.below ?? []) visit(next)
  }
  cells.forEach((_, at) => visit(at))
  return order
}

function byRow(cells: readonly Cell[], part: readonly number[]): number[][] {
  const rows = new Map<number, number[]>()
  for (const at of part) {
    const row = cells[at]?.row ?? 0
    const there = rows.get(row)
    if (there) there.push(at)
    else rows.set(row, [at])
  }
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row)
}

/** Cells that hang together without leaving the part. */
function groupsOf(cells: readonly Cell[], part: readonly number[]): number[][] {
  const left = new Set(part)
  const groups: number[][] = []
  for (const first of part) {
    if (!left.delete(first)) continue
    const group = [first]
    for (const at of group) {
      const cell = cells[at]
      for (const next of [...(cell?.above ?? []), ...(cell?.below ?? [])]) if (left.delete(next)) group.push(next)
    }
    groups.push(group)
  }
  return groups
}

/**
 * The middle of every cell. A row with a single cell stands on the part's axis; what lies between two such rows falls
 * into groups that are placed by themselves and stand side by side around the axis. Dagre places what hangs together.
 */
export function columnsOf({ cells }: Lattice, sizes: Sizes): number[] {
  const x = cells.map(() => 0)
  const order = readingOrder(cells)
  const leftmost = (group: readonly number[]) => group.reduce((least, at) => Math.min(least, order[at] ?? 0), Infinity)
  const shift = (group: readonly number[], by: number) => {
    for (const at of group) x[at] = (x[at] ?? 0) + by
  }
  const reachOf = (part: readonly number[]): Reach =>
    part.reduce(
      ({ left, right }, at) => ({
        left: Math.max(left, (cells[at]?.left ?? 0) - (x[at] ?? 0)),
        right: Math.max(right, (cells[at]?.right ?? 0) + (x[at] ?? 0)),
      }),
      { left: 0, right: 0 },
    )

  /** Beside each other; the axis runs through the middle of those that hold steps. */
  const sideBySide = (groups: readonly number[][]) => {
    const ordered = [...groups].sort((a, b) => leftmost(a) - leftmost(b))
    const middles: number[] = []
    let edge = 0
    let besideSteps = true
    for (const group of ordered) {
      const reach = place(group)
      const holdsSteps = group.some((at) => cells[at]?.id !== undefined)
      // A line that only passes may come closer.
      const gap = holdsSteps && besideSteps ? sizes.gapX : sizes.gapX / 2
      const middle = edge + gap + reach.left
      shift(group, middle)
      if (holdsSteps) middles.push(middle)
      edge = middle + reach.right
      besideSteps = holdsSteps
    }
    const axis = ((middles[0] ?? 0) + (middles.at(-1) ?? 0)) / 2
    for (const group of ordered) shift(group, -axis)
  }

  const placeRun = (run: readonly number[]) => {
    const groups = groupsOf(cells, run)
    if (groups.length > 1) sideBySide(groups)
    else
      reduceCrossings(cells, run, order, sizes).forEach((middle, place) => {
        const at = run[place]
        if (at !== undefined) x[at] = middle
      })
  }

  const place = (part: readonly number[]): Reach => {
    let run: number[] = []
    for (const row of byRow(cells, part)) {
      if (row.length > 1) run.push(...row)
      else {
        if (run.length > 0) placeRun(run)
        run = []
      }
    }
    if (run.length > 0) placeRun(run)
    return reachOf(part)
  }

  // What the start does not lead to stands to the right of all that it does.
  let edge = 0
  groupsOf(cells, [...cells.keys()]).forEach((group, n) => {
    const reach = place(group)
    if (n > 0) shift(group, edge + sizes.gapX + reach.left)
    edge = Math.max(edge, reach.right + (n > 0 ? edge + sizes.gapX + reach.left : 0))
  })
  return x
}
