import type { StepId } from '@throughline/flow/plan'
import type { Drawing } from '../../model/drawing.ts'
import { columnsOf } from './columns.ts'
import { forwardLines } from './forward.ts'
import { latticeOf, PILL, pillsOf, TRIGGER_HEIGHT } from './lattice.ts'
import { returnLines } from './returns.ts'
import { rowsOf } from './rows.ts'
import { returnsNamed, type Shape, type ShapeOut, type Sizes, START } from './shape.ts'

/** The box of the end that an outcome of a step leads to. */
const endId = (step: string, outcome: string) => `$end ${step} ${outcome}`

/** Height in a card at which a single end stands beside it: the line that says what it does. */
const besideY = (sizes: Sizes) => (sizes.back > 0 ? 58 : sizes.height / 2)

function endsOf(shape: Shape, cards: ReadonlyMap<string, Box>, sizes: Sizes): { boxes: Box[]; lines: Line[] } {
  const boxes: Box[] = []
  const lines: Line[] = []
  const put = (card: Box, { outcome, pill }: ShapeOut, x: number, y: number, points: Point[]) => {
    const id = endId(card.id, outcome)
    boxes.push({ id, kind: 'end', x, y, w: pill, h: PILL.height })
    lines.push({ id, kind: 'end', from: card.id, to: id, outcomes: [outcome], points, mark: [x, y + PILL.height / 2] })
  }
  for (const step of shape.steps) {
    const card = cards.get(step.id)
    if (!card) continue
    const { under, beside } = pillsOf(step)
    const bottom = card.y + card.h
    if (under) {
      const y = bottom + PILL.stub
      put(card, under, card.x, y, [
        [card.x, bottom],
        [card.x, y],
      ])
    }
    const side = card.x + card.w / 2
    const start = card.y + besideY(sizes)
    beside.forEach((out, n) => {
      const y = beside.length === 1 ? start : card.y + PILL.pitch * n + PILL.height / 2
      const level = Math.min(y, bottom - PILL.height / 2)
      const left = side + PILL.stub
      const bend: Point[] =
        level === y
          ? []
          : [
              [side + PILL.stub / 2, level],
              [side + PILL.stub / 2, y],
            ]
      put(card, out, left + out.pill / 2, y - PILL.height / 2, [[side, level], ...bend, [left, y]])
    })
  }
  return { boxes, lines }
}

export type Point = readonly [x: number, y: number]

/** `x` is the middle, `y` the top. */
export interface Box {
  id: string
  kind: 'trigger' | 'step' | 'end'
  x: number
  y: number
  w: number
  h: number
}

export interface Line {
  id: string
  kind: 'on' | 'back' | 'end'
  from: StepId
  /** The target; of a stub the end's box. */
  to: string
  outcomes: string[]
  points: Point[]
  /** The middle of its label. */
  mark: Point
}

export interface Layout {
  boxes: Box[]
  lines: Line[]
}

/** Places steps and lines. It depends on nothing but its arguments. */
export function layout(shape: Shape, sizes: Sizes): Layout {
  const lattice = latticeOf(shape, sizes)
  const x = columnsOf(lattice, sizes)
  const rows = rowsOf(lattice, x, sizes)
  const at = (id: StepId) => {
    const cell = lattice.cellOf.get(id) ?? 0
    return { x: x[cell] ?? 0, y: rows.top(lattice.cells[cell]?.row ?? 0) }
  }
  const trigger: Box[] = sizes.ends
    ? [{ id: START, kind: 'trigger', ...at(START), w: shape.trigger, h: TRIGGER_HEIGHT }]
    : []
  const cards = shape.steps.map((step): Box => {
    const h = sizes.height + returnsNamed(step.outs) * sizes.back
    return { id: step.id, kind: 'step', ...at(step.id), w: sizes.width, h }
  })
  const byId = new Map([...trigger, ...cards].map((box) => [box.id, box]))
  const on = forwardLines(lattice, x, rows, byId)
  const ends = sizes.ends ? endsOf(shape, byId, sizes) : { boxes: [], lines: [] }
  const boxes = [...trigger, ...cards, ...ends.boxes]
  const back = sizes.ends ? returnLines(shape, boxes, [...on, ...ends.lines], rows, sizes) : []
  return { boxes, lines: [...back, ...on, ...ends.lines] }
}

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

/** Where a key leads from a step: down and up along its lines, left and right along its row, Home and End. */
export function neighbour(key: string, from: StepId, drawing: Drawing, { boxes, lines }: Layout): StepId | undefined {
  const on = lines.filter(({ kind }) => kind === 'on')
  const isStep = (id: string | undefined) => (id !== undefined && drawing.at(id) ? id : undefined)
  const beside = (sign: 1 | -1) => {
    const own = boxes.find(({ id }) => id === from)
    const [nearest] = boxes
      .filter(({ kind, y, x }) => own && kind === 'step' && y === own.y && (x - own.x) * sign > 0)
      .sort((a, b) => (a.x - b.x) * sign)
    return nearest?.id
  }
  switch (key) {
    case 'ArrowDown':
      return isStep(on.find((line) => line.from === from)?.to)
    case 'ArrowUp':
      return isStep(on.find((line) => line.to === from)?.from)
    case 'ArrowLeft':
      return beside(-1)
    case 'ArrowRight':
      return beside(1)
    case 'Home':
      return drawing.steps[0]?.id
    case 'End':
      return drawing.steps.at(-1)?.id
    default:
      return undefined
  }
}
