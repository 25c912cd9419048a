import type { StepId } from '@throughline/flow/plan'
import { returnsNamed, type Shape, type ShapeStep, type Sizes, START } from './shape.ts'

/** Pills where ways end. */
export const PILL = { height: 26, stub: 12, pitch: 30 }
export const TRIGGER_HEIGHT = 36
/** Room for the label of a line that passes a row. */
const LINE_ROOM = 24

/** A step, or a line on its way past a row. */
export interface Cell {
  row: number
  /** How far it reaches from its middle. */
  left: number
  right: number
  height: number
  /** Step or trigger; a passing line has none. */
  id: StepId | undefined
  above: number[]
  below: number[]
}

/** A line that leads on; ways of one step to the same target are one line. */
export interface Edge {
  from: StepId
  to: StepId
  outcomes: string[]
  /** Width of its label; 0 where it has none. */
  label: number
  /** From the source's cell to the target's, one in each row. */
  cells: number[]
}

/** Steps in rows, with every line cut at the rows it passes. */
export interface Lattice {
  cells: Cell[]
  edges: Edge[]
  cellOf: Map<StepId, number>
}

/** Pills of a step: one under it where it leads nowhere, all others beside it. */
export function pillsOf({ outs }: ShapeStep) {
  const pills = outs.filter(({ pill }) => pill > 0)
  const leadsOn = outs.some(({ to, back }) => to.length > 0 && !back)
  return leadsOn ? { under: undefined, beside: pills } : { under: pills[0], beside: pills.slice(1) }
}

function edgesOf(shape: Shape, sizes: Sizes): Edge[] {
  const first = sizes.ends && shape.start !== undefined
  const edges: Edge[] = first ? [{ from: START, to: shape.start ?? '', outcomes: [], label: 0, cells: [] }] : []
  for (const { id, outs } of shape.steps) {
    const own = new Map<StepId, Edge>()
    for (const { outcome, to, back, label } of outs)
      for (const target of back ? [] : to) {
        const same = own.get(target)
        if (same) {
          same.outcomes.push(outcome)
          same.label += label
        } else own.set(target, { from: id, to: target, outcomes: [outcome], label, cells: [] })
      }
    edges.push(...own.values())
  }
  return edges
}

/** Each step as high as the lines that lead to it allow, so that branches start together under their fork. */
function rowsOf(ids: readonly StepId[], edges: readonly Edge[], first: number): Map<StepId, number> {
  const sources = new Map<StepId, StepId[]>()
  for (const { from, to } of edges) sources.set(to, [...(sources.get(to) ?? []), from])
  const rows = new Map<StepId, number>([[START, 0]])
  const rowOf = (id: StepId): number => {
    const known = rows.get(id)
    if (known !== undefined) return known
    const row = (sources.get(id) ?? []).reduce((most, source) => Math.max(most, rowOf(source) + 1), first)
    rows.set(id, row)
    return row
  }
  for (const id of ids) rowOf(id)
  return rows
}

function stepCell(step: ShapeStep, row: number, sizes: Sizes): Cell {
  const { under, beside } = sizes.ends ? pillsOf(step) : { under: undefined, beside: [] }
  const reach = Math.max(0, ...beside.map(({ pill }) => pill + PILL.stub))
  const card = sizes.height + returnsNamed(step.outs) * sizes.back
  const stack = beside.length * PILL.pitch
  return {
    row,
    left: sizes.width / 2,
    right: sizes.width / 2 + reach,
    height: Math.max(card + (under ? PILL.stub + PILL.height : 0), stack),
    id: step.id,
    above: [],
    below: [],
  }
}

export function latticeOf(shape: Shape, sizes: Sizes): Lattice {
  const edges = edgesOf(shape, sizes)
  const ids = shape.steps.map(({ id }) => id)
  const rows = rowsOf(ids, edges, sizes.ends ? 1 : 0)
  const cells: Cell[] = []
  const cellOf = new Map<StepId, number>()
  const put = (id: StepId, cell: Cell) => cellOf.set(id, cells.push(cell) - 1)
  if (sizes.ends) {
    const half = shape.trigger / 2
    put(START, { row: 0, left: half, right: half, height: TRIGGER_HEIGHT, id: START, above: [], below: [] })
  }
  for (const step of shape.steps) put(step.id, stepCell(step, rows.get(step.id) ?? 0, sizes))

  const lineRoom = sizes.ends ? LINE_ROOM : sizes.gapX / 2
  for (const edge of edges) {
    const start = cellOf.get(edge.from) ?? 0
    const end = cellOf.get(edge.to) ?? 0
    edge.cells.push(start)
    for (let row = (cells[start]?.row ?? 0) + 1; row < (cells[end]?.row ?? 0); row++) {
      const line = { row, left: lineRoom, right: lineRoom, height: 0, id: undefined, above: [], below: [] }
      edge.cells.push(cells.push(line) - 1)
    }
    edge.cells.push(end)
    edge.cells.forEach((cell, place) => {
      const under = edge.cells[place + 1]
      if (under === undefined) return
      cells[cell]?.below.push(under)
      cells[under]?.above.push(cell)
    })
  }
  return { cells, edges, cellOf }
}
