import type { Problem } from '@throughline/flow/compile'
import type { StepId } from '@throughline/flow/plan'
import type { Drawing, DrawnStep } from '../model/drawing.ts'
import type { Spot } from '../model/edits.ts'
import { texts } from './canvas.texts.ts'
import type { StepMark } from './flow-canvas.tsx'
import type { Box, Line } from './layout/layout.ts'
import { endText, isNamed, START } from './layout/shape.ts'
import type { Rect } from './view.ts'

/** A label, an end or a + that belongs to a step's way out; its place is counted from the step's corner. */
export interface OutMark {
  /** It stays the same when a step is put on the line, so that the focus stays on its +. */
  id: string
  kind: 'line' | 'end'
  x: number
  y: number
  width: number
  text: string
  failed: boolean
  spot: Spot
  addLabel: string
}

interface Return {
  label: string
  to: number
}

export interface StepData {
  drawn: DrawnStep
  total: number
  compact: boolean
  box: Box
  outs: OutMark[]
  /** A line leads to it. */
  entered: boolean
  returns: Return[]
  errors: number
  warnings: number
  mark: StepMark | undefined
  selected: boolean
}

interface Counts {
  errors: number
  warnings: number
}

export function countProblems(problems: readonly Problem[]): Map<StepId, Counts> {
  const counts = new Map<StepId, Counts>()
  for (const { step, level } of problems) {
    if (step === undefined) continue
    const own = counts.get(step) ?? { errors: 0, warnings: 0 }
    if (level === 'E') own.errors++
    else own.warnings++
    counts.set(step, own)
  }
  return counts
}

/** Branches that share a line share its label: "New vendor, else". */
const joined = (labels: readonly string[]) =>
  labels.map((label, n) => (n === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1))).join(', ')

export function outMarks(
  drawn: DrawnStep,
  box: Box,
  lines: readonly Line[],
  boxes: ReadonlyMap<string, Box>,
): OutMark[] {
  return lines.flatMap((line): OutMark[] => {
    const outs = drawn.outs.filter((out) => line.outcomes.includes(out.outcome) && !out.back)
    const [first] = outs
    if (line.kind === 'back' || !first) return []
    const end = line.kind === 'end' ? boxes.get(line.to) : undefined
    const named = outs.filter((out) => isNamed(drawn, out))
    const { name } = drawn
    const text = end ? endText(drawn, first) : joined(named.map(({ label }) => label))
    return [
      {
        id: `${first.outcome} ${first.to.indexOf(line.to)}`,
        kind: end ? 'end' : 'line',
        x: line.mark[0] - (box.x - box.w / 2),
        y: line.mark[1] - box.y,
        width: end?.w ?? 0,
        text,
        failed: first.outcome === 'failed',
        spot: { kind: 'out', from: drawn.id, outcome: first.outcome, to: end ? null : line.to },
        addLabel: text === '' ? texts.addAfter(name) : texts.addAfterOut(name, text),
      },
    ]
  })
}

/** Room for what hangs below a card or beside a mark. */
const AROUND_MARK = 120

/** All that a step draws: its card, and the marks on its ways out, which may stand far from it. */
export function extentOf({ box, outs }: Pick<StepData, 'box' | 'outs'>): Rect {
  const [x, y] = [box.x - box.w / 2, box.y]
  const extent = { left: x, top: y, right: x + box.w, bottom: y + box.h }
  for (const mark of outs) {
    extent.left = Math.min(extent.left, x + mark.x - AROUND_MARK)
    extent.right = Math.max(extent.right, x + mark.x + AROUND_MARK)
    extent.bottom = Math.max(extent.bottom, y + mark.y + AROUND_MARK)
  }
  return extent
}

export function startMark(box: Box, line: Line | undefined): OutMark {
  const [x, y] = line?.mark ?? [box.x, box.y + box.h + 24]
  return {
    id: START,
    kind: 'line',
    x: x - (box.x - box.w / 2),
    y: y - box.y,
    width: 0,
    text: '',
    failed: false,
    spot: { kind: 'start' },
    addLabel: texts.addFirst,
  }
}

export function returnsOf(drawn: DrawnStep, drawing: Drawing): Return[] {
  return drawn.outs
    .filter(({ back }) => back)
    .flatMap(({ label, to }) => to.map((id) => ({ label, to: drawing.at(id)?.n ?? 0 })))
}

const sameMark = (a: StepMark | undefined, b: StepMark | undefined) =>
  a === b || (a?.state === b?.state && a?.note === b?.note && a?.dim === b?.dim && a?.badge === b?.badge)

/** Whether a card need not be drawn anew. */
export function sameStep(a: StepData, b: StepData): boolean {
  const { drawn: one } = a
  const { drawn: other } = b
  return (
    one.step === other.step &&
    one.n === other.n &&
    one.sub === other.sub &&
    one.meta === other.meta &&
    a.total === b.total &&
    a.compact === b.compact &&
    a.box === b.box &&
    a.entered === b.entered &&
    a.errors === b.errors &&
    a.warnings === b.warnings &&
    a.selected === b.selected &&
    sameMark(a.mark, b.mark) &&
    JSON.stringify([a.outs, a.returns]) === JSON.stringify([b.outs, b.returns])
  )
}
