import type { PlanStep } from '../plan.ts'
import type { Event, Open, Verdict } from '../run.ts'

/** One thing that happens: which kind, to which of the open steps, with which answer. */
export type Move = { kind: number; pick: number; answer: number }

const verdicts: Verdict[] = ['approve', 'approve', 'approve', 'reject', 'changes']

/** Any answer the step can get, an operator's included. */
export function wilful(at: number, step: PlanStep, open: Open, { kind, answer }: Move): Event {
  const ticket = { at, step: step.id, round: open.round }
  const by = 'somebody'
  if (kind < 30 || (open.phase === 'failed' && answer % 2 === 0))
    return { ...ticket, t: 'override', outcome: step.outs[answer % step.outs.length]?.name ?? '', by, reason: '' }
  if (open.phase === 'failed') return { ...ticket, t: 'retry', attempt: open.attempt, by }
  if (step.type === 'manual') return { ...ticket, t: 'done', by }
  if (step.type === 'wait') return { at: open.until ?? 0, t: 'tick' }
  if (step.type === 'approval')
    return { ...ticket, t: 'decision', slot: answer % 4, decision: verdicts[answer % 5] ?? 'approve', by }
  const code = answer % 2 === 0 ? 'refused' : 'timeout'
  return { ...ticket, t: 'result', attempt: open.attempt, ok: answer % 3 > 0, code }
}

/** The answer that brings the step to the given outcome. */
export function homeward(at: number, step: PlanStep, open: Open, outcome: string): Event {
  const ticket = { at, step: step.id, round: open.round }
  const by = 'somebody'
  if (open.phase === 'failed') return { ...ticket, t: 'override', outcome, by, reason: '' }
  if (step.type === 'wait') return { at: open.until ?? 0, t: 'tick' }
  if (step.type === 'tool') return { ...ticket, t: 'result', attempt: open.attempt, ok: outcome === 'done' }
  if (step.type === 'manual') return { ...ticket, t: 'done', by }
  const slot =
    Array.from({ length: open.slots ?? 0 }, (_, n) => n).find((n) => !Object.hasOwn(open.votes ?? {}, n)) ?? 0
  const decision = outcome === 'approved' ? 'approve' : outcome === 'rejected' ? 'reject' : 'changes'
  return { ...ticket, t: 'decision', slot, decision, by }
}
