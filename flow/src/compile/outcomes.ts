import type { FlowDoc, Route, Step } from '../document.ts'
import type { Cancel, StepId } from '../plan.ts'

/** A way to leave a step, as its document names it. */
export type Outcome = {
  name: string
  targets: StepId[]
  /** Done, approved and branches; the others are exceptions. */
  normal: boolean
  cancel: Cancel
  end?: string
  outcome?: string
}

/** The outcomes that a step's document names; defaults of an approval are found later, from the graph. */
export function outcomesOf(doc: Pick<FlowDoc, 'type'>, step: Step): Outcome[] {
  const chosen = (targets: StepId[]) => (doc.type === 'sequential' ? targets.slice(0, 1) : [...new Set(targets)])

  const normal = (name: string, next: StepId[]): Outcome => {
    const targets = chosen(next)
    const ends = targets.length === 0 && step.end_outcome !== undefined
    return { name, targets, normal: true, cancel: 'none', ...(ends && { outcome: step.end_outcome }) }
  }

  const exception = (name: string, route: Route | undefined, cancel: Cancel): Outcome[] => {
    if (!route) return []
    if ('end' in route) return [{ name, targets: [], normal: false, cancel: 'none', end: route.end }]
    return [{ name, targets: chosen(route.next), normal: false, cancel: route.cancel ?? cancel }]
  }

  switch (step.type) {
    case 'condition':
      return [...step.branches.map((branch, n) => normal(`b${n}`, branch.next)), normal('else', step.else ?? [])]
    case 'approval':
      return [
        normal('approved', step.next),
        ...exception('rejected', step.on_reject, 'siblings'),
        ...exception('changes', step.on_changes, 'siblings'),
      ]
    case 'tool':
      return [normal('done', step.next), ...exception('failed', step.on_failure, 'none')]
    case 'subworkflow':
      return [
        normal('done', step.next),
        ...exception('failed', step.on_failure, 'none'),
        ...exception('rejected', step.on_reject, 'siblings'),
      ]
    case 'manual':
    case 'wait':
      break
  }
  return [normal('done', step.next)]
}
