import type { PlanStep } from '../plan.ts'
import { stopCall } from './calls.ts'
import { type Draft, outOf } from './draft.ts'
import { leave } from './leave.ts'
import { returnLimit, returnsPerRetry } from './returns.ts'
import { startAgain } from './start.ts'
import type { Open } from './types.ts'

export function retry(draft: Draft, step: PlanStep, { code, held, ...open }: Open): void {
  if (held !== undefined) {
    draft.state.returns = returnLimit - returnsPerRetry
    leave(draft, step, open, outOf(step, held))
    return
  }
  const attempt = open.attempt + 1
  startAgain(draft, step, { ...open, phase: 'working', attempt, ...(code === 'refused' && { keyed: attempt }) })
}

export function override(draft: Draft, step: PlanStep, open: Open, outcome: string): void {
  stopCall(draft, step, open)
  leave(draft, step, open, outOf(step, outcome))
}
