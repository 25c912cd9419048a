/** Draws one moment of an illustration: a pure function of its size and the seconds that have passed. */
export type Draw = (pen: CanvasRenderingContext2D, width: number, height: number, seconds: number) => void

const LINE = '#43b1c0'
const FAINT = '#3a4f52'
const LIGHT = '#ededea'
const WARM = '#d98a3d'

function line(pen: CanvasRenderingContext2D, points: readonly (readonly [number, number])[], color: string) {
  pen.strokeStyle = color
  pen.lineWidth = 3
  pen.beginPath()
  points.forEach(([x, y], at) => (at === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)))
  pen.stroke()
}

function dot(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, color: string) {
  pen.fillStyle = color
  pen.beginPath()
  pen.arc(x, y, radius, 0, Math.PI * 2)
  pen.fill()
}

/** A process that runs, forks and joins. */
export const drawFlow: Draw = (pen, width, height, seconds) => {
  const at = (x: number, y: number) => [x * width, y * height] as const
  line(pen, [at(0, 0.5), at(0.3, 0.5), at(0.45, 0.3), at(0.6, 0.3), at(0.75, 0.5), at(1, 0.5)], LINE)
  line(pen, [at(0.3, 0.5), at(0.45, 0.7), at(0.6, 0.7), at(0.75, 0.5)], LINE)
  for (const [x, y] of [at(0.15, 0.5), at(0.52, 0.3), at(0.52, 0.7), at(0.87, 0.5)]) dot(pen, x, y, 9, LIGHT)
  const share = (seconds / 5) % 1
  const off = share < 0.3 || share > 0.75 ? 0 : Math.min(1, (share - 0.3) / 0.15, (0.75 - share) / 0.15) * 0.2
  dot(pen, share * width, (0.5 - off) * height, 6, WARM)
  if (off > 0) dot(pen, share * width, (0.5 + off) * height, 6, WARM)
}

/** Four lanes; work gathers in one of them. */
export const drawOversight: Draw = (pen, width, height, seconds) => {
  for (let lane = 0; lane < 4; lane++) {
    const y = height * (0.2 + lane * 0.2)
    line(
      pen,
      [
        [0, y],
        [width, y],
      ],
      FAINT,
    )
    const isSlow = lane === 2
    for (let piece = 0; piece < 6; piece++) {
      const moved = (seconds * (isSlow ? 0.03 : 0.12) + piece / 6) % 1
      const x = isSlow ? 0.35 + moved * 0.25 : moved
      dot(pen, x * width, y, 7, isSlow ? WARM : LINE)
    }
  }
}

/** One door: a key that was seen before is turned back. */
export const drawIntegration: Draw = (pen, width, height, seconds) => {
  const door = width * 0.6
  line(
    pen,
    [
      [door, height * 0.15],
      [door, height * 0.42],
    ],
    LIGHT,
  )
  line(
    pen,
    [
      [door, height * 0.58],
      [door, height * 0.85],
    ],
    LIGHT,
  )
  const share = (seconds / 3) % 1
  const isSeen = Math.floor(seconds / 3) % 2 === 1
  const x = isSeen && share > 0.55 ? (1.1 - share) * width : share * width
  line(
    pen,
    [
      [0, height / 2],
      [width, height / 2],
    ],
    FAINT,
  )
  dot(pen, x, height / 2, 8, isSeen ? WARM : LINE)
}
