import type { FlowDoc } from '../../document.ts'
import type { Analysis } from '../analysis.ts'
import { inStep, type Problem, put } from '../problem.ts'

const mostSteps = 500
const mostTargets = 50
const mostFields = 100
const mostApprovers = 20
/** Of a plan and its expressions, as text. */
export const largestPlan = 256 * 1024

export function tooBig(path: string, text: string, step?: string): Problem {
  return { n: 34, code: 'too_big', level: 'E', ...(step !== undefined && { step }), path, text, repairs: [] }
}

/** Rule 34, of the whole: more than this is not looked at any further, which would take long. */
export function stepProblems({ steps }: FlowDoc): Problem[] {
  if (Object.keys(steps).length <= mostSteps) return []
  return [tooBig('/steps', `A workflow can have up to ${mostSteps} steps. Move some into a subworkflow.`)]
}

/** Rule 34: sizes within which everything stays quick. */
export function limitProblems({ doc, lists }: Analysis): Problem[] {
  const steps = Object.values(doc.steps)
  const problems: Problem[] = []
  if ((doc.start_fields?.length ?? 0) > mostFields)
    problems.push(tooBig('/start_fields', `A form can have up to ${mostFields} fields.`))
  for (const step of steps) {
    for (const { path, targets } of lists.get(step.id) ?? [])
      if (targets.length > mostTargets)
        problems.push({
          ...tooBig(
            path,
            `A step can lead to up to ${mostTargets} others at once. Move some into a subworkflow.`,
            step.id,
          ),
          repairs: [{ label: `Keep the first ${mostTargets}`, patch: [put(path, targets.slice(0, mostTargets))] }],
        })
    if (step.type === 'manual' && step.fields.length > mostFields)
      problems.push(tooBig(inStep(step.id, 'fields'), `A form can have up to ${mostFields} fields.`, step.id))
    if (step.type === 'approval' && step.approvers.length > mostApprovers)
      problems.push(
        tooBig(
          inStep(step.id, 'approvers'),
          `An approval can have up to ${mostApprovers} approvers. Use a team or a role.`,
          step.id,
        ),
      )
  }
  return problems
}

/** Rule 35: lists that a step can be run over. */
export function eachProblems({ doc }: Analysis): Problem[] {
  return Object.values(doc.steps).flatMap((step): Problem[] => {
    const { each, id, type } = step
    if (!each) return []
    const bad = (path: string, text: string, label: string, patch: Problem['repairs'][number]['patch']): Problem => ({
      n: 35,
      code: 'each_bad',
      level: 'E',
      step: id,
      path,
      text,
      repairs: [{ label, patch }],
    })
    const once = [{ op: 'remove' as const, path: inStep(id, 'each') }]
    if (type === 'condition' || type === 'wait')
      return [bad(inStep(id, 'each'), 'Conditions and waits run only once.', 'Run it once', once)]
    const problems: Problem[] = []
    if (typeof each.until === 'number' && (!Number.isInteger(each.until) || each.until < 1))
      problems.push(
        bad(inStep(id, 'each', 'until'), 'At least one must be done.', 'All of them', [
          put(inStep(id, 'each', 'until'), 'all'),
        ]),
      )
    const finishing = step.escalation?.findIndex(({ act }) => act === 'finish') ?? -1
    if (finishing >= 0)
      problems.push(
        bad(
          inStep(id, 'escalation', finishing),
          'A step that runs for each item can’t be finished by a timer.',
          'Remove',
          [{ op: 'remove', path: inStep(id, 'escalation', finishing) }],
        ),
      )
    return problems
  })
}
