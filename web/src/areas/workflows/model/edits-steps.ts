import type { ApprovalStep, Assignee, FlowDoc, ManualStep, Step } from '@throughline/flow/document'
import { stepAt, tidy } from '@throughline/flow/edit'
import type { StepId } from '@throughline/flow/plan'

export type StepType = Step['type']

type Common = Pick<
  Step,
  | 'id'
  | 'name'
  | 'description'
  | 'instructions'
  | 'next'
  | 'back'
  | 'priority'
  | 'due'
  | 'escalation'
  | 'each'
  | 'end_outcome'
>

/** A step of this type that leads where `next` says, whatever way it is left. */
function plainStep(type: StepType, common: Common): Step {
  switch (type) {
    case 'manual':
      return { ...common, type, fields: [] }
    case 'tool':
      return { ...common, type, tool_id: null }
    case 'approval':
      return { ...common, type, approvers: [], rule: 'first', order: 'at_once' }
    case 'condition':
      return { ...common, type, branches: [{ when: '', next: common.next }], else: common.next }
    case 'wait':
      return { ...common, type, for: '1d' }
    case 'subworkflow':
      break
  }
  return { ...common, type, workflow_id: '' }
}

/** The person who starts the instance gets a new manual step until somebody else is named. */
export function newStep(type: StepType, id: StepId, next: StepId[]): Step {
  const step = plainStep(type, { id, name: 'New Step', next })
  return tidy(step.type === 'manual' ? { ...step, assignee: { starter: true } } : step)
}

export function newId(doc: FlowDoc, now: number): StepId {
  let at = now
  while (stepAt(doc, `new-${at}`)) at++
  return `new-${at}`
}

const commonKeys = [
  'description',
  'instructions',
  'back',
  'priority',
  'due',
  'escalation',
  'each',
  'end_outcome',
] as const

function commonOf(step: Step, type: StepType): Common {
  const { id, name, next } = step
  const common: Common = { id, name, next }
  for (const key of commonKeys) if (step[key] !== undefined) Object.assign(common, { [key]: step[key] })
  if (type === 'condition' || type === 'wait') delete common.each
  const escalation = common.escalation?.filter(({ act }) => act !== 'finish' || type === 'approval')
  if (escalation && escalation.length > 0) common.escalation = escalation
  else delete common.escalation
  return common
}

/** Who works on a manual step decides in an approval, and the other way round. */
function people(step: Step): { assignee?: Assignee; approvers?: Assignee[] } {
  if (step.type === 'manual' && step.assignee) return { approvers: [step.assignee] }
  const first = step.type === 'approval' ? step.approvers[0] : undefined
  return first ? { assignee: first } : {}
}

function carried(from: Step, to: Step): Step {
  const { assignee, approvers } = people(from)
  if (to.type === 'manual') return { ...to, ...(assignee && { assignee }) } satisfies ManualStep
  if (to.type === 'approval') {
    const on_reject = from.type === 'subworkflow' ? from.on_reject : undefined
    return { ...to, ...(approvers && { approvers }), ...(on_reject && { on_reject }) } satisfies ApprovalStep
  }
  const on_failure = from.type === 'tool' || from.type === 'subworkflow' ? from.on_failure : undefined
  if (to.type === 'tool') return { ...to, ...(on_failure && { on_failure }) }
  if (to.type !== 'subworkflow') return to
  const on_reject = from.type === 'approval' ? from.on_reject : undefined
  return { ...to, ...(on_failure && { on_failure }), ...(on_reject && { on_reject }) }
}

/** The step as another type: name, texts, times and where it leads stay; what only the old type has goes. */
export function retypedStep(step: Step, type: StepType): Step {
  if (step.type === type) return step
  const made = carried(step, plainStep(type, commonOf(step, type)))
  const split = made.type === 'condition' ? { ...made, ...branched(made.next) } : made
  return tidy(split)
}

const branched = ([first, ...others]: StepId[]) => ({
  branches: [{ when: '', next: first === undefined ? [] : [first] }],
  else: others.length > 0 ? others : first === undefined ? [] : [first],
})
