import type { StepId } from '@throughline/flow/plan'
import type { Edge, Lattice } from './lattice.ts'
import type { Sizes } from './shape.ts'

/** Where a line turns between two rows. Lines of one fork turn together, and so do lines into one step. */
type Turn = { fork: boolean; left: number; right: number; track: number }

export interface Rows {
  top(row: number): number
  bottom(row: number): number
  /** The height at which an edge changes its column below this row; undefined if it does not. */
  turn(edge: Edge, place: number): number | undefined
  /** Free heights under and over a step's row. */
  under(id: StepId): number
  over(id: StepId): number
}

const TRACK = 6
const FIRST = 11

/** Tracks of one kind that overlap lie apart. */
function assignTracks(turns: Turn[]) {
  const placed: Turn[] = []
  for (const turn of turns.toSorted((a, b) => a.left - b.left)) {
    const taken = placed
      .filter((other) => other.fork === turn.fork && other.left < turn.right + 10 && turn.left < other.right + 10)
      .map(({ track }) => track)
    while (taken.includes(turn.track)) turn.track++
    placed.push(turn)
  }
}

export function rowsOf({ cells, edges, cellOf }: Lattice, x: readonly number[], sizes: Sizes): Rows {
  const count = cells.reduce((most, { row }) => Math.max(most, row + 1), 0)
  const turns = Array.from({ length: count }, () => new Map<string, Turn>())
  const keyOf = ({ cells: way, from, to }: Edge, place: number) => {
    const forks = place === 0 && (cells[way[0] ?? 0]?.below.length ?? 0) > 1
    if (forks) return { key: `f ${from}`, fork: true }
    return place === way.length - 2 ? { key: `t ${to}`, fork: false } : { key: `e ${from} ${to}`, fork: false }
  }
  const ends = (edge: Edge, place: number): [number, number] => [
    x[edge.cells[place] ?? 0] ?? 0,
    x[edge.cells[place + 1] ?? 0] ?? 0,
  ]
  const turnsAside = (edge: Edge, place: number) => {
    const [from, to] = ends(edge, place)
    return Math.abs(from - to) > 0.5
  }
  for (const edge of edges)
    edge.cells.slice(1).forEach((_, place) => {
      if (!turnsAside(edge, place)) return
      const { key, fork } = keyOf(edge, place)
      const gap = turns[cells[edge.cells[place] ?? 0]?.row ?? 0]
      const [left, right] = ends(edge, place).toSorted((a, b) => a - b)
      const same = gap?.get(key)
      if (same) {
        same.left = Math.min(same.left, left ?? 0)
        same.right = Math.max(same.right, right ?? 0)
      } else gap?.set(key, { fork, left: left ?? 0, right: right ?? 0, track: 0 })
    })

  const heights = Array.from({ length: count }, () => 0)
  for (const { row, height } of cells) heights[row] = Math.max(heights[row] ?? 0, height)
  const tops: number[] = []
  const bottoms: number[] = []
  turns.forEach((gap, row) => {
    assignTracks([...gap.values()])
    const tracks = (fork: boolean) =>
      [...gap.values()].reduce((most, turn) => (turn.fork === fork ? Math.max(most, turn.track + 1) : most), 0)
    tops[row] ??= 0
    bottoms[row] = (tops[row] ?? 0) + (heights[row] ?? 0)
    tops[row + 1] = bottoms[row] + Math.max(sizes.gapY, 2 * FIRST + TRACK * (tracks(true) + tracks(false)))
  })

  const top = (row: number) => tops[row] ?? 0
  const bottom = (row: number) => bottoms[row] ?? 0
  const rowOf = (id: StepId) => cells[cellOf.get(id) ?? 0]?.row ?? 0
  return {
    top,
    bottom,
    under: (id) => (bottom(rowOf(id)) + top(rowOf(id) + 1)) / 2,
    over: (id) => top(rowOf(id)) - sizes.gapY / 2,
    turn(edge, place) {
      if (!turnsAside(edge, place)) return undefined
      const row = cells[edge.cells[place] ?? 0]?.row ?? 0
      const { key, fork } = keyOf(edge, place)
      const track = turns[row]?.get(key)?.track ?? 0
      if (sizes.gapY < 2 * FIRST) return (bottom(row) + top(row + 1)) / 2
      return fork ? bottom(row) + FIRST + TRACK * track : top(row + 1) - FIRST - TRACK * track
    },
  }
}
