import type { Plan } from '../plan.ts'
import { caller, callOf, openItems } from './calls.ts'
import { own } from './draft.ts'
import { hasRoom } from './items.ts'
import { earliest } from './timers.ts'
import type { Call, Item, State, Ticket } from './types.ts'

/** What has to happen outside the instance now. */
export type OutsideWork = {
  /** When the next wait ends or the next alarm rings. */
  alarm: number | null
  calls: Call[]
  children: Call[]
  /** Lists that have room: somebody has to play `more` on each. */
  more: Ticket[]
}

/** Key and attempt name a call for good: once it is not wanted any more, it never is again. */
export const callId = ({ key, attempt }: Pick<Call, 'key' | 'attempt'>): string => `${key}#${attempt}`

/** Says of a state what the commands of `reduce` say of its changes. */
export function outsideWorkOf(plan: Plan, state: State): OutsideWork {
  // A step that has failed still reminds.
  const work: OutsideWork = { alarm: earliest(state), calls: [], children: [], more: [] }
  for (const step of plan.steps) {
    const open = own(state.open, step.id)
    // The results of a failed step's items would not count: a list held at the limit of returns wants none of them.
    if (open?.phase !== 'working') continue
    const { round } = open
    if (hasRoom(step, open)) work.more.push({ step: step.id, round })
    const kind = caller(step)
    if (!kind) continue
    const runs: [item: number | undefined, state: Item][] = step.each ? openItems(open) : [[undefined, open]]
    for (const [item, run] of runs)
      if (run.phase === 'working') work[kind === 'call' ? 'calls' : 'children'].push(callOf(step, round, run, item))
  }
  return work
}

const callIds = ({ calls, children }: OutsideWork) => [...calls, ...children].map(callId)
const listIds = ({ more }: OutsideWork) => more.map(({ step, round }) => `${step}:${round}`)

function isWithin(some: string[], all: string[]): boolean {
  const known = new Set(all)
  return some.every((id) => known.has(id))
}

/**
 * Whether the engine has to hear of a turn that it did not play itself: a call or a list with room is new, a call is not
 * wanted any more, or the alarm is earlier. A later alarm, or none, is found out when the old one rings for nothing.
 */
export function mustPoke(before: OutsideWork, after: OutsideWork): boolean {
  const [was, is] = [callIds(before), callIds(after)]
  if (!isWithin(is, was) || !isWithin(was, is) || !isWithin(listIds(after), listIds(before))) return true
  return after.alarm !== null && (before.alarm === null || after.alarm < before.alarm)
}
