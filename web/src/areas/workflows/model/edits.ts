import { type Link, linksOf } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import {
  allTargets,
  atOnce,
  type Edited,
  endingAs,
  mainOutcome,
  mapSteps,
  putAfter,
  reachable,
  retargeted,
  setStep,
  stepAt,
  targetsOf,
  tidy,
  withMarks,
  withTargets,
} from '@throughline/flow/edit'
import type { StepId } from '@throughline/flow/plan'
import { newId, newStep, retypedStep, type StepType } from './edits-steps.ts'

/** Changes places with the step before or after it, where one leads to the other and to nothing else. */
export function moveStep(doc: FlowDoc, id: StepId, by: -1 | 1): Edited | undefined {
  const links = linksOf(doc)
  const ahead = links.filter(({ back }) => !back)
  const before = by === 1 ? id : only(ahead.filter(({ to }) => to === id).map(({ from }) => from))
  const first = before === undefined ? undefined : stepAt(doc, before)
  const second = first?.next.length === 1 ? stepAt(doc, first.next[0] ?? '') : undefined
  if (!first || !second || first.id === second.id || (by === -1 && second.id !== id)) return undefined
  if (first.type === 'condition' || second.type === 'condition') return undefined
  // A step that leads on to itself has no place after it for the other one.
  if (second.next.includes(second.id)) return undefined
  if (ahead.some(({ from, to }) => to === second.id && from !== first.id)) return undefined
  if (links.some(({ from, to, back }) => from === first.id && to === second.id && back)) return undefined
  return { doc: swapped(doc, first, second, links), focus: id }
}

const only = (ids: StepId[]): StepId | undefined => (new Set(ids).size === 1 ? ids[0] : undefined)

/** Ways back, and those of a step to itself, keep naming the step they named. */
function swapped(doc: FlowDoc, first: Step, second: Step, links: Link[]): FlowDoc {
  const returns = new Set(links.flatMap(({ from, to, back }) => (back ? [`${from}>${to}`] : [])))
  const pair = [first.id, second.id]
  const around = retargeted(doc, (targets, { id }) =>
    targets.map((to) => (to === first.id && !pair.includes(id) && !returns.has(`${id}>${to}`) ? second.id : to)),
  )
  const marks = (step: Step, next: StepId[]) => (step.back ?? []).filter((to) => next.includes(to))
  const others = (step: Step, next: StepId[]) => (step.back ?? []).filter((to) => !next.includes(to))
  const placed = (step: Step): Step => {
    if (step.id === second.id)
      return tidy(withMarks({ ...step, next: [first.id] }, others(second, [...second.next, first.id])))
    if (step.id !== first.id) return tidy(step)
    const next = second.next.map((to) => (to === first.id ? second.id : to))
    const taken = marks(second, second.next).map((to) => (to === first.id ? second.id : to))
    return tidy(withMarks({ ...step, next }, [...(first.back ?? []), ...taken]))
  }
  return { ...mapSteps(around, placed), start_step: doc.start_step === first.id ? second.id : doc.start_step }
}

export { removeStep, setStep, setTargets } from '@throughline/flow/edit'
export type { StepType } from './edits-steps.ts'

/** Before the first step, on the line from one step to another, or (`to` null) between a step and all that follows. */
export type Spot = { kind: 'start' } | { kind: 'out'; from: StepId; outcome: string; to: StepId | null }

/** Where a step goes that is added after another. */
export function spotAfter(doc: FlowDoc, id: StepId): Spot {
  const step = stepAt(doc, id)
  return step ? { kind: 'out', from: id, outcome: mainOutcome(step), to: null } : { kind: 'start' }
}

export function insertStep(doc: FlowDoc, spot: Spot, type: StepType, now: number): Edited {
  const id = newId(doc, now)
  const source = spot.kind === 'out' ? stepAt(doc, spot.from) : undefined
  if (spot.kind === 'start' || !source) {
    const next = stepAt(doc, doc.start_step) ? [doc.start_step] : []
    return { doc: { ...doc, start_step: id, steps: { [id]: newStep(type, id, next), ...doc.steps } }, focus: id }
  }
  const written = targetsOf(source, spot.outcome) ?? []
  const moved = spot.to === null ? written : [spot.to]
  const left = spot.to === null || !written.includes(spot.to) ? [id] : written.map((to) => (to === spot.to ? id : to))
  const before = withTargets(source, spot.outcome, left)
  const marks = moved.filter((to) => source.back?.includes(to))
  const made = endingAs(withMarks(newStep(type, id, moved), marks), source, spot.outcome)
  return { doc: putAfter(setStep(doc, before), source.id, made), focus: id }
}

/** One more branch of a condition, or one more step at once; the new step leads to where the others come together. */
export function addBranch(doc: FlowDoc, id: StepId, now: number): Edited {
  const step = stepAt(doc, id)
  if (!step) return { doc }
  const fresh = newId(doc, now)
  const made = newStep('manual', fresh, joinOf(doc, step))
  if (step.type === 'condition') {
    const grown = tidy({ ...step, branches: [...step.branches, { when: '', next: [fresh] }] })
    return { doc: putAfter(setStep(doc, grown), id, made), focus: fresh }
  }
  const base = step.next.length > 0 ? atOnce(doc) : doc
  const source = stepAt(base, id) ?? step
  return { doc: putAfter(setStep(base, { ...source, next: [...source.next, fresh] }), id, made), focus: fresh }
}

/** The nearest step that all ways from here reach; with one way only, what follows its first step. */
function joinOf(doc: FlowDoc, step: Step): StepId[] {
  const ahead = allTargets(step).filter((to) => !reachable(doc, [to], false).has(step.id))
  const [first, ...others] = ahead
  if (first === undefined) return []
  const following = others.length === 0 ? (stepAt(doc, first)?.next ?? []) : [first]
  const met = [...reachable(doc, following, false)].filter(
    (id) => id !== step.id && others.every((other) => reachable(doc, [other], false).has(id)),
  )
  const nearest = met.find((id) => met.every((other) => reachable(doc, [id], false).has(other)))
  return nearest === undefined || reachable(doc, [nearest], false).has(step.id) ? [] : [nearest]
}

export function changeType(doc: FlowDoc, id: StepId, type: StepType): FlowDoc {
  const step = stepAt(doc, id)
  return step ? setStep(doc, retypedStep(step, type)) : doc
}
