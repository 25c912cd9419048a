import type { DrawnOut, DrawnStep } from '../model/drawing.ts'
import { isException } from '../model/drawing-order.ts'
import { texts } from './canvas.texts.ts'

/** Whether a way out is called something on its line: the plain way on needs no words. */
export const isNamed = ({ step }: DrawnStep, out: DrawnOut) => step.type === 'condition' || isException(out)

/** What stands in the pill where a way ends. */
export function endWords(step: DrawnStep, out: DrawnOut): string {
  if (!isNamed(step, out)) return out.label
  const plain = out.end === 'completed' || out.end === out.outcome
  return plain || out.end === undefined ? texts.outEnds(out.label) : texts.outEndsAs(out.label, out.end)
}
