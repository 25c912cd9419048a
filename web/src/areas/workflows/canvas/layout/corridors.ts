import type { Box, Point } from './layout.ts'

export type Span = readonly [from: number, to: number]
/** A vertical piece of a line. */
export interface Upright {
  x: number
  span: Span
}

const overlaps = (a: Span, b: Span) => a[0] < b[1] && b[0] < a[1]
export const spanOf = (a: number, b: number): Span => (a < b ? [a, b] : [b, a])
const left = ({ x, w }: Box) => x - w / 2
const right = ({ x, w }: Box) => x + w / 2

export function uprightsOf(points: readonly Point[]): Upright[] {
  return points.slice(1).flatMap(([x, y], n): Upright[] => {
    const [fromX, fromY] = points[n] ?? [x, y]
    return fromX === x && fromY !== y ? [{ x, span: spanOf(fromY, y) }] : []
  })
}

/** Distances that a line keeps from cards, from other lines and from other returns. */
export const CLEAR = { box: 14, line: 10, lane: 14, side: 6 }

/** How far a horizontal line can go from a box to both sides before it meets another box. */
export function reachAt(y: number, from: Box, boxes: readonly Box[]): Span {
  let [low, high] = [-Infinity, Infinity]
  for (const box of boxes) {
    if (box === from || y <= box.y - CLEAR.side || y >= box.y + box.h + CLEAR.side) continue
    if (box.x < from.x) low = Math.max(low, right(box) + CLEAR.side)
    else high = Math.min(high, left(box) - CLEAR.side)
  }
  return [low, high]
}

/** What is free of cards and lines between two heights, from left to right. */
export function freeBetween(
  span: Span,
  within: Span,
  boxes: readonly Box[],
  lines: readonly Upright[],
  lanes: readonly Upright[],
): Span[] {
  const blocked: Span[] = []
  const block = (x: number, room: number) => {
    if (x + room > within[0] && x - room < within[1]) blocked.push([x - room, x + room])
  }
  for (const box of boxes)
    if (overlaps(span, [box.y - CLEAR.box, box.y + box.h + CLEAR.box])) block(box.x, box.w / 2 + CLEAR.box)
  for (const line of lines) if (overlaps(span, line.span)) block(line.x, CLEAR.line)
  for (const lane of lanes) if (overlaps(span, [lane.span[0] - 8, lane.span[1] + 8])) block(lane.x, CLEAR.lane)
  blocked.sort((a, b) => a[0] - b[0])

  const free: Span[] = []
  let [edge] = within
  for (const [from, to] of blocked) {
    if (from > edge) free.push([edge, Math.min(from, within[1])])
    edge = Math.max(edge, to)
    if (edge >= within[1]) return free
  }
  free.push([edge, within[1]])
  return free
}
