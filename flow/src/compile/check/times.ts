import type { Due, Step } from '../../document.ts'
import { parseDuration } from '../../eval/durations.ts'
import type { Analysis } from '../analysis.ts'
import { add, inStep, type Patch, type Problem, put, remove } from '../problem.ts'

const readable = 'Enter a number followed by s, m, h, d, w, or bd for business days, such as 3d.'
const mostEscalations = 5

function bad(
  code: 'wait_bad' | 'due_bad',
  path: string,
  text: string,
  label: string,
  patch: Patch,
  step?: string,
): Problem {
  return {
    n: 31,
    code,
    level: 'E',
    ...(step !== undefined && { step }),
    path,
    text,
    repairs: [{ label, patch: [patch] }],
  }
}

function dueProblems(due: Due | undefined, path: string, step?: string): Problem[] {
  if (!due || !('in' in due) || parseDuration(due.in)) return []
  return [bad('due_bad', `${path}/in`, readable, 'Make it a day', put(`${path}/in`, '1d'), step)]
}

function waitProblems(step: Step): Problem[] {
  if (step.type !== 'wait') return []
  const { id } = step
  if (step.for !== undefined && step.until !== undefined)
    return [
      bad(
        'wait_bad',
        inStep(id),
        'This waits for a duration and until a date. Keep one.',
        'Keep the duration',
        remove(inStep(id, 'until')),
        id,
      ),
    ]
  if (step.for === undefined && step.until === undefined)
    return [
      bad(
        'wait_bad',
        inStep(id),
        'Set how long to wait, or until when.',
        'Wait a day',
        add(inStep(id, 'for'), '1d'),
        id,
      ),
    ]
  if (step.for === undefined || parseDuration(step.for)) return []
  return [bad('wait_bad', inStep(id, 'for'), readable, 'Wait a day', put(inStep(id, 'for'), '1d'), id)]
}

function escalationProblems(step: Step): Problem[] {
  const { id, escalation = [], due } = step
  const several = escalation.slice(mostEscalations).map((_, n) => {
    const path = inStep(id, 'escalation', mostEscalations + n)
    return bad('due_bad', path, `A step can have up to ${mostEscalations} escalations.`, 'Remove', remove(path), id)
  })
  const wrong = escalation.flatMap(({ from, after, act, to, outcome }, n): Problem[] => {
    const path = inStep(id, 'escalation', n)
    const problem = (text: string) => [bad('due_bad', path, text, 'Remove', remove(path), id)]
    const before = after.startsWith('-')
    if (!parseDuration(before ? after.slice(1) : after)) return problem(readable)
    if (before && from !== 'due') return problem('A time before the due date needs a due date.')
    if (from === 'due' && !due) return problem('This counts from the due date, but the step doesn’t have one.')
    if (act === 'reassign' && !to) return problem('Choose who gets it.')
    if (act === 'finish' && (step.type !== 'approval' || outcome === undefined))
      return problem('Only an approval can be finished by a timer, as approved or rejected.')
    return []
  })
  return [...several, ...wrong]
}

function callProblems(step: Step): Problem[] {
  if (step.type !== 'tool') return []
  const { id, timeout, retry } = step
  const problems: Problem[] = []
  if (timeout !== undefined && !parseDuration(timeout))
    problems.push(bad('due_bad', inStep(id, 'timeout'), readable, 'Remove', remove(inStep(id, 'timeout')), id))
  if (!retry) return problems
  const whole = Number.isInteger(retry.attempts) && retry.attempts >= 1 && retry.attempts <= 10
  if (!whole || !(retry.factor >= 1) || !parseDuration(retry.first) || !parseDuration(retry.max))
    problems.push(
      bad(
        'due_bad',
        inStep(id, 'retry'),
        'Use 1 to 10 attempts, with pauses such as 10s or 1h.',
        'Use the default',
        remove(inStep(id, 'retry')),
        id,
      ),
    )
  return problems
}

/** Rule 31: times that can be read. */
export function timeProblems({ doc }: Analysis): Problem[] {
  return [
    ...dueProblems(doc.due, '/due'),
    ...Object.values(doc.steps).flatMap((step) => [
      ...dueProblems(step.due, inStep(step.id, 'due'), step.id),
      ...waitProblems(step),
      ...escalationProblems(step),
      ...callProblems(step),
    ]),
  ]
}
