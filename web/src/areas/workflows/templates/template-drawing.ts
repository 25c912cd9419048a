import type { Template } from '@throughline/contracts/templates'
import type { FlowDoc } from '@throughline/flow/document'
import { type Drawing, drawingOf, namesOf } from '../model/drawing.ts'

const nobody = namesOf({ people: [], teams: [], workflows: [] })

/** A template's steps as the canvas draws them. */
export function templateDrawing(template: Template): Drawing {
  const { name, description, prefix, flow, type, start_step, steps } = template
  const doc: FlowDoc = {
    name,
    prefix,
    description,
    type: flow,
    metadata: { version: '1.0', category: type },
    start_step,
    steps: Object.fromEntries(steps.map((step) => [step.id, step])),
  }
  return drawingOf(doc, nobody)
}
