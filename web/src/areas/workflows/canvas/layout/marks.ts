import type { Box, Line, Point } from './layout.ts'

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
export function apart(lines: readonly Line[], boxes: readonly Box[], labelWidth: (line: Line) => number): Line[] {
  const placed: Mark[] = []
  return lines.map((line) => {
    const half = HALF.width + labelWidth(line) / 2
    const at = ([x, y]: Point): Mark => ({ x, y, half })
    const isFree = (point: Point) => !placed.some((other) => collide(at(point), other))
    const isClear = (point: Point) => isFree(point) && !boxes.some((box) => covers(at(point), box))
    const placeOf = (): Point => {
      const places = alongside(line.points, line.mark)
      return places.find(isClear) ?? places.find(isFree) ?? beside(line.mark).find(isFree) ?? line.mark
    }
    const mark = isFree(line.mark) ? line.mark : placeOf()
    placed.push(at(mark))
    return { ...line, mark }
  })
}
