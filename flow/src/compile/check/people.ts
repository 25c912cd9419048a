import type { ApprovalStep, FlowDoc, Step } from '../../document.ts'
import type { StepId } from '../../plan.ts'
import type { Analysis } from '../analysis.ts'
import { graphOf } from '../graph.ts'
import { add, inStep, type Problem, put } from '../problem.ts'
import { namedIn } from './unknown-assignees.ts'

/** Rules 26 to 28: somebody is asked, and can decide. */
export function peopleProblems({ doc, known }: Analysis): Problem[] {
  const each = Object.values(doc.steps).flatMap((step) => {
    if (step.type === 'approval') return [...approverProblems(step), ...selfOnly(step), ...oneMayDecide(step)]
    return step.type === 'manual' ? unassigned(step) : []
  })
  return known.startsAlone ? [...each, ...starterSteps(doc).map(withoutStarter)] : each
}

const withoutStarter = (id: StepId): Problem => ({
  n: 26,
  code: 'starter_missing',
  level: 'W',
  step: id,
  path: inStep(id, 'assignee'),
  text: 'Responses to a form start this workflow, but no one takes the place of the starter. Choose someone in the form’s triggers.',
  repairs: [],
})

function unassigned(step: Step & { type: 'manual' }): Problem[] {
  if (step.assignee) return []
  const path = inStep(step.id, 'assignee')
  return [
    {
      n: 26,
      code: 'assignee_missing',
      level: 'W',
      step: step.id,
      path,
      text: 'No one is assigned, so this goes to the person who starts the instance.',
      repairs: [{ label: 'Assign it to the starter', patch: [add(path, { starter: true })] }],
    },
  ]
}

/** How many will be asked, if that can be known now. */
function knownSlots({ approvers }: ApprovalStep): number | undefined {
  return approvers.every((one) => !('expr' in one || 'each' in one)) ? approvers.length : undefined
}

function approverProblems(step: ApprovalStep): Problem[] {
  const { id, approvers, rule } = step
  const missing = { n: 27, code: 'approvers_missing', level: 'E', step: id } as const
  if (approvers.length === 0)
    return [
      {
        ...missing,
        path: inStep(id, 'approvers'),
        text: 'This approval has no approvers.',
        repairs: [{ label: 'Ask the owners', patch: [add(inStep(id, 'approvers', '-'), { role: 'Owner' })] }],
      },
    ]
  if (typeof rule === 'string') return []
  const most = knownSlots(step)
  if (Number.isInteger(rule) && rule >= 1 && (most === undefined || rule <= most)) return []
  const fitting = Math.min(Math.max(1, Math.round(rule)), most ?? Number.POSITIVE_INFINITY)
  return [
    {
      ...missing,
      path: inStep(id, 'rule'),
      text:
        most !== undefined && rule > most
          ? `${rule} must approve, but there are only ${most} approvers.`
          : 'At least one must approve.',
      repairs: [{ label: `Ask for ${fitting}`, patch: [put(inStep(id, 'rule'), fitting)] }],
    },
  ]
}

function selfOnly({ id, approvers, allow_self }: ApprovalStep): Problem[] {
  if (allow_self || approvers.length === 0 || !approvers.every((one) => 'starter' in one)) return []
  return [
    {
      n: 28,
      code: 'self_only',
      level: 'W',
      step: id,
      path: inStep(id, 'approvers'),
      text: 'The starter is the only approver, and people can’t approve their own work.',
      repairs: [{ label: 'Allow it', patch: [add(inStep(id, 'allow_self'), true)] }],
    },
  ]
}

/** All of two are asked, and one of the two loses the vote by starting the instance or doing the work. */
function oneMayDecide(step: ApprovalStep): Problem[] {
  const { id, approvers, rule, allow_self } = step
  const mayDrop = approvers.some((one) => 'person' in one || 'starter' in one)
  if (allow_self || rule !== 'all' || knownSlots(step) !== 2 || !mayDrop) return []
  if (approvers.every((one) => 'starter' in one)) return []
  return [
    {
      n: 28,
      code: 'one_may_decide',
      level: 'W',
      step: id,
      path: inStep(id, 'approvers'),
      text: 'People can’t approve their own work. If one of the two starts this or does the work, the other decides alone.',
      repairs: [{ label: 'Let them approve their own work', patch: [add(inStep(id, 'allow_self'), true)] }],
    },
  ]
}

/**
 * The steps that can be reached and are given to the starter: by name, because nobody is named, or when they are late.
 * A start without a person needs somebody who stands in for the starter there.
 */
export function starterSteps(doc: FlowDoc): StepId[] {
  const graph = graphOf(doc)
  const isForStarter = (step: Step) =>
    (step.type === 'manual' && !step.assignee) || namedIn(step).some(({ who }) => 'starter' in who)
  const reached = new Set(graph?.met)
  return (graph?.steps ?? []).flatMap((step, at) => (reached.has(at) && isForStarter(step) ? step.id : []))
}

export const needsStarter = (doc: FlowDoc): boolean => starterSteps(doc).length > 0
