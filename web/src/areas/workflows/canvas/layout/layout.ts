import type { StepId } from '@throughline/flow/plan'
import { columnsOf } from './columns.ts'
import { endsOf } from './ends.ts'
import { forwardLines } from './forward.ts'
import { latticeOf, TRIGGER_HEIGHT } from './lattice.ts'
import { returnLines } from './returns.ts'
import { rowsOf } from './rows.ts'
import { returnsNamed, type Shape, type Sizes, START } from './shape.ts'

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
