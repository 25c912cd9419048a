import { compile } from '../compile.ts'
import type { FlowDoc, Step } from '../document.ts'
import type { Plan, StepId } from '../plan.ts'

type Of<T extends Step['type']> = Step & { type: T }
type Extra<T extends Step['type']> = Partial<Omit<Of<T>, 'id' | 'type' | 'next'>>

const named = (id: StepId, next: StepId[]) => ({ id, name: `Step ${id}`, next })

export const manual = (id: StepId, next: StepId[] = [], extra: Extra<'manual'> = {}): Step => ({
  ...named(id, next),
  type: 'manual',
  fields: [],
  assignee: { starter: true },
  ...extra,
})
export const wait = (id: StepId, next: StepId[] = [], extra: Extra<'wait'> = {}): Step => ({
  ...named(id, next),
  type: 'wait',
  ...(extra.until === undefined && { for: '1h' }),
  ...extra,
})
export const tool = (id: StepId, next: StepId[] = [], extra: Extra<'tool'> = {}): Step => ({
  ...named(id, next),
  type: 'tool',
  tool_id: 'bank',
  ...extra,
})
export const subworkflow = (id: StepId, next: StepId[] = [], extra: Extra<'subworkflow'> = {}): Step => ({
  ...named(id, next),
  type: 'subworkflow',
  workflow_id: 'wf_purchase',
  ...extra,
})
export const approval = (id: StepId, next: StepId[] = [], extra: Extra<'approval'> = {}): Step => ({
  ...named(id, next),
  type: 'approval',
  approvers: [{ role: 'Manager', each: true }],
  rule: 'first',
  order: 'at_once',
  ...extra,
})
export const condition = (
  id: StepId,
  branches: StepId[][],
  otherwise: StepId[],
  extra: Extra<'condition'> = {},
): Step => ({
  ...named(id, [...new Set([...branches.flat(), ...otherwise])]),
  type: 'condition',
  branches: branches.map((next) => ({ when: 'true', next })),
  else: otherwise,
  ...extra,
})

/** The first step is the start. */
export function workflow(type: FlowDoc['type'], ...steps: [Step, ...Step[]]): FlowDoc {
  return {
    name: 'Workflow',
    prefix: 'WF',
    type,
    metadata: { version: '1.0', category: 'Uncategorized' },
    start_step: steps[0].id,
    steps: Object.fromEntries(steps.map((step) => [step.id, step])),
  }
}

export function planOf(doc: FlowDoc): Plan {
  const compiled = compile(doc)
  if (!compiled.ok) throw new Error(`refused: ${JSON.stringify(compiled.problems)}`)
  return compiled.plan
}

/** What keeps a document from being run. */
export function problemsOf(doc: FlowDoc): string[] {
  const compiled = compile(doc)
  return compiled.ok ? [] : compiled.problems.map(({ code, step }) => (step === undefined ? code : `${code} ${step}`))
}
