import type { FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { toldOf } from './outline-walk.ts'
import type { Outs } from './outline-ways.ts'

/** Every step once, in the order in which the outline lists them; this is how steps are numbered everywhere. */
export function outlineOrder(doc: FlowDoc, outs: Outs): StepId[] {
  return toldOf(doc, outs).flatMap((told) => (told.kind === 'step' ? [told.id] : []))
}
