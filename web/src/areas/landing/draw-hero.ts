import { type Draw, dot, mix, smooth, stroke, tick } from './drawings.ts'

type Point = readonly [number, number]

const PHONE = 700

/** The words over the canvas stand in the style sheet by the same shares of its size. */
function layoutOf(width: number, height: number) {
  const isPhone = width < PHONE
  const stops = isPhone ? [0.56, 0.72, 0.88] : [0.575, 0.69, 0.805, 0.92]
  return {
    start: isPhone ? -10 : Math.max(150, width * 0.118),
    join: width * (isPhone ? 0.44 : 0.5),
    level: height * (isPhone ? 0.46 : 0.42),
    reach: isPhone ? 34 : height * 0.27,
    stops: stops.map((share) => share * width),
  }
}

/** A strand: the height it comes from, where its knot begins and ends, how often it turns, to which side it hangs. */
const STRANDS = [
  { top: 0.1, into: 0.2, out: 0.66, turns: 2, side: 1 },
  { top: 0.28, into: 0.3, out: 0.74, turns: 2, side: 1 },
  { top: 0.46, into: 0.18, out: 0.6, turns: 3, side: -1 },
  { top: 0.64, into: 0.26, out: 0.72, turns: 2, side: -1 },
  { top: 0.82, into: 0.22, out: 0.7, turns: 3, side: -1 },
]

const POINTS = 360
const SOFT = 8

/** A running mean takes the last corners out of a strand; its ends stay where they are. */
function softened(points: readonly Point[]): Point[] {
  return points.map((point, at) => {
    const reach = Math.min(SOFT, at, points.length - 1 - at)
    if (reach === 0) return point
    const near = points.slice(at - reach, at + reach + 1)
    const mean = (axis: 0 | 1) => near.reduce((sum, one) => sum + one[axis], 0) / near.length
    return [mean(0), mean(1)]
  })
}

type Layout = ReturnType<typeof layoutOf>

/** A loop begins and ends where its own motion points forward, so that no strand has a corner. */
function strandOf(layout: Layout, at: number, height: number, seconds: number): Point[] {
  const { top, into, out, turns, side } = STRANDS[at] ?? { top: 0, into: 0, out: 1, turns: 0, side: 1 }
  const breath = 1 + 0.05 * Math.sin(seconds * 0.5 + at * 2)
  const points = Array.from({ length: POINTS + 1 }, (_, step): Point => {
    const share = step / POINTS
    const radius = layout.reach * breath * smooth((share - into + 0.16) / 0.34) * smooth((out + 0.16 - share) / 0.34)
    const angle = 2 * Math.PI * (turns / (out - into)) * (share - into) + Math.PI * 1.5
    const level = mix(top * height, layout.level, smooth((share - 0.08) / 0.86))
    return [
      mix(layout.start, layout.join, share) + radius * Math.cos(angle),
      level + radius * side * (Math.sin(angle) + 1) * 0.62,
    ]
  })
  return softened(softened(softened(points)))
}

/** Five tangled strands become one line with stops, of which the last is open. */
export const drawHero: Draw = (pen, width, height, seconds, ink) => {
  const layout = layoutOf(width, height)
  const colors = [ink.viz2, ink.viz3, ink.viz4, ink.viz5, ink.accent]
  pen.lineCap = 'round'
  colors.forEach((color, at) => {
    const fade = pen.createLinearGradient(layout.start, 0, layout.join, 0)
    fade.addColorStop(0, color)
    fade.addColorStop(0.72, color)
    fade.addColorStop(1, ink.accent)
    const points = strandOf(layout, at, height, seconds)
    pen.globalAlpha = 0.85
    stroke(pen, points, fade, 1.6)
    pen.globalAlpha = 1
    const [x, y] = points[Math.floor(((seconds * 0.09 + at * 0.21) % 1) * POINTS)] ?? [0, 0]
    dot(pen, x, y, 3.2, color)
  })
  const { join, level, stops } = layout
  const line: Point[] = [
    [join, level],
    [width + 10, level],
  ]
  stroke(pen, line, ink.accent, 3)
  dot(pen, join + ((seconds * 90) % (width - join)), level, 4.5, ink.accentText)
  stops.forEach((x, at) => {
    const isLast = at === stops.length - 1
    dot(pen, x, level, 13, isLast ? ink.card : ink.accent)
    pen.strokeStyle = ink.accent
    pen.lineWidth = 3
    pen.stroke()
    if (isLast) dot(pen, x, level, 7.5, ink.accent, [-Math.PI / 2, Math.PI / 2])
    else tick(pen, x, level, 1, ink.card)
  })
}
