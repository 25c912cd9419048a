import type { Plan } from './plan.ts'
import { admit } from './run/admit.ts'
import { apply, begin } from './run/apply.ts'
import { type Draft, draftOf } from './run/draft.ts'
import { finish, finishIfIdle } from './run/finish.ts'
import { startReady } from './run/start.ts'
import { earliest, fireDue, setTimer } from './run/timers.ts'
import type { Dropped, Event, Reduced, State } from './run/types.ts'

export { type Status, statusOf } from './run/status.ts'
export { tally } from './run/tally.ts'
export { earliest as wakeOf } from './run/timers.ts'
export type { Command, Dropped, Event, Open, Reduced, State, Verdict } from './run/types.ts'

export function newState(plan: Plan): State {
  return { v: 1, plan: plan.hash, seq: 0, status: 'new', open: {}, wait: {}, round: {}, base: 1, returns: 0 }
}

/**
 * One event, one answer. The state given is never changed; an event that does not count returns that very state, no
 * commands and the reason. Throws only for a state that belongs to another plan.
 */
export function reduce(plan: Plan, state: State, event: Event): Reduced {
  if (state.plan !== plan.hash) throw new Error(`state of plan ${state.plan} given with plan ${plan.hash}`)
  const draft = draftOf(plan, state, event.at)
  const dropped = happen(draft, event)
  if (dropped) return { state, commands: [], dropped }
  startReady(draft)
  finishIfIdle(draft)
  setTimer(draft, state)
  return { state: draft.state, commands: draft.commands }
}

function happen(draft: Draft, event: Event): Dropped | undefined {
  const { plan, state } = draft
  if (state.status === 'completed' || state.status === 'cancelled') return 'ended'
  if (event.t === 'start') {
    if (state.status === 'running') return 'repeat'
    begin(draft)
  } else if (event.t === 'cancel') {
    finish(draft, 'cancelled', 'cancelled')
  } else if (event.t === 'tick') {
    const due = earliest(state)
    if (due === null || due > event.at) return 'stale'
    fireDue(draft)
  } else {
    const admitted = admit(plan, state, event)
    if (typeof admitted === 'string') return admitted
    apply(draft, admitted, event)
  }
  return undefined
}
