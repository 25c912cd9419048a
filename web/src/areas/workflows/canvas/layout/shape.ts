import type { StepType } from '@throughline/contracts/workflows'
import type { StepId } from '@throughline/flow/plan'
import type { Drawing, DrawnOut, DrawnStep } from '../../model/drawing.ts'
import { isException } from '../../model/drawing-outs.ts'
import { texts } from '../canvas.texts.ts'

/** Whether a way out is called something on its line: the plain way on needs no words. */
export const isNamed = ({ step }: DrawnStep, out: DrawnOut) => step.type === 'condition' || isException(out)

/** What stands in the pill where a way ends. */
export function endText(step: DrawnStep, out: DrawnOut): string {
  if (!isNamed(step, out)) return out.label
  const plain = out.end === 'completed' || out.end === out.outcome
  return plain || out.end === undefined ? texts.outEnds(out.label) : texts.outEndsAs(out.label, out.end)
}

/** How large the boxes are and how far apart. */
export interface Sizes {
  width: number
  height: number
  /** Height of the line in a card that names a return; 0 where cards name none. */
  back: number
  gapX: number
  gapY: number
  /** Trigger and ends are drawn. */
  ends: boolean
}
export const FULL: Sizes = { width: 264, height: 86, back: 28, gapX: 52, gapY: 46, ends: true }
export const COMPACT: Sizes = { width: 212, height: 54, back: 0, gapX: 32, gapY: 46, ends: true }
export const MINI: Sizes = { width: 20, height: 16, back: 0, gapX: 9, gapY: 17, ends: false }

export interface ShapeOut {
  outcome: string
  to: StepId[]
  back: boolean
  /** Width of its label on the line; 0 where it has none. */
  label: number
  /** Width of its pill, where the way ends. */
  pill: number
}
export interface ShapeStep {
  id: StepId
  type: StepType
  outs: ShapeOut[]
}
/** All of a drawing that its layout depends on. Names of steps are no part of it. */
export interface Shape {
  start: StepId | undefined
  trigger: number
  steps: ShapeStep[]
}

export const START = '$start'

/** In steps of 16 px, so that typing into an outcome's name moves nothing most of the time. */
const pillWidth = (words: string) => Math.min(208, Math.ceil(Math.max(76, 44 + words.length * 6.2) / 16) * 16)

const labelWidth = (words: string) => Math.min(208, Math.ceil((20 + words.length * 6.6) / 24) * 24)

const outShape = (step: DrawnStep, out: DrawnOut): ShapeOut => ({
  outcome: out.outcome,
  to: out.to,
  back: out.back,
  label: isNamed(step, out) ? labelWidth(out.label) : 0,
  pill: out.end === undefined ? 0 : pillWidth(endText(step, out)),
})

export function shapeOf(drawing: Drawing): Shape {
  const { start_step } = drawing.doc
  return {
    start: drawing.at(start_step) && start_step,
    trigger: Math.min(340, 100 + drawing.trigger.length * 6.3),
    steps: drawing.steps.map((step) => ({
      id: step.id,
      type: step.step.type,
      outs: step.outs.map((out) => outShape(step, out)),
    })),
  }
}

/** Lines of a card that name its returns. */
export const MAX_RETURNS = 3
export const returnsNamed = (outs: readonly { back: boolean }[]) =>
  Math.min(MAX_RETURNS, outs.filter(({ back }) => back).length)
