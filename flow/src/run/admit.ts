import type { Plan, PlanStep } from '../plan.ts'
import { own } from './draft.ts'
import { hasRoom } from './items.ts'
import { askedSince, lowestUndecided } from './tally.ts'
import type { Dropped, Item, Open, State, TicketEvent } from './types.ts'

export type Admitted = { step: PlanStep; open: Open }

/** Finds the open step an event is addressed to, or says why the event does not count. */
export function admit(plan: Plan, state: State, event: TicketEvent): Admitted | Dropped {
  const step = plan.steps.find(({ id }) => id === event.step)
  if (!step) return 'unknown'
  if (!fits(step, event)) return 'kind'
  const open = own(state.open, step.id)
  if (!open || open.round !== event.round) return 'late'
  if (event.t === 'opened' && event.item === undefined) return openedBefore(step, open, event) ?? { step, open }
  if (event.t === 'more') return hasRoom(step, open) ? { step, open } : 'stale'
  const item = event.item === undefined ? open : itemOf(open, event.item)
  if (typeof item === 'string') return item
  if (event.item !== undefined && open.phase === 'failed') return 'stale'
  return misplaced(step, item, event) ?? { step, open }
}

function itemOf({ each }: Open, item: number): Item | Dropped {
  if (!each || !Number.isInteger(item) || item < 0 || item >= each.n) return 'unknown'
  return (Object.hasOwn(each.open, item) ? each.open[item] : undefined) ?? 'late'
}

function fits({ type, each }: PlanStep, event: TicketEvent): boolean {
  const forItem = event.item !== undefined
  if (forItem && !each) return false
  switch (event.t) {
    case 'done':
      return type === 'manual' && forItem === Boolean(each)
    case 'decision':
    case 'withdrawn':
      return type === 'approval' && forItem === Boolean(each)
    case 'result':
      return (type === 'tool' || type === 'subworkflow') && forItem === Boolean(each)
    case 'more':
      return Boolean(each) && !forItem
    case 'branch':
      return type === 'condition'
    case 'opened':
      if (forItem) return type === 'approval' && event.slots !== undefined
      if (each) return event.items !== undefined
      if (type === 'approval') return event.slots !== undefined
      return type === 'wait' ? event.until !== undefined : type !== 'condition'
    case 'retry':
    case 'override':
    case 'error':
      return true
    default:
      return false
  }
}

/** What has been set once, or what says nothing, changes nothing. */
function openedBefore(step: PlanStep, open: Open, event: TicketEvent & { t: 'opened' }): Dropped | undefined {
  if (open.phase !== 'working') return 'stale'
  const { slots, until, each, alarms } = open
  if (slots !== undefined || until !== undefined || each !== undefined || alarms !== undefined) return 'repeat'
  if (event.items !== undefined && (!Number.isInteger(event.items) || event.items < 0)) return 'unknown'
  const says = event.alarms?.length || event.slots !== undefined || event.until !== undefined || step.each
  return says ? undefined : 'repeat'
}

function misplaced(step: PlanStep, item: Item, event: TicketEvent): Dropped | undefined {
  if (event.t !== 'override' && item.phase !== (event.t === 'retry' ? 'failed' : 'working')) return 'stale'
  if (event.t === 'result' || event.t === 'retry') return event.attempt === item.attempt ? undefined : 'stale'
  if (event.t === 'opened') return item.slots === undefined ? undefined : 'repeat'
  if (event.t === 'branch' || event.t === 'override') return leavesBy(step, event) ? undefined : 'unknown'
  if (event.t === 'withdrawn') return askedSince(item, event.asked) ? undefined : 'repeat'
  return event.t === 'decision' ? miscast(step, item, event) : undefined
}

/** An item ends well or by one of the step's exceptions; a step by any of its outcomes. */
function leavesBy(step: PlanStep, { outcome, item }: { outcome: string; item?: number }): boolean {
  if (item !== undefined && outcome === 'failed' && (step.type === 'tool' || step.type === 'subworkflow')) return true
  return (
    step.outs.some(({ name }) => name === outcome) &&
    (item === undefined || outcome !== 'changes' || step.type === 'approval')
  )
}

function miscast(step: PlanStep, item: Item, event: TicketEvent & { t: 'decision' }) {
  if (step.type !== 'approval' || item.slots === undefined) return 'stale'
  const { slot, decision, asked = 0 } = event
  if (!Number.isInteger(slot) || slot < 0 || slot >= item.slots || !Number.isInteger(asked)) return 'unknown'
  if (asked < (item.asked ?? 0)) return 'stale'
  const votes = askedSince(item, asked) ? {} : (item.votes ?? {})
  if (Object.hasOwn(votes, slot)) return 'repeat'
  if (step.order === 'in_order' && slot !== lowestUndecided(votes)) return 'unknown'
  const offered = decision === 'changes' ? step.outs.some(({ name }) => name === 'changes') : true
  return offered && ['approve', 'reject', 'changes'].includes(decision) ? undefined : 'unknown'
}
