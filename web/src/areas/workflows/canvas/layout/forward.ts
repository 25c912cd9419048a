import type { Edge, Lattice } from './lattice.ts'
import type { Box, Line, Point } from './layout.ts'
import type { Rows } from './rows.ts'

/** A label hangs this far above the row it leads into. */
const LABEL = 18
const UNDER_CARD = 15
/** A label on a line that turns hangs a little lower, clear of the card. */
const ON_TURN = 5
const LABEL_ROOM = 110

/** Half the size of a +; a label's stands beside its words. */
const HALF = { width: 13, height: 13 }
const STRIDE = 12

type Mark = { x: number; y: number; half: number }

const collide = (a: Mark, b: Mark) => Math.abs(a.x - b.x) < a.half + b.half && Math.abs(a.y - b.y) < 2 * HALF.height
const covers = ({ x, y, half }: Mark, box: Box) =>
  Math.abs(x - box.x) < half + box.w / 2 && y + HALF.height > box.y + 4 && y - HALF.height < box.y + box.h - 4

/** Places along a line, the nearest to a point first. */
function alongside(points: readonly Point[], [fromX, fromY]: Point): Point[] {
  const places = points.slice(1).flatMap(([x, y], n): Point[] => {
    const [startX, startY] = points[n] ?? [x, y]
    const count = Math.floor(Math.hypot(x - startX, y - startY) / STRIDE)
    return Array.from({ length: count }, (_, step) => {
      const share = (step + 0.5) / count
      return [startX + (x - startX) * share, startY + (y - startY) * share]
    })
  })
  return places.sort((a, b) => Math.hypot(a[0] - fromX, a[1] - fromY) - Math.hypot(b[0] - fromX, b[1] - fromY))
}

/** Where no place of a line is free: step by step away from it, to both sides. */
const beside = ([x, y]: Point): Point[] =>
  Array.from(
    { length: 200 },
    (_, n): Point => [x + (n % 2 === 0 ? 1 : -1) * 2 * HALF.width * (Math.floor(n / 2) + 1), y],
  )

/** Moves labels that would lie on one another along their lines. */
function apart(lines: readonly Line[], boxes: readonly Box[], labelWidth: (line: Line) => number): Line[] {
  const placed: Mark[] = []
  return lines.map((line) => {
    const half = HALF.width + labelWidth(line) / 2
    const at = ([x, y]: Point): Mark => ({ x, y, half })
    const isFreeMark = (mark: Mark) => !placed.some((other) => collide(mark, other))
    const isFree = (point: Point) => isFreeMark(at(point))
    const isClear = (point: Point) => {
      const mark = at(point)
      return isFreeMark(mark) && !boxes.some((box) => covers(mark, box))
    }
    const placeOf = (): Point => {
      const places = alongside(line.points, line.mark)
      return places.find(isClear) ?? places.find(isFree) ?? beside(line.mark).find(isFree) ?? line.mark
    }
    const mark = isFree(line.mark) ? line.mark : placeOf()
    placed.push(at(mark))
    return { ...line, mark }
  })
}

/** Lines that lead on: down in the gaps and columns that the lattice keeps free. */
export function forwardLines(
  { cells, edges }: Lattice,
  x: readonly number[],
  rows: Rows,
  boxes: ReadonlyMap<string, Box>,
): Line[] {
  const column = (edge: Edge, place: number) => x[edge.cells[place] ?? 0] ?? 0
  const several = (list: readonly number[] | undefined) => (list?.length ?? 0) > 1
  const markOf = (edge: Edge, source: Box): Point => {
    const [first = 0, next = 0] = edge.cells
    const bottom = source.y + source.h
    const below = rows.top(cells[next]?.row ?? 0)
    const forks = several(cells[first]?.below)
    const shared = several(cells[next]?.above)
    const turn = rows.turn(edge, 0)
    // Lines from elsewhere have their label where this one ends: it keeps to its own beginning.
    if (forks && shared && turn !== undefined) {
      const aside = column(edge, 1) - source.x
      const nearer = edges.filter(
        (other) =>
          other.from === edge.from &&
          Math.abs(column(other, 1) - source.x) < Math.abs(aside) &&
          (column(other, 1) - source.x) * aside > 0,
      ).length
      const away = Math.min(Math.abs(aside), source.w / 2 + nearer * LABEL_ROOM)
      return [source.x + Math.sign(aside) * away, turn + ON_TURN]
    }
    if (forks || (edge.label > 0 && !shared)) return [column(edge, 1), below - LABEL]
    const joins = several(cells[edge.cells.at(-1) ?? 0]?.above)
    return [source.x, joins ? bottom + UNDER_CARD : (bottom + below) / 2]
  }
  const labels = new Map<string, number>()
  const lines = edges.flatMap((edge): Line[] => {
    const source = boxes.get(edge.from)
    const target = boxes.get(edge.to)
    if (!source || !target) return []
    const points: Point[] = [[source.x, source.y + source.h]]
    edge.cells.slice(1).forEach((_, place) => {
      const y = rows.turn(edge, place)
      if (y !== undefined) points.push([column(edge, place), y], [column(edge, place + 1), y])
    })
    points.push([target.x, target.y])
    const { from, to, outcomes } = edge
    const id = `${from}>${to}`
    labels.set(id, edge.label)
    return [{ id, kind: 'on', from, to, outcomes, points, mark: markOf(edge, source) }]
  })
  return apart(lines, [...boxes.values()], ({ id }) => labels.get(id) ?? 0)
}
