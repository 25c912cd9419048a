import type { Plan, PlanStep } from '../plan.ts'
import { own } from './draft.ts'
import { lowestUndecided } from './tally.ts'
import type { Dropped, Open, State, TicketEvent } from './types.ts'

export type Admitted = { step: PlanStep; open: Open }

/** Finds the open step an event is addressed to, or says why the event does not count. */
export function admit(plan: Plan, state: State, event: TicketEvent): Admitted | Dropped {
  const step = plan.steps.find(({ id }) => id === event.step)
  if (!step) return 'unknown'
  if (!fits(step, event)) return 'kind'
  const open = own(state.open, step.id)
  if (!open || open.round !== event.round) return 'late'
  return misplaced(step, open, event) ?? { step, open }
}

function fits({ type }: PlanStep, event: TicketEvent): boolean {
  switch (event.t) {
    case 'done':
      return type === 'manual'
    case 'decision':
      return type === 'approval'
    case 'result':
      return type === 'tool'
    case 'branch':
      return type === 'condition'
    case 'opened':
      return (type === 'approval' && event.slots !== undefined) || (type === 'wait' && event.until !== undefined)
    case 'retry':
    case 'override':
    case 'error':
      return true
    default:
      return false
  }
}

function misplaced(step: PlanStep, open: Open, event: TicketEvent): Dropped | undefined {
  if (event.t !== 'override' && open.phase !== (event.t === 'retry' ? 'failed' : 'working')) return 'stale'
  if (event.t === 'result' || event.t === 'retry') return event.attempt === open.attempt ? undefined : 'stale'
  if (event.t === 'opened') return open.slots === undefined && open.until === undefined ? undefined : 'repeat'
  if (event.t === 'branch' || event.t === 'override')
    return step.outs.some(({ name }) => name === event.outcome) ? undefined : 'unknown'
  return event.t === 'decision' ? miscast(step, open, event) : undefined
}

function miscast(step: PlanStep, { slots, votes = {} }: Open, event: TicketEvent & { t: 'decision' }) {
  if (step.type !== 'approval' || slots === undefined) return 'stale'
  const { slot, decision } = event
  if (!Number.isInteger(slot) || slot < 0 || slot >= slots) return 'unknown'
  if (Object.hasOwn(votes, slot)) return 'repeat'
  if (step.order === 'in_order' && slot !== lowestUndecided(votes)) return 'unknown'
  const offered = decision === 'changes' ? step.outs.some(({ name }) => name === 'changes') : true
  return offered && ['approve', 'reject', 'changes'].includes(decision) ? undefined : 'unknown'
}
