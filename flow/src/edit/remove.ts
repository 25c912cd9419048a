import { linksOf } from '../compile/links.ts'
import { outcomesOf } from '../compile/outcomes.ts'
import type { FlowDoc, Step } from '../document.ts'
import type { StepId } from '../plan.ts'
import {
  allTargets,
  atOnce,
  mainOutcome,
  mapSteps,
  reachable,
  retargeted,
  stepAt,
  targetsOf,
  tidy,
  unique,
  withMarks,
  withTargets,
} from './targets.ts'

/** `focus` is the step to look at afterwards. */
export interface Edited {
  doc: FlowDoc
  focus?: StepId
}

/** What led to the step leads on to where it led. No other step is lost by it. The last step stays. */
export function removeStep(doc: FlowDoc, id: StepId): Edited {
  const step = stepAt(doc, id)
  if (!step || Object.keys(doc.steps).length < 2) return { doc }
  const onward = onwardFrom(doc, step)
  const simple = bypassed(doc, step, onward)
  const lost = lostBy(doc, simple, id)
  const kept = lost.size === 0 ? simple : keepingAll(doc, step, onward)
  const focus = onward[0] ?? sourceOf(doc, id)
  return { doc: kept, ...(focus !== undefined && focus !== id && { focus }) }
}

const sourceOf = (doc: FlowDoc, id: StepId): StepId | undefined =>
  linksOf(doc).find(({ from, to, back }) => to === id && !back && from !== id)?.from

/** Where the step leads when all goes well and it does not lead back; where it only leads back, there. */
function onwardFrom(doc: FlowDoc, step: Step): StepId[] {
  const returns = new Set(linksOf(doc).flatMap(({ from, to, back }) => (from === step.id && back ? [to] : [])))
  const ways = outcomesOf(doc, step)
    .filter(({ normal }) => normal)
    .map(({ targets }) => targets.filter((to) => to !== step.id && stepAt(doc, to)))
    .filter((targets) => targets.length > 0)
  const exceptions = allTargets(step).filter((to) => to !== step.id && stepAt(doc, to))
  return (
    ways.find((targets) => !targets.some((to) => returns.has(to))) ??
    ways[0] ??
    (doc.start_step === step.id ? exceptions.slice(0, 1) : [])
  )
}

function lostBy(before: FlowDoc, after: FlowDoc, id: StepId): Set<StepId> {
  const still = reachable(after, [after.start_step], true)
  const met = reachable(before, [before.start_step], true)
  return new Set([...met].filter((one) => one !== id && !still.has(one)))
}

/** All ways that would be lost are gone at once instead of one of them. */
function keepingAll(doc: FlowDoc, step: Step, onward: StepId[]): FlowDoc {
  const base = atOnce(doc)
  const targets = [...onward]
  let made = bypassed(base, step, targets)
  for (const target of allTargets(step)) {
    if (target === step.id || !lostBy(doc, made, step.id).has(target)) continue
    targets.push(target)
    made = bypassed(base, step, targets)
  }
  return made
}

function bypassed(doc: FlowDoc, step: Step, onward: StepId[]): FlowDoc {
  const { id } = step
  const around = retargeted(doc, (targets, { id: source }) =>
    targets.includes(id)
      ? unique(targets.flatMap((to) => (to === id ? onward.filter((one) => one !== source) : [to])))
      : targets,
  )
  const { [id]: _, ...steps } = around.steps
  const rest = { ...around, steps }
  const start = doc.start_step === id ? (onward[0] ?? Object.keys(steps)[0] ?? '') : doc.start_step
  const started = doc.start_step === id ? withHeir({ ...rest, start_step: start }, onward.slice(1)) : rest
  return mapSteps(started, (one) => {
    const before = stepAt(doc, one.id)
    return before && allTargets(before).includes(id) ? carryMarks(started, one, before, step) : tidy(one)
  })
}

/** A start can be one step only: what else the old one started follows it. */
function withHeir(doc: FlowDoc, others: StepId[]): FlowDoc {
  const heir = stepAt(doc, doc.start_step)
  const left = others.filter((id) => id !== doc.start_step)
  if (!heir || left.length === 0) return doc
  const outcome = mainOutcome(heir)
  const grown = withTargets(heir, outcome, unique([...(targetsOf(heir, outcome) ?? []), ...left]))
  return { ...doc, steps: { ...doc.steps, [heir.id]: grown } }
}

/** A mark of the line that is gone goes over to the one that takes its place, if that still leads back. */
function carryMarks(doc: FlowDoc, made: Step, before: Step, removed: Step): Step {
  const marked = before.back?.includes(removed.id) ? allTargets(removed) : (removed.back ?? [])
  const old = allTargets(before)
  const carried = marked.filter((to) => !old.includes(to) && reachable(doc, [to], false).has(made.id))
  return tidy(withMarks(made, [...(before.back ?? []), ...carried]))
}
