import type { FlowDoc, Step } from '../document.ts'
import type { StepId } from '../plan.ts'
import type { Outcome } from './outcomes.ts'
import type { Problem } from './problem.ts'

// `__proto__` fits the pattern but cannot be a key of the state's records.
const allowedId = /^(?!__proto__$)[A-Za-z0-9_-]{1,64}$/

function stepProblems(step: Step): Problem[] {
  if (step.type === 'condition' && (step.branches.length === 0 || step.branches.some(({ when }) => when.trim() === '')))
    return [{ n: 13, code: 'condition_empty', step: step.id }]
  if (step.type === 'approval') {
    const askable = typeof step.rule === 'string' || (Number.isInteger(step.rule) && step.rule >= 1)
    if (step.approvers.length === 0 || !askable) return [{ n: 27, code: 'approvers_missing', step: step.id }]
  }
  return []
}

/** What must hold before a document can be read as a graph. */
export function checkShape(doc: FlowDoc, outcomes: ReadonlyMap<StepId, Outcome[]>): Problem[] {
  const known = (id: StepId) => Object.hasOwn(doc.steps, id)
  const problems: Problem[] = known(doc.start_step) ? [] : [{ n: 2, code: 'start_missing' }]
  for (const [key, step] of Object.entries(doc.steps)) {
    if (!allowedId.test(key) || key !== step.id) problems.push({ n: 3, code: 'bad_id', step: key })
    const targets = [...(outcomes.get(key) ?? []).flatMap((outcome) => outcome.targets), ...(step.back ?? [])]
    if (!targets.every(known)) problems.push({ n: 4, code: 'next_unknown', step: key })
    problems.push(...stepProblems(step))
  }
  return problems
}
