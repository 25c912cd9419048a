import type { PlanStep } from '../plan.ts'
import { openItems } from '../run/calls.ts'
import type { Item } from '../run/types.ts'
import type { Event, Open, Verdict } from '../run.ts'

/** One thing that happens: which kind, to which of the open steps, with which answer. */
export type Move = { kind: number; pick: number; answer: number }

const verdicts: Verdict[] = ['approve', 'approve', 'approve', 'reject', 'changes']

/** A run of the step, or one of the items that are open in it. */
function pickItem(open: Open, pick: number): { item?: number; state: Item } {
  const items = openItems(open)
  const [item, state] = items[pick % Math.max(1, items.length)] ?? []
  return item === undefined || !state ? { state: open } : { item, state }
}

/** Any answer the step can get, an operator's included. */
export function wilful(at: number, step: PlanStep, open: Open, { kind, pick, answer }: Move): Event {
  const { item, state } = pickItem(open, pick)
  const whole = { at, step: step.id, round: open.round }
  const ticket = { ...whole, ...(item !== undefined && { item }) }
  const by = 'somebody'
  const [alarm] = open.alarms ?? []
  if (kind < 30)
    return { ...whole, t: 'override', outcome: step.outs[answer % step.outs.length]?.name ?? '', by, reason: '' }
  if (kind < 45 && alarm) return { at: alarm[0], t: 'tick' }
  if (open.phase === 'failed') return { ...whole, t: 'retry', attempt: open.attempt, by }
  if (state.phase === 'failed' && answer % 2 === 0)
    return { ...ticket, t: 'override', outcome: step.outs[answer % step.outs.length]?.name ?? '', by, reason: '' }
  if (state.phase === 'failed') return { ...ticket, t: 'retry', attempt: state.attempt, by }
  if (step.type === 'manual') return { ...ticket, t: 'done', by }
  if (step.type === 'wait') return { at: open.until ?? 0, t: 'tick' }
  if (step.type === 'approval')
    return { ...ticket, t: 'decision', slot: answer % 4, decision: verdicts[answer % 5] ?? 'approve', by }
  const code = answer % 2 === 0 ? 'refused' : 'timeout'
  const rejected = answer % 5 === 0 && { outcome: 'rejected' as const }
  return { ...ticket, t: 'result', attempt: state.attempt, ok: answer % 3 > 0, code, ...rejected }
}

/** The answer that brings the step nearer to the given outcome. */
export function homeward(at: number, step: PlanStep, open: Open, outcome: string): Event {
  const { item, state } = pickItem(open, 0)
  const whole = { at, step: step.id, round: open.round }
  const ticket = { ...whole, ...(item !== undefined && { item }) }
  const by = 'somebody'
  const well = outcome === 'done' || outcome === 'approved'
  const odd = open.phase === 'failed' || state.phase === 'failed' || (step.each && !well)
  if (odd || (step.type === 'subworkflow' && outcome === 'rejected'))
    return { ...whole, t: 'override', outcome, by, reason: '' }
  if (step.type === 'wait') return { at: open.until ?? 0, t: 'tick' }
  if (step.type === 'tool' || step.type === 'subworkflow')
    return { ...ticket, t: 'result', attempt: state.attempt, ok: outcome === 'done' }
  if (step.type === 'manual') return { ...ticket, t: 'done', by }
  const slots = Array.from({ length: state.slots ?? 0 }, (_, n) => n)
  const slot = slots.find((n) => !Object.hasOwn(state.votes ?? {}, n)) ?? 0
  const decision = outcome === 'approved' ? 'approve' : outcome === 'rejected' ? 'reject' : 'changes'
  return { ...ticket, t: 'decision', slot, decision, by }
}
