import type { FlowDoc, Step } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { outlineOrder } from '../outline/outline-walk.ts'
import { texts } from './drawing.texts.ts'
import { celReader, labelsOf } from './drawing-cel.ts'
import { outsByStep } from './drawing-outs.ts'
import { metaOf, type Names, subIsCode, subOf, whoOf } from './drawing-text.ts'

export { type Names, namesOf } from './drawing-text.ts'

/** One way to leave a step. Rejections and changes that lead back to the same step are one. */
export interface DrawnOut {
  outcome: string
  label: string
  to: StepId[]
  back: boolean
  /** Set where the way ends: what the instance ends as. */
  end?: string
  /** The list of targets in the document; an approval's unwritten way has none. */
  path?: string
}

export interface DrawnStep {
  id: StepId
  /** Its place in the outline, from 1. */
  n: number
  step: Step
  /** What it is called on screens, also before it has a name. */
  name: string
  sub: string
  /** Whether that is an expression. */
  subIsCode: boolean
  meta: string
  /** Who or what does it, for lists. */
  who: string
  outs: DrawnOut[]
}

export interface Drawing {
  doc: FlowDoc
  /** In the order of the outline. */
  steps: readonly DrawnStep[]
  at(id: StepId): DrawnStep | undefined
  trigger: string
  /** What it was drawn with. */
  names: Names
}

/** What there is to draw of a document. Ways that do not lead back never form a circle. */
export function drawingOf(doc: FlowDoc, names: Names): Drawing {
  const read = celReader(doc)
  const outs = outsByStep(doc, read)
  const called = { ...names, variable: labelsOf(doc), read }
  const steps = outlineOrder(doc, outs).flatMap((id, place): DrawnStep[] => {
    const step = doc.steps[id]
    if (!step) return []
    return [
      {
        id,
        n: place + 1,
        step,
        name: step.name.trim() || texts.unnamed,
        sub: subOf(step, called),
        subIsCode: subIsCode(step, called),
        meta: metaOf(step, called),
        who: whoOf(step, called),
        outs: outs.get(id) ?? [],
      },
    ]
  })
  const byId = new Map(steps.map((step) => [step.id, step]))
  return { doc, steps, at: (id) => byId.get(id), trigger: texts.trigger, names }
}

/** Whether a way that never leads back goes from one step to the other. */
export function reaches(drawing: Drawing, from: StepId, to: StepId): boolean {
  const seen = new Set<StepId>()
  const next = [from]
  for (const id of next) {
    if (id === to) return true
    if (seen.has(id)) continue
    seen.add(id)
    for (const out of drawing.at(id)?.outs ?? []) if (!out.back) next.push(...out.to)
  }
  return false
}
