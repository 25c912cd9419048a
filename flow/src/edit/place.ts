import type { FlowDoc, Step } from '../document.ts'
import type { StepId } from '../plan.ts'
import { allTargets, atOnce, reachable, stepAt, targetsOf, tidy, unique, withMarks, withTargets } from './targets.ts'

export function setStep(doc: FlowDoc, step: Step): FlowDoc {
  return { ...doc, steps: { ...doc.steps, [step.id]: tidy(step) } }
}

/** A step at the end of a way takes over what the way ends as. */
export function endingAs(made: Step, source: Step, outcome: string): Step {
  if (made.next.length > 0) return made
  const routes = { failed: 'on_failure', rejected: 'on_reject', changes: 'on_changes' }
  const key = Object.entries(routes).find(([name]) => name === outcome)?.[1]
  const route: unknown = key === undefined ? undefined : Reflect.get(source, key)
  if (typeof route === 'object' && route !== null && 'end' in route && typeof route.end === 'string')
    return { ...made, end_outcome: route.end }
  return key === undefined && source.end_outcome !== undefined ? { ...made, end_outcome: source.end_outcome } : made
}

/** The text of the document keeps what belongs together side by side. */
export function putAfter(doc: FlowDoc, id: StepId, made: Step): FlowDoc {
  const steps = Object.entries(doc.steps).flatMap(([key, step]): [StepId, Step][] =>
    key === id
      ? [
          [key, step],
          [made.id, made],
        ]
      : [[key, step]],
  )
  return { ...doc, steps: Object.fromEntries(steps) }
}

/** A target that leads here already is marked to lead back. One more beside another is open at once with it. */
export function setTargets(old: FlowDoc, id: StepId, outcome: string, targets: StepId[]): FlowDoc {
  const before = stepAt(old, id)
  if (!before) return old
  const more = targets.length > Math.max(1, targetsOf(before, outcome)?.length ?? 0)
  const doc = more ? atOnce(old) : old
  const step = stepAt(doc, id) ?? before
  const known = allTargets(step)
  const changed = withTargets(step, outcome, unique(targets))
  const without = setStep(doc, changed)
  const upwards = targets.filter(
    (to) => !known.includes(to) && (to === id || reachable(cut(without, id), [to], false).has(id)),
  )
  return setStep(doc, withMarks(changed, [...(changed.back ?? []), ...upwards]))
}

/** Without the lines that leave a step, so that they do not lead back to it themselves. */
function cut(doc: FlowDoc, id: StepId): FlowDoc {
  const step = stepAt(doc, id)
  return step ? { ...doc, steps: { ...doc.steps, [id]: { ...withMarks(step, []), back: allTargets(step) } } } : doc
}
