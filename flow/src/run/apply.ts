import type { Admitted } from './admit.ts'
import { seat, vote } from './approvals.ts'
import { stopCall } from './calls.ts'
import { type Draft, outOf, stepAt } from './draft.ts'
import { fail } from './fail.ts'
import { leaveWithinLimit } from './leave.ts'
import { override, retry } from './operator.ts'
import type { TicketEvent } from './types.ts'

export function begin(draft: Draft): void {
  draft.state.status = 'running'
  draft.state.wait[stepAt(draft.plan, draft.plan.start).id] = []
}

/** What an event that counts does to the step it is addressed to. */
export function apply(draft: Draft, { step, open }: Admitted, event: TicketEvent): void {
  switch (event.t) {
    case 'done':
      return leaveWithinLimit(draft, step, open, outOf(step, 'done'))
    case 'branch':
      return leaveWithinLimit(draft, step, open, outOf(step, event.outcome))
    case 'decision':
      return step.type === 'approval' ? vote(draft, step, open, event.slot, event.decision) : undefined
    case 'result': {
      const outcome = event.ok ? 'done' : 'failed'
      const out = step.outs.find(({ name }) => name === outcome)
      if (out) return leaveWithinLimit(draft, step, open, out)
      return fail(draft, step, open, { code: event.code ?? 'failed' })
    }
    case 'opened':
      if (step.type === 'approval') return seat(draft, step, open, event.slots ?? 0)
      draft.state.open[step.id] = { ...open, until: event.until ?? draft.at }
      return undefined
    case 'error':
      stopCall(draft, step, open)
      return fail(draft, step, open, { code: event.code, text: event.text })
    case 'retry':
      return retry(draft, step, open)
    case 'override':
      return override(draft, step, open, event.outcome)
  }
}
