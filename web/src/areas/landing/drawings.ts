const COLORS = {
  accent: '--accent',
  accentText: '--accent-text',
  fg: '--fg',
  fg2: '--fg-2',
  fg3: '--fg-3',
  line: '--border-strong',
  card: '--card',
  board: '--board',
  warning: '--warning-mark',
  viz2: '--viz-2',
  viz3: '--viz-3',
  viz4: '--viz-4',
  viz5: '--viz-5',
} as const

export type Ink = Record<keyof typeof COLORS, string>

/** The colours that the style sheet gives an element. */
export function inkOf(element: Element): Ink {
  const style = getComputedStyle(element)
  const of = (name: keyof Ink) => style.getPropertyValue(COLORS[name]).trim()
  return {
    accent: of('accent'),
    accentText: of('accentText'),
    fg: of('fg'),
    fg2: of('fg2'),
    fg3: of('fg3'),
    line: of('line'),
    card: of('card'),
    board: of('board'),
    warning: of('warning'),
    viz2: of('viz2'),
    viz3: of('viz3'),
    viz4: of('viz4'),
    viz5: of('viz5'),
  }
}

type Pen = CanvasRenderingContext2D
type Point = readonly [number, number]

/** Draws one moment of an illustration: a pure function of its size, the seconds that have passed and its colours. */
export type Draw = (pen: Pen, width: number, height: number, seconds: number, ink: Ink) => void

export const smooth = (x: number) => {
  const clamped = Math.min(1, Math.max(0, x))
  return clamped * clamped * (3 - 2 * clamped)
}

export const mix = (from: number, to: number, share: number) => from + (to - from) * share

export function stroke(pen: Pen, points: readonly Point[], color: string | CanvasGradient, width: number) {
  pen.strokeStyle = color
  pen.lineWidth = width
  pen.beginPath()
  points.forEach(([x, y], at) => (at === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)))
  pen.stroke()
}

/** Whole, or from one angle to another. */
export function dot(pen: Pen, x: number, y: number, radius: number, color: string, angles: Point = [0, Math.PI * 2]) {
  pen.fillStyle = color
  pen.beginPath()
  pen.arc(x, y, radius, ...angles)
  pen.fill()
}

export function tick(pen: Pen, x: number, y: number, scale: number, color: string) {
  const points: Point[] = [
    [x - 4.4 * scale, y + 0.3 * scale],
    [x - 1.2 * scale, y + 3.4 * scale],
    [x + 4.6 * scale, y - 3.4 * scale],
  ]
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  stroke(pen, points, color, 2.2)
}

function box(pen: Pen, [x, y]: Point, [width, height]: Point, radius: number, fill: string, line: string) {
  pen.fillStyle = fill
  pen.strokeStyle = line
  pen.beginPath()
  pen.roundRect(x, y, width, height, radius)
  pen.fill()
  pen.stroke()
}

const FONT = '"Geist Variable", system-ui'
const NARROW = 460

/** A box of the process: where it stands, its name on wide and narrow panels, and when its turn comes and ends. */
const BOXES = [
  { x: 0.5, y: 0.11, name: 'Request comes in', short: 'Request', begins: 0, ends: 0.4 },
  { x: 0.2, y: 0.37, name: 'Check the company', short: 'Check', begins: 0.8, ends: 1.6 },
  { x: 0.5, y: 0.37, name: 'Agree on the fee', short: 'Fee', begins: 0.8, ends: 2.2 },
  { x: 0.8, y: 0.37, name: 'Collect documents', short: 'Docs', begins: 0.8, ends: 2.8 },
  { x: 0.5, y: 0.63, name: '2 of 3 approve', short: 'Approve', begins: 3, ends: 4.2 },
  { x: 0.5, y: 0.89, name: 'Kickoff', short: 'Kickoff', begins: 4.4, ends: 5.4 },
] as const
const EDGES = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 4],
  [2, 4],
  [3, 4],
  [4, 5],
] as const
const BOX_HEIGHT = 46

/** A process that runs, forks and joins. */
export const drawFlow: Draw = (pen, width, height, seconds, ink) => {
  const turn = (seconds * 0.5) % 7
  const boxWidth = Math.min(158, width * 0.28)
  pen.textBaseline = 'middle'
  for (const [from, to] of EDGES) {
    const [a, b] = [BOXES[from], BOXES[to]]
    const isDone = turn > a.ends
    const [top, bottom] = [a.y * height + BOX_HEIGHT / 2, b.y * height - BOX_HEIGHT / 2]
    const middle = (top + bottom) / 2
    pen.strokeStyle = isDone ? ink.accentText : ink.line
    pen.lineWidth = isDone ? 2.4 : 1.6
    pen.setLineDash(isDone ? [] : [4, 5])
    pen.beginPath()
    pen.moveTo(a.x * width, top)
    pen.bezierCurveTo(a.x * width, middle, b.x * width, middle, b.x * width, bottom)
    pen.stroke()
    pen.setLineDash([])
  }
  for (const { x, y, name, short, begins, ends } of BOXES) {
    const [left, top] = [x * width - boxWidth / 2, y * height - BOX_HEIGHT / 2]
    const [isDone, isNow] = [turn > ends, turn > begins && turn <= ends]
    pen.lineWidth = isNow ? 2.4 : 1.2
    box(pen, [left, top], [boxWidth, BOX_HEIGHT], 9, ink.card, isNow ? ink.accentText : ink.line)
    const [markX, markY] = [left + 20, top + BOX_HEIGHT / 2]
    dot(pen, markX, markY, 8.5, isDone ? ink.accentText : ink.card)
    pen.strokeStyle = isDone || isNow ? ink.accentText : ink.fg3
    pen.lineWidth = 1.8
    pen.stroke()
    if (isDone) tick(pen, markX, markY, 0.8, ink.board)
    else if (isNow) dot(pen, markX, markY, 5, ink.accentText, [-Math.PI / 2, Math.PI / 2])
    pen.fillStyle = isDone ? ink.fg2 : ink.fg
    pen.font = `500 12px ${FONT}`
    pen.fillText(width < NARROW ? short : name, left + 34, markY + 0.5, boxWidth - 38)
  }
}

const LANES = [
  { name: 'Intake', wait: '12 min', speed: 1 },
  { name: 'Company check', wait: '40 min', speed: 0.9 },
  { name: 'Countersign letter', wait: '2.4-day wait, usually 6 hours', short: '2.4-day wait', speed: 0.3 },
  { name: 'Kickoff', wait: '1 day', speed: 1 },
]
const EDGE = 26
const GATHERED = 11

/** Where the pieces of a lane are: before the gate of the slow one they gather. */
function piecesOf(width: number, gate: number, seconds: number, speed: number): number[] {
  if (speed < 0.5) {
    const waiting = Array.from({ length: GATHERED }, (_, at) => gate - 15 - at * 15.5)
    const passed = [0, 1].map((at) => mix(gate + 16, width - EDGE, (at / 2 + seconds * 0.034) % 1))
    return [...waiting, ...passed]
  }
  return Array.from({ length: 8 }, (_, at) => mix(EDGE, width - EDGE, (at / 8 + seconds * 0.07 * speed) % 1))
}

/** Four lanes; work gathers in one of them, and it says by how much. */
export const drawOversight: Draw = (pen, width, height, seconds, ink) => {
  const gate = width * 0.72
  pen.font = `500 13px ${FONT}`
  pen.lineCap = 'round'
  LANES.forEach(({ name, wait, short, speed }, at) => {
    const y = height * (0.14 + (at * 0.74) / 3)
    const color = speed < 0.5 ? ink.warning : ink.accentText
    const lane: Point[] = [
      [EDGE, y],
      [width - EDGE, y],
    ]
    const door: Point[] = [
      [gate, y - 13],
      [gate, y + 13],
    ]
    stroke(pen, lane, ink.line, 1.4)
    pen.fillStyle = ink.fg2
    pen.fillText(name, EDGE, y - 22)
    pen.textAlign = 'right'
    pen.fillStyle = speed < 0.5 ? ink.warning : ink.fg3
    pen.fillText(width < NARROW ? (short ?? wait) : wait, width - EDGE, y - 22)
    pen.textAlign = 'left'
    stroke(pen, door, color, 3)
    for (const x of piecesOf(width, gate, seconds, speed)) {
      pen.globalAlpha = x < gate ? 1 : 0.6
      dot(pen, x, y, 5.2, x < gate ? color : ink.accentText)
    }
    pen.globalAlpha = 1
  })
}

const ENDS = [
  { name: 'Accounting', y: 0.14, key: '7f2' },
  { name: 'Email', y: 0.34, key: 'a91' },
  { name: 'HTTP services', y: 0.54, key: '3c8' },
  { name: 'Files', y: 0.72, key: 'e05' },
  { name: 'Web forms', y: 0.9, key: 'b44' },
]

function drawKey(pen: Pen, x: number, y: number, key: string, card: string, color: string) {
  pen.lineWidth = 1.6
  box(pen, [x - 15, y - 9], [30, 18], 5, card, color)
  pen.fillStyle = color
  pen.font = '600 9px ui-monospace, monospace'
  pen.textAlign = 'center'
  pen.fillText(key, x, y + 0.5)
  pen.textAlign = 'left'
}

function drawDoor(pen: Pen, x: number, y: number, { board, accentText }: Ink) {
  pen.lineWidth = 2.4
  box(pen, [x - 20, y - 44], [40, 88], 12, board, accentText)
  pen.beginPath()
  pen.arc(x, y - 5, 7, 0, Math.PI * 2)
  pen.moveTo(x, y + 2)
  pen.lineTo(x, y + 16)
  pen.moveTo(x, y + 10)
  pen.lineTo(x + 6, y + 10)
  pen.stroke()
}

/** Every call leaves through one door with a key; a key that was seen before is turned back. */
export const drawIntegration: Draw = (pen, width, height, seconds, ink) => {
  const [left, door, right, level] = [width * 0.07, width * 0.4, width * 0.68, height * 0.52]
  const middle = mix(door, right, 0.5)
  const isNarrow = width < NARROW
  pen.lineCap = 'round'
  pen.textBaseline = 'middle'
  const way: Point[] = [
    [left, level],
    [door, level],
  ]
  stroke(pen, way, ink.accentText, 3)
  ENDS.forEach(({ name, y: share, key }, at) => {
    const y = share * height
    pen.strokeStyle = ink.line
    pen.lineWidth = 1.6
    pen.beginPath()
    pen.moveTo(door, level)
    pen.bezierCurveTo(middle, level, middle, y, right, y)
    pen.stroke()
    const gone = (seconds * 0.22 + at * 0.27) % 1
    drawKey(pen, mix(door, right, gone), mix(level, y, smooth(gone)), key, ink.card, ink.accentText)
    pen.lineWidth = 1.2
    box(pen, [right, y - 17], [width * 0.26, 34], 8, ink.card, ink.line)
    pen.fillStyle = ink.fg
    pen.font = `500 ${isNarrow ? 10.5 : 13}px ${FONT}`
    pen.fillText(name, right + 13, y + 0.5, width * 0.26 - 20)
  })
  drawDoor(pen, door, level, ink)
  const share = (seconds * 0.28) % 1
  const isBack = share >= 0.5
  const back = (share - 0.5) * 2
  const x = isBack ? mix(door - 40, door - 96, back) : mix(left + 10, door - 40, share * 2)
  drawKey(pen, x, isBack ? level + smooth(back) * 54 : level, 'a91', ink.card, isBack ? ink.warning : ink.accentText)
  pen.fillStyle = ink.warning
  pen.font = `500 12px ${FONT}`
  pen.globalAlpha = isBack ? 1 : 0.55
  pen.fillText(isNarrow ? 'already sent' : 'a91 already sent: skipped', left, level + 92)
  pen.globalAlpha = 1
}
