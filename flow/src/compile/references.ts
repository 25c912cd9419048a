import type { FlowDoc, Step } from '../document.ts'
import type { StepId } from '../plan.ts'
import { perStep } from './per-step.ts'
import { inStep, type Patch, put, remove } from './problem.ts'

/** A list of targets in a step. `outcome` names the way out it belongs to; marks belong to none. */
export type TargetList = { step: StepId; path: string; targets: StepId[]; outcome?: string }

export const targetLists = perStep((step): TargetList[] => {
  const list = (
    targets: StepId[] | undefined,
    outcome: string | undefined,
    ...keys: (string | number)[]
  ): TargetList[] =>
    targets
      ? [{ step: step.id, path: inStep(step.id, ...keys), targets, ...(outcome !== undefined && { outcome }) }]
      : []
  const routed = (key: 'on_failure' | 'on_reject' | 'on_changes', outcome: string): TargetList[] => {
    const route = key in step ? Reflect.get(step, key) : undefined
    return isRoute(route) ? list(route.next, outcome, key, 'next') : []
  }
  const normal =
    step.type === 'condition'
      ? [
          ...step.branches.flatMap(({ next }, n) => list(next, `b${n}`, 'branches', n, 'next')),
          ...list(step.else, 'else', 'else'),
        ]
      : list(step.next, step.type === 'approval' ? 'approved' : 'done', 'next')
  return [
    ...normal,
    ...routed('on_failure', 'failed'),
    ...routed('on_reject', 'rejected'),
    ...routed('on_changes', 'changes'),
    ...list(step.back, undefined, 'back'),
  ]
})

const isRoute = (route: unknown): route is { next: StepId[] } =>
  typeof route === 'object' && route !== null && 'next' in route && Array.isArray(route.next)

export function allTargetLists(doc: FlowDoc): TargetList[] {
  return Object.values(doc.steps).flatMap(targetLists)
}

/** Takes every mention of a step out of the document, whose lists these are. */
export function forget(lists: readonly TargetList[], id: StepId): Patch[] {
  return lists
    .filter(({ step, targets }) => step !== id && targets.includes(id))
    .map(({ path, targets }) =>
      put(
        path,
        targets.filter((target) => target !== id),
      ),
    )
}

/** Gives a step another id, everywhere. */
export function rename(doc: FlowDoc, key: StepId, to: StepId): Patch[] {
  const step = doc.steps[key]
  if (!step) return []
  const mentions = allTargetLists(doc)
    .filter(({ targets }) => targets.includes(key))
    .map(({ path, targets }) =>
      put(
        path,
        targets.map((target) => (target === key ? to : target)),
      ),
    )
  return [
    ...mentions,
    ...(doc.start_step === key ? [put('/start_step', to)] : []),
    remove(inStep(key)),
    { op: 'add', path: inStep(to), value: { ...structuredClone(step), id: to } },
  ]
}

/** An id that no step has. */
export function freshId(doc: FlowDoc, wanted: string): StepId {
  for (let n = 1; ; n++) {
    const id = n === 1 ? wanted : `${wanted}-${n}`
    if (!Object.hasOwn(doc.steps, id)) return id
  }
}

/** Puts a new step in front of another, wherever that one is come to from. Who asks for many has the lists at hand. */
export function insertBefore(doc: FlowDoc, id: StepId, made: Step, lists = allTargetLists(doc)): Patch[] {
  const into = lists.filter(({ targets }) => targets.includes(id))
  return [
    ...into.map(({ path, targets, outcome }) =>
      put(
        path,
        // A mark that leads back belongs to the edge that is gone.
        outcome === undefined
          ? targets.filter((target) => target !== id)
          : targets.map((target) => (target === id ? made.id : target)),
      ),
    ),
    ...(doc.start_step === id ? [put('/start_step', made.id)] : []),
    { op: 'add', path: inStep(made.id), value: structuredClone(made) },
  ]
}

/** Takes a step out: what led to it leads to the targets instead. */
export function bypass(doc: FlowDoc, id: StepId, targets: StepId[]): Patch[] {
  const [first] = targets
  if (doc.start_step === id && first === undefined) return []
  const around = allTargetLists(doc)
    .filter(({ step, targets: old }) => step !== id && old.includes(id))
    .map(({ path, targets: old }) =>
      put(path, [...new Set(old.flatMap((target) => (target === id ? targets : [target])))]),
    )
  return [
    ...around,
    ...(doc.start_step === id && first !== undefined ? [put('/start_step', first)] : []),
    remove(inStep(id)),
  ]
}

/** What people call a step. */
export function titleIn(doc: FlowDoc, id: StepId): string {
  return `"${(Object.hasOwn(doc.steps, id) && doc.steps[id]?.name) || id}"`
}
