import * as fc from 'fast-check'
import { targetLists } from '../compile/references.ts'
import type { Escalation, FlowDoc, Route, Step } from '../document.ts'
import type { StepId } from '../plan.ts'
import { approval, condition, manual, subworkflow, tool, wait, workflow } from './make.ts'

// Ids that objects treat in their own way are as good as others.
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
const rules = ['first', 'all', 1, 2, 3] as const

const kinds = ['manual', 'manual', 'approval', 'approval', 'condition', 'wait', 'tool', 'tool', 'subworkflow'] as const

const sketch = fc.record({
  type: fc.constantFrom(...kinds),
  next: hops(2),
  branches: fc.array(hops(12), { minLength: 1, maxLength: 2 }),
  reject: route,
  changes: route,
  rule: fc.constantFrom(...rules),
  order: fc.constantFrom('at_once', 'in_order'),
  marked: fc.boolean(),
  outcome: fc.constantFrom(undefined, undefined, 'archived'),
  each: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({ order: fc.constantFrom('at_once', 'in_order'), until: fc.constantFrom(...rules) }),
    },
  ),
  alarms: fc.array(fc.constantFrom('remind', 'reassign', 'finish'), { maxLength: 2 }),
  /** Of four manual steps three set their variable for certain. */
  optional: fc.nat(3),
  /** How many steps earlier the variable is set that this step reads; mostly none is read. */
  reads: fc.nat(40),
})
type Sketch = typeof sketch extends fc.Arbitrary<infer T> ? T : never

const escalationOf = (act: Escalation['act'], n: number): Escalation => ({
  from: 'open',
  after: `${n + 1}h`,
  act,
  ...(act === 'reassign' && { to: { role: 'Admin' } }),
  ...(act === 'finish' && { outcome: n % 2 === 0 ? ('approved' as const) : ('rejected' as const) }),
})

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
  const outcome = sketch.outcome !== undefined && { end_outcome: sketch.outcome }
  const read = sketch.reads > 0 && sketch.reads <= Math.min(at, 3) ? `vars.v_${at - sketch.reads}` : undefined
  const base = () => ({ ...(back.length > 0 && { back }), ...outcome })
  if (sketch.type === 'wait') return wait(id, next, base())
  if (sketch.type === 'condition') {
    const branches = sketch.branches.map(targets)
    const when = (n: number) => (n === 0 && read !== undefined ? `${read} == "yes"` : `rounds["${id}"] > ${n}`)
    return condition(id, branches, next, {
      ...base(),
      branches: branches.map((one, n) => ({ when: when(n), next: one })),
    })
  }
  const each = sketch.each && { each: { list: '[1, 2, 3]', ...sketch.each } }
  const acts = sketch.alarms.filter((act) => act !== 'finish' || (sketch.type === 'approval' && !each))
  const extra = { ...(acts.length > 0 && { escalation: acts.map(escalationOf) }), ...each }
  if (sketch.type === 'manual') {
    const field = { name: `v_${at}`, type: 'text' as const, label: 'Value', required: sketch.optional > 0 }
    const assignee = read === undefined || each ? {} : { assignee: { expr: read } }
    return manual(id, next, { ...base(), ...extra, ...assignee, fields: [field] })
  }
  // Machines that turn round among themselves are refused: most of their routes lead down.
  const downwards = (drawn: Sketch['reject']) =>
    drawn && sketch.optional > 0 && sketch.type !== 'approval'
      ? { ...drawn, hops: drawn.hops.map((n) => Math.max(1, n)) }
      : drawn
  const on_reject = routeOf(downwards(sketch.reject))
  if (sketch.type === 'tool') {
    const output = { output: { [`v_${at}`]: 'string' as const } }
    return tool(id, next, { ...base(), ...extra, ...output, ...(on_reject && { on_failure: on_reject }) })
  }
  const on_changes = routeOf(downwards(sketch.changes))
  if (sketch.type === 'subworkflow') {
    const routes = { ...(on_changes && { on_failure: on_changes }), ...(on_reject && { on_reject }) }
    return subworkflow(id, next, { ...base(), ...extra, ...routes })
  }
  const routes = { ...(on_reject && { on_reject }), ...(on_changes && { on_changes }) }
  return approval(id, next, { ...base(), ...extra, ...routes, rule: sketch.rule, order: sketch.order })
}

export function withoutStrays(doc: FlowDoc): FlowDoc {
  const met = new Set([doc.start_step])
  for (const id of met) {
    const step = doc.steps[id]
    if (step) for (const { targets } of targetLists(step)) for (const target of targets) met.add(target)
  }
  return { ...doc, steps: Object.fromEntries(Object.entries(doc.steps).filter(([id]) => met.has(id))) }
}

/** Random workflows: conditions, forks, joins, lists, routes forward and back, marks. Some of them are refused. */
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
