import { merge } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import { setStep, stepAt } from '@throughline/flow/edit'

/**
 * What was changed of a step from `before` to `after`, done to the step as it is now. The panel follows the document a
 * moment later, so `before` may lack what was typed into another of its boxes. Where both changed the same place, the
 * newer change stands.
 */
export function editStep(doc: FlowDoc, before: Step, after: Step): FlowDoc {
  const now = stepAt(doc, before.id)
  if (!now) return doc
  if (now === before || now.type !== after.type) return setStep(doc, after)
  const { type, metadata } = doc
  const alone = (step: Step): FlowDoc => ({
    name: '',
    prefix: '',
    type,
    metadata,
    start_step: step.id,
    steps: { [step.id]: step },
  })
  const merged = stepAt(merge(alone(before), alone(after), alone(now)).doc, before.id)
  return setStep(doc, merged ?? after)
}
