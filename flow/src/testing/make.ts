import { compile } from '../compile.ts'
import type { FlowDoc, Step } from '../document.ts'
import type { Plan, StepId } from '../plan.ts'

type Of<T extends Step['type']> = Step & { type: T }
type Extra<T extends Step['type']> = Partial<Omit<Of<T>, 'id' | 'type' | 'next'>>

export const manual = (id: StepId, next: StepId[] = [], extra: Extra<'manual'> = {}): Step => ({
  id,
  type: 'manual',
  next,
  ...extra,
})
export const wait = (id: StepId, next: StepId[] = [], extra: Extra<'wait'> = {}): Step => ({
  id,
  type: 'wait',
  next,
  ...extra,
})
export const tool = (id: StepId, next: StepId[] = [], extra: Extra<'tool'> = {}): Step => ({
  id,
  type: 'tool',
  next,
  ...extra,
})
export const approval = (id: StepId, next: StepId[] = [], extra: Extra<'approval'> = {}): Step => ({
  id,
  type: 'approval',
  next,
  approvers: [{ role: 'Manager' }],
  rule: 'first',
  order: 'at_once',
  ...extra,
})
export const condition = (
  id: StepId,
  branches: StepId[][],
  otherwise: StepId[],
  extra: Pick<Step, 'back' | 'end_outcome'> = {},
): Step => ({
  id,
  type: 'condition',
  next: [],
  branches: branches.map((next) => ({ when: 'true', next })),
  else: otherwise,
  ...extra,
})

/** The first step is the start. */
export function workflow(type: FlowDoc['type'], ...steps: [Step, ...Step[]]): FlowDoc {
  return { type, start_step: steps[0].id, steps: Object.fromEntries(steps.map((step) => [step.id, step])) }
}

export function planOf(doc: FlowDoc): Plan {
  const compiled = compile(doc)
  if (!compiled.ok) throw new Error(`refused: ${JSON.stringify(compiled.problems)}`)
  return compiled.plan
}

export function problemsOf(doc: FlowDoc): string[] {
  const compiled = compile(doc)
  return compiled.ok ? [] : compiled.problems.map(({ code, step }) => (step === undefined ? code : `${code} ${step}`))
}
