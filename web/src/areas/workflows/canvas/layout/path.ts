import type { Point } from './layout.ts'

/** An SVG path through the points, its corners rounded. */
export function pathOf(points: readonly Point[], radius = 10): string {
  const [start, ...rest] = points
  const end = rest.at(-1)
  if (!start || !end) return ''
  let d = `M${start[0]} ${start[1]}`
  let [fromX, fromY] = start
  rest.slice(0, -1).forEach(([x, y], n) => {
    const [nextX, nextY] = rest[n + 1] ?? end
    const room = Math.min(radius, Math.hypot(x - fromX, y - fromY) / 2, Math.hypot(nextX - x, nextY - y) / 2)
    const before = `${x - Math.sign(x - fromX) * room} ${y - Math.sign(y - fromY) * room}`
    const after = `${x + Math.sign(nextX - x) * room} ${y + Math.sign(nextY - y) * room}`
    d += `L${before}Q${x} ${y} ${after}`
    ;[fromX, fromY] = [x, y]
  })
  return `${d}L${end[0]} ${end[1]}`
}
