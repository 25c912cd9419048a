import type { PlanStep } from '../plan.ts'
import type { Draft } from './draft.ts'
import type { Command, Open } from './types.ts'

/** Attempts share one effect key, so that a call which did arrive is not carried out twice. */
export function callOf(step: PlanStep, { round, attempt, keyed }: Open): Command {
  const suffix = keyed === undefined ? '' : `:r${keyed}`
  return { c: 'call', step: step.id, round, attempt, key: `${step.id}:${round}${suffix}` }
}

export function stopCall(draft: Draft, step: PlanStep, open: Open): void {
  if (step.type === 'tool' && open.phase === 'working')
    draft.commands.push({ c: 'uncall', step: step.id, round: open.round })
}
