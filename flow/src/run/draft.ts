import type { Out, Plan, PlanStep, StepId } from '../plan.ts'
import type { Command, State } from './types.ts'

/** The next state in the making. Its records are copies; what they hold is replaced, never changed. */
export type Draft = { plan: Plan; at: number; state: State; commands: Command[] }

export function draftOf(plan: Plan, { open, wait, round, ...rest }: State, at: number): Draft {
  return { plan, at, state: { ...rest, open: { ...open }, wait: { ...wait }, round: { ...round } }, commands: [] }
}

/** Step ids such as `constructor` are allowed, so a record is never read through its prototype. */
export function own<T>(record: Record<StepId, T>, id: StepId): T | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined
}

export function stepAt(plan: Plan, position: number): PlanStep {
  const step = plan.steps[position]
  if (!step) throw new RangeError(`plan ${plan.hash} has no step ${position}`)
  return step
}

export function outOf(step: PlanStep, name: string): Out {
  const out = step.outs.find((candidate) => candidate.name === name)
  if (!out) throw new RangeError(`step ${step.id} has no outcome ${name}`)
  return out
}

export function roundOf(state: State, id: StepId): number {
  return own(state.round, id) ?? state.base
}
