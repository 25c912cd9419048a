import { linksOf } from '@throughline/flow/compile'
import type { ConditionStep, FlowDoc, Route, Step } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import type { LineMark } from '../canvas/flow-canvas.tsx'
import { type Drawing, type DrawnStep, drawingOf, type Names } from '../model/drawing.ts'

const both = (newer: readonly StepId[], older: readonly StepId[] = []) => [...new Set([...newer, ...older])]

function bothRoutes(newer: Route | undefined, older: Route | undefined): Route | undefined {
  if (!newer || !older || !('next' in newer) || !('next' in older)) return newer ?? older
  return { ...newer, next: both(newer.next, older.next) }
}

function bothBranches(newer: ConditionStep, older: ConditionStep): ConditionStep {
  const grown = newer.branches.map((branch, n) => ({ ...branch, next: both(branch.next, older.branches[n]?.next) }))
  return {
    ...newer,
    branches: [...grown, ...older.branches.slice(newer.branches.length)],
    else: both(newer.else ?? [], older.else),
  }
}

const route = <K extends string>(key: K, value: Route | undefined) => (value ? { [key]: value } : {})

/** The newer step, leading also where the older one led. */
function bothSteps(newer: Step, older: Step | undefined): Step {
  if (!older) return newer
  if (newer.type === 'condition' && older.type === 'condition') return bothBranches(newer, older)
  const next = both(newer.next, older.next)
  if (newer.type === 'approval' && older.type === 'approval')
    return {
      ...newer,
      next,
      ...route('on_reject', bothRoutes(newer.on_reject, older.on_reject)),
      ...route('on_changes', bothRoutes(newer.on_changes, older.on_changes)),
    }
  if ((newer.type === 'tool' || newer.type === 'subworkflow') && newer.type === older.type)
    return { ...newer, next, ...route('on_failure', bothRoutes(newer.on_failure, older.on_failure)) }
  return { ...newer, next }
}

export type Union = { drawing: Drawing; lines: Map<string, LineMark> }

/** Both documents in one drawing: what is gone stays where it was, and what is there now looks as it does now. */
export function unionOf(older: FlowDoc, newer: FlowDoc, names: Names): Union {
  const steps = Object.fromEntries(
    Object.entries(newer.steps).map(([id, step]) => [id, bothSteps(step, older.steps[id])]),
  )
  const gone = Object.entries(older.steps).filter(([id]) => !Object.hasOwn(newer.steps, id))
  const doc: FlowDoc = { ...newer, type: 'parallel', steps: { ...steps, ...Object.fromEntries(gone) } }
  const drawn = drawingOf(doc, names)
  const now = drawingOf(newer, names)
  const all = drawn.steps.map((one): DrawnStep => {
    const own = now.at(one.id)
    return own ? { ...own, outs: one.outs } : { ...one, n: 0 }
  })
  const byId = new Map(all.map((one) => [one.id, one]))
  return { drawing: { ...drawn, steps: all, at: (id) => byId.get(id) }, lines: linesOf(older, newer) }
}

function linesOf(older: FlowDoc, newer: FlowDoc): Map<string, LineMark> {
  const keys = (doc: FlowDoc) => new Set(linksOf(doc).map(({ from, to }) => `${from}>${to}`))
  const [before, after] = [keys(older), keys(newer)]
  return new Map<string, LineMark>([
    ...[...after].filter((key) => !before.has(key)).map((key) => [key, 'added'] as const),
    ...[...before].filter((key) => !after.has(key)).map((key) => [key, 'removed'] as const),
  ])
}
