import type { PlanStep } from '../plan.ts'
import type { Admitted } from './admit.ts'
import { askedFor, seat, seatItem, vote, voteOnItem } from './approvals.ts'
import { stopCall, stopCalls } from './calls.ts'
import { type Draft, outOf, stepAt } from './draft.ts'
import { fail, failItem } from './fail.ts'
import { setItem } from './item-state.ts'
import { beginItems, endItem, loseItem, openMore } from './items.ts'
import { leaveWithinLimit } from './leave.ts'
import { override, overrideItem, retry, retryItem } from './operator.ts'
import type { Open, TicketEvent } from './types.ts'

export function begin(draft: Draft): void {
  draft.state.status = 'running'
  draft.state.wait[stepAt(draft.plan, draft.plan.start).id] = []
}

/** What an event that counts does to the step it is addressed to. */
export function apply(draft: Draft, { step, open }: Admitted, event: TicketEvent): void {
  if (event.item !== undefined) return applyToItem(draft, step, open, event.item, event)
  switch (event.t) {
    case 'done':
      return leaveWithinLimit(draft, step, open, outOf(step, 'done'))
    case 'branch':
      return leaveWithinLimit(draft, step, open, outOf(step, event.outcome))
    case 'decision':
      return step.type === 'approval' ? vote(draft, step, open, event) : undefined
    case 'withdrawn':
      draft.state.open[step.id] = askedFor(open, event.asked)
      return undefined
    case 'result': {
      const out = step.outs.find(({ name }) => name === resultOf(step, event))
      if (out) return leaveWithinLimit(draft, step, open, out)
      return fail(draft, step, open, { code: event.code ?? 'failed' })
    }
    case 'opened':
      return opened(draft, step, open, event)
    case 'more':
      return open.each ? openMore(draft, step, open, open.each) : undefined
    case 'error':
      stopCalls(draft, step, open)
      return fail(draft, step, open, { code: event.code, text: event.text })
    case 'retry':
      return retry(draft, step, open)
    case 'override':
      return override(draft, step, open, event.outcome)
  }
}

/** A child that ended rejected is done, unless the step has a route for that. */
function resultOf(step: PlanStep, { ok, outcome }: TicketEvent & { t: 'result' }): string {
  if (!ok) return 'failed'
  return outcome === 'rejected' && step.outs.some(({ name }) => name === 'rejected') ? 'rejected' : 'done'
}

function opened(draft: Draft, step: PlanStep, open: Open, event: TicketEvent & { t: 'opened' }): void {
  const { alarms, until, slots, items } = event
  const due = (alarms ?? [])
    .filter(([, n]) => step.alarms?.[n] !== undefined)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const set = { ...open, ...(due.length > 0 && { alarms: due }) }
  draft.state.open[step.id] = set
  if (step.each) beginItems(draft, step, set, items ?? 0)
  else if (step.type === 'approval') seat(draft, step, set, slots ?? 0)
  else if (step.type === 'wait') draft.state.open[step.id] = { ...set, until: until ?? draft.at }
}

function applyToItem(draft: Draft, step: PlanStep, open: Open, item: number, event: TicketEvent): void {
  const state = open.each?.open[item]
  if (!state) return
  if (event.t === 'done') endItem(draft, step, open, item, 'done')
  if (event.t === 'result') {
    const outcome = resultOf(step, event)
    if (outcome === 'done') endItem(draft, step, open, item, outcome)
    else loseItem(draft, step, open, item, outcome, { code: event.code ?? outcome })
  }
  if (event.t === 'error') {
    stopCall(draft, step, open.round, state, item)
    failItem(draft, step, open, item, { code: event.code, text: event.text })
  }
  if (event.t === 'retry') retryItem(draft, step, open, item, state)
  if (event.t === 'override') overrideItem(draft, step, open, item, event.outcome)
  if (step.type !== 'approval') return
  if (event.t === 'opened') seatItem(draft, step, open, item, event.slots ?? 0)
  if (event.t === 'withdrawn') setItem(draft, step, open, item, askedFor(state, event.asked))
  if (event.t === 'decision') voteOnItem(draft, step, open, item, event)
}
