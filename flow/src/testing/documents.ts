import * as fc from 'fast-check'
import type { FlowDoc, Route, Step } from '../document.ts'
import type { StepId } from '../plan.ts'
import { approval, condition, manual, tool, wait, workflow } from './make.ts'

// Ids that objects treat in their own way are as good as any other.
const ids: StepId[] = '10 constructor b toString 2 a-b z 0 valueOf k_1 7 E hasOwnProperty 33 Q 4_'.split(' ')

const down = fc.integer({ min: 1, max: 3 })
const up = fc.integer({ min: -5, max: 0 })
/** Distances to the targets of an outcome; of a hundred lists so many lead up. */
const hops = (upwards: number): fc.Arbitrary<number[]> =>
  fc.oneof(
    { weight: 90 - upwards, arbitrary: fc.array(down, { minLength: 1, maxLength: 3, size: 'max' }) },
    { weight: 10, arbitrary: fc.constant<number[]>([]) },
    { weight: upwards, arbitrary: fc.tuple(up) },
  )
const route = fc.option(
  fc.record({ hops: hops(40), end: fc.nat(9), cancel: fc.constantFrom(undefined, 'none', 'siblings', 'all') }),
)

const sketch = fc.record({
  type: fc.constantFrom(...(['manual', 'manual', 'approval', 'approval', 'condition', 'wait', 'tool'] as const)),
  next: hops(2),
  branches: fc.array(hops(12), { minLength: 1, maxLength: 2 }),
  reject: route,
  changes: route,
  rule: fc.constantFrom(...(['first', 'all', 1, 2, 3] as const)),
  order: fc.constantFrom('at_once', 'in_order'),
  marked: fc.boolean(),
  outcome: fc.constantFrom(undefined, undefined, 'archived'),
})
type Sketch = typeof sketch extends fc.Arbitrary<infer T> ? T : never

function stepOf(sketch: Sketch, at: number, size: number, most: number): Step {
  const back: StepId[] = []
  const idAt = (n: number) => ids[n] ?? ''
  const targets = (hops: number[]): StepId[] => {
    const positions = hops.map((n) => Math.max(0, at + n)).filter((n) => n < size)
    if (sketch.marked) back.push(...positions.filter((n) => n <= at).map(idAt))
    return positions.slice(0, most).map(idAt)
  }
  const routeOf = (drawn: Sketch['reject']): Route | undefined => {
    if (drawn === null) return undefined
    if (drawn.end === 0) return { end: 'refused' }
    return { next: targets(drawn.hops), ...(drawn.cancel && { cancel: drawn.cancel }) }
  }
  const id = idAt(at)
  const next = targets(sketch.next)
  const base = { back, ...(sketch.outcome !== undefined && { end_outcome: sketch.outcome }) }
  if (sketch.type === 'manual') return manual(id, next, base)
  if (sketch.type === 'wait') return wait(id, next, base)
  if (sketch.type === 'condition') return condition(id, sketch.branches.map(targets), next, base)
  const on_reject = routeOf(sketch.reject)
  if (sketch.type === 'tool') return tool(id, next, { ...base, ...(on_reject && { on_failure: on_reject }) })
  const on_changes = routeOf(sketch.changes)
  const routes = { ...(on_reject && { on_reject }), ...(on_changes && { on_changes }) }
  return approval(id, next, { ...base, ...routes, rule: sketch.rule, order: sketch.order })
}

function linksOf(step: Step): StepId[] {
  const routes = 'on_failure' in step ? [step.on_failure] : 'approvers' in step ? [step.on_reject, step.on_changes] : []
  const branches = 'branches' in step ? [...step.branches.flatMap(({ next }) => next), ...step.else] : []
  return [...step.next, ...branches, ...routes.flatMap((one) => (one && 'next' in one ? one.next : []))]
}

function withoutStrays(doc: FlowDoc): FlowDoc {
  const met = new Set([doc.start_step])
  for (const id of met) {
    const step = doc.steps[id]
    if (step) for (const target of linksOf(step)) met.add(target)
  }
  return { ...doc, steps: Object.fromEntries(Object.entries(doc.steps).filter(([id]) => met.has(id))) }
}

/** Random workflows: conditions, forks, joins, routes forward and back, marks. Some of them the compiler refuses. */
export const documents: fc.Arbitrary<FlowDoc> = fc
  .record({
    type: fc.constantFrom('parallel', 'parallel', 'parallel', 'sequential'),
    head: sketch,
    rest: fc.array(sketch, { minLength: 3, maxLength: ids.length - 1, size: 'max' }),
  })
  .map(({ type, head, rest }) => {
    const size = rest.length + 1
    const most = type === 'sequential' ? 1 : 3
    const others = rest.map((one, n) => stepOf(one, n + 1, size, most))
    return withoutStrays(workflow(type, stepOf(head, 0, size, most), ...others))
  })
