import * as fc from 'fast-check'
import { targetLists } from '../compile/references.ts'
import { repair } from '../compile/repair.ts'
import type { FlowDoc, Step } from '../document.ts'
import type { StepId } from '../plan.ts'
import { withoutStrays } from './documents.ts'
import { manual } from './make.ts'

/** One change to a workflow: which kind, where, and how. */
export type Edit = { kind: number; at: number; to: number }

export const edits: fc.Arbitrary<Edit[]> = fc.array(fc.record({ kind: fc.nat(4), at: fc.nat(99), to: fc.nat(99) }), {
  minLength: 1,
  maxLength: 3,
})

function retarget(doc: FlowDoc, change: (targets: StepId[]) => StepId[]): FlowDoc {
  const patch = Object.values(doc.steps).flatMap((step) =>
    targetLists(step).map(({ path, targets }) => ({ op: 'replace' as const, path, value: change(targets) })),
  )
  return repair(doc, { patch })
}

function edited(doc: FlowDoc, { kind, at, to }: Edit): FlowDoc {
  const ids = Object.keys(doc.steps)
  const [id = '', other = ''] = [ids[at % ids.length], ids[to % ids.length]]
  const step: Step | undefined = doc.steps[id]
  if (!step) return doc
  if (kind === 0) {
    const added = `added-${at}`
    const around = retarget(doc, (targets) => targets.map((target) => (target === id ? added : target)))
    return { ...around, steps: { ...around.steps, [added]: manual(added, [id]) } }
  }
  if (kind === 1 && id !== doc.start_step) {
    const { [id]: _, ...steps } = retarget(doc, (targets) =>
      targets.flatMap((target) => (target === id ? step.next : [target])),
    ).steps
    return { ...doc, steps }
  }
  if (kind === 2 && step.type === 'approval')
    return { ...doc, steps: { ...doc.steps, [id]: { ...step, rule: 'all', name: 'Other' } } }
  if (kind === 3) return { ...doc, steps: { ...doc.steps, [id]: { ...manual(id, step.next) } } }
  return { ...doc, steps: { ...doc.steps, [id]: { ...step, next: [...step.next.slice(0, 1), other] } } }
}

export function afterEdits(doc: FlowDoc, all: Edit[]): FlowDoc {
  return withoutStrays(all.reduce(edited, doc))
}
