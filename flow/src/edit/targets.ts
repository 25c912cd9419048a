import { outcomesOf } from '../compile/outcomes.ts'
import { targetLists } from '../compile/references.ts'
import type { FlowDoc, Route, Step } from '../document.ts'
import type { StepId } from '../plan.ts'

export const stepAt = (doc: FlowDoc, id: StepId): Step | undefined =>
  Object.hasOwn(doc.steps, id) ? doc.steps[id] : undefined

export const unique = (ids: readonly StepId[]): StepId[] => [...new Set(ids)]

/** The way out that a step takes when all goes well, first branch first. */
export function mainOutcome(step: Step): string {
  if (step.type === 'condition') return step.branches.length > 0 ? 'b0' : 'else'
  return step.type === 'approval' ? 'approved' : 'done'
}

/** What is written for an outcome; undefined where nothing is. */
export function targetsOf(step: Step, outcome: string): StepId[] | undefined {
  return targetLists(step).find((list) => list.outcome === outcome)?.targets
}

export function allTargets(step: Step): StepId[] {
  return unique(targetLists(step).flatMap(({ outcome, targets }) => (outcome === undefined ? [] : targets)))
}

const routed = (route: Route | undefined, next: StepId[]): Route =>
  route && 'next' in route ? { ...route, next } : { next }

/** The step with other targets for one outcome. Its marks stay as they are, save those on lines that are gone. */
export function withTargets(step: Step, outcome: string, next: StepId[]): Step {
  return tidy(replaced(step, outcome, next))
}

function replaced(step: Step, outcome: string, next: StepId[]): Step {
  if (step.type === 'condition') {
    if (outcome === 'else') return { ...step, else: next }
    const branches = step.branches.map((branch, n) => (`b${n}` === outcome ? { ...branch, next } : branch))
    return { ...step, branches }
  }
  if (outcome === mainOutcome(step)) return { ...step, next }
  if (outcome === 'failed' && (step.type === 'tool' || step.type === 'subworkflow'))
    return { ...step, on_failure: routed(step.on_failure, next) }
  if (outcome === 'rejected' && (step.type === 'approval' || step.type === 'subworkflow'))
    return { ...step, on_reject: routed(step.on_reject, next) }
  if (outcome === 'changes' && step.type === 'approval') return { ...step, on_changes: routed(step.on_changes, next) }
  return step
}

/** A condition repeats all its targets in `next`; a mark without a line is taken off. */
export function tidy(step: Step): Step {
  const whole =
    step.type === 'condition'
      ? { ...step, next: unique([...step.branches.flatMap(({ next }) => next), ...(step.else ?? [])]) }
      : step
  const targets = allTargets(whole)
  return withMarks(
    whole,
    (whole.back ?? []).filter((id) => targets.includes(id)),
  )
}

export function withMarks(step: Step, marks: readonly StepId[]): Step {
  const { back: _, ...rest } = step
  return marks.length > 0 ? { ...rest, back: unique(marks) } : rest
}

/** Every list of every step passed through `change`, and the marks with it. */
export function retargeted(doc: FlowDoc, change: (targets: StepId[], step: Step) => StepId[]): FlowDoc {
  const steps = Object.entries(doc.steps).map(([id, step]): [StepId, Step] => {
    const changed = targetLists(step).reduce(
      (made, { outcome, targets }) => (outcome === undefined ? made : replaced(made, outcome, change(targets, step))),
      step,
    )
    return [id, changed]
  })
  return { ...doc, steps: Object.fromEntries(steps) }
}

/** All targets at once from here on; what was written but never followed is left out, so that nothing else changes. */
export function atOnce(doc: FlowDoc): FlowDoc {
  if (doc.type === 'parallel') return doc
  const trimmed = retargeted(doc, (targets) => targets.slice(0, 1))
  return { ...mapSteps(trimmed, tidy), type: 'parallel' }
}

export function mapSteps(doc: FlowDoc, change: (step: Step) => Step): FlowDoc {
  return { ...doc, steps: Object.fromEntries(Object.entries(doc.steps).map(([id, step]) => [id, change(step)])) }
}

/** Steps that can be reached from these, themselves included. `marked`: also over lines that are marked to lead back. */
export function reachable(doc: FlowDoc, from: readonly StepId[], marked: boolean): Set<StepId> {
  const met = new Set(from.filter((id) => stepAt(doc, id)))
  for (const id of met) {
    const step = stepAt(doc, id)
    if (!step) continue
    for (const { targets } of outcomesOf(doc, step))
      for (const target of targets) if (stepAt(doc, target) && (marked || !step.back?.includes(target))) met.add(target)
  }
  return met
}
