import { BUILTIN_TOOLS } from '@throughline/contracts/tools'
import type { WorkflowRefs } from '@throughline/contracts/workflows'
import type { FlowDoc, Step } from '@throughline/flow/document'
import { retargeted, tidy, withMarks } from '@throughline/flow/edit'
import type { StepId } from '@throughline/flow/plan'
import { drawingOf, namesOf } from '../model/drawing.ts'
import { changeType, insertStep, moveStep, removeStep, type StepType, setStep, spotAfter } from '../model/edits.ts'

/** What the list offers: a tool step is an automation until it is an integration of a certain kind. */
export type FormKind = Exclude<StepType, 'tool'> | 'automated' | 'integration'

export const kindOf = (step: Step): FormKind =>
  step.type !== 'tool' ? step.type : step.tool_id === null ? 'automated' : 'integration'

/** A document that is being made names nothing but teams. */
export const drawn = (doc: FlowDoc, teams: WorkflowRefs['teams'] = []) =>
  drawingOf(doc, namesOf({ people: [], teams, workflows: [] }))

/** Ids given here are sequence numbers; ids that a person wrote are kept. */
const isNumbered = (doc: FlowDoc) => Object.keys(doc.steps).every((id) => /^(new-)?\d+$/.test(id))

/** Every step numbered by its place, and every mention of it with it. */
function renumbered(doc: FlowDoc): FlowDoc {
  if (!isNumbered(doc)) return doc
  const order = drawn(doc).steps.map(({ id }) => id)
  const places = new Map([...new Set([...order, ...Object.keys(doc.steps)])].map((id, n) => [id, String(n + 1)]))
  const renamed = (id: StepId) => places.get(id) ?? id
  const around = retargeted(doc, (targets) => targets.map(renamed))
  const steps = Object.values(around.steps).map((step): [StepId, Step] => {
    const marked = withMarks(step, (step.back ?? []).map(renamed))
    return [renamed(step.id), { ...tidy(marked), id: renamed(step.id) }]
  })
  return { ...around, start_step: renamed(doc.start_step), steps: Object.fromEntries(steps) }
}

/** At the end of the list, without a name yet. */
export function withStepAdded(doc: FlowDoc): FlowDoc {
  const last = drawn(doc).steps.at(-1)
  const edited = insertStep(doc, last ? spotAfter(doc, last.id) : { kind: 'start' }, 'manual', Date.now())
  const made = edited.doc.steps[edited.focus ?? '']
  if (!made) return edited.doc
  const { description: _, ...step } = made
  return renumbered(setStep(edited.doc, { ...step, name: '' }))
}

export const withoutStep = (doc: FlowDoc, id: StepId) => renumbered(removeStep(doc, id).doc)

export function withStepMoved(doc: FlowDoc, id: StepId, by: -1 | 1): FlowDoc | undefined {
  const moved = moveStep(doc, id, by)
  return moved && renumbered(moved.doc)
}

export const withTool = (step: Step, toolId: string): Step => {
  const tool = BUILTIN_TOOLS.find(({ id }) => id === toolId)
  return step.type === 'tool' && tool ? { ...step, tool_id: tool.id, tool_name: tool.name } : step
}

export function withKind(doc: FlowDoc, step: Step, kind: FormKind): FlowDoc {
  if (kind !== 'automated' && kind !== 'integration') return changeType(doc, step.id, kind)
  const retyped = changeType(doc, step.id, 'tool')
  const made = retyped.steps[step.id]
  if (made?.type !== 'tool') return retyped
  if (kind === 'integration') return setStep(retyped, withTool(made, BUILTIN_TOOLS[0]?.id ?? ''))
  const { tool_name: _, input: __, output: ___, ...plain } = made
  return setStep(retyped, { ...plain, tool_id: null })
}
