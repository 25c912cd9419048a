import type { StepId } from '@throughline/flow/plan'
import type { DrawnOut } from '../model/drawing.ts'
import { isException } from '../model/drawing-order.ts'

/** One way out of a step to one other, or to null where it ends. */
export interface Way {
  from: StepId
  outcome: string
  label: string
  to: StepId | null
  back: boolean
  /** Done, approved and the branches of a condition; the others are exceptions. */
  normal: boolean
  /** What the instance ends as, where the way ends. */
  end?: string
}

export type Outs = ReadonlyMap<StepId, readonly DrawnOut[]>

export function waysOf(from: StepId, outs: readonly DrawnOut[]): Way[] {
  return outs.flatMap(({ outcome, label, to, back, end }): Way[] => {
    const way = { from, outcome, label, back, normal: !isException({ outcome }), ...(end !== undefined && { end }) }
    return to.length === 0 ? [{ ...way, to: null }] : to.map((id) => ({ ...way, to: id }))
  })
}
