import type { Cell, Lattice } from './lattice.ts'
import { reduceCrossings } from './reduce-crossings.ts'
import type { Sizes } from './shape.ts'

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
