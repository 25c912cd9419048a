import type { RailStep } from '@throughline/contracts/instances'
import { type Clock, shortDate } from '../../../shared/format/time.ts'
import { texts } from '../parts/rail.texts.ts'

const counted = ({ note, state, done = 0, of = 0 }: RailStep): string | undefined => {
  if (note === 'items') return texts.items(done, of)
  if (note === 'approvals') return texts.approvals(done, of)
  if (note === 'attempts') return state === 'failed' ? texts.attempts(done) : texts.attempt(done)
  return note === 'joins' ? texts.joins(of) : undefined
}

const people = ({ people: [first, ...others] }: RailStep) =>
  first && (others.length > 0 ? texts.andOthers(first.name, others.length) : first.name)

const when = ({ state, opened_at, closed_at }: RailStep, clock: Clock): string | undefined => {
  if (closed_at && (state === 'done' || state === 'skipped')) return shortDate(closed_at, clock.zone, clock.now)
  return opened_at && state === 'open' ? texts.since(shortDate(opened_at, clock.zone, clock.now)) : undefined
}

/** The line under a step's name: how far it is, else by whom and when, else what kind it is. */
export function stepNote(step: RailStep, clock: Clock): string {
  const known = step.state === 'done' ? undefined : counted(step)
  const words = [known ?? people(step), when(step, clock)].filter((word) => word !== undefined)
  if (step.state === 'skipped') return texts.states.skipped
  return words.length > 0 ? texts.note(words) : texts.types[step.type]
}
