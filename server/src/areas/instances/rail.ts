import type { Instance, RailLink, RailStep } from '@throughline/contracts/instances'
import { hasBit } from '@throughline/flow/bit-string'
import { linksOf } from '@throughline/flow/compile'
import type { Plan } from '@throughline/flow/plan'
import type { State } from '@throughline/flow/run'
import type * as z from 'zod/mini'
import type { Version } from './engine/version.ts'
import type { RunRow, StepCompletion } from './rail.queries.ts'
import type { WaitingWire } from './waiting.service.ts'
import { type People, personOf } from './wire.service.ts'

type StepWire = z.input<typeof RailStep>
type LinkWire = z.input<typeof RailLink>
export type Rail = Pick<z.input<typeof Instance>, 'steps' | 'links'>

/** What the rail is drawn from. */
export interface RailFacts {
  version: Pick<Version, 'doc' | 'plan'>
  state: State
  runs: readonly RunRow[]
  completions: readonly StepCompletion[]
  people: People
  waiting: readonly WaitingWire[]
}

/** How far the steps are can be told without who did them. */
export type PathFacts = Pick<RailFacts, 'version' | 'state'> & {
  runs: readonly Pick<RunRow, 'step' | 'round' | 'outcome'>[]
}

const MAX_FACES = 5
const roundOf = ({ round, base }: State, id: string) => (Object.hasOwn(round, id) ? round[id] : undefined) ?? base

/** Whether something that runs now, or has arrived somewhere, still leads to the step at this place. */
function isAhead({ steps }: Plan, { status, open, wait }: State, place: number): boolean {
  if (status === 'new') return true
  if (status !== 'running') return false
  return steps.some(({ id, reach }) => (Object.hasOwn(open, id) || Object.hasOwn(wait, id)) && hasBit(reach, place))
}

function stateOf({ version: { plan }, state, runs }: PathFacts, id: string, place: number): StepWire['state'] {
  const open = Object.hasOwn(state.open, id) ? state.open[id] : undefined
  if (open) {
    const items = Object.values(open.each?.open ?? {})
    return open.phase === 'failed' || items.some(({ phase }) => phase === 'failed') ? 'failed' : 'open'
  }
  if (Object.hasOwn(state.wait, id)) return 'waiting'
  const current = runs.find(({ step, round }) => step === id && round === roundOf(state, id))
  if (current?.outcome) return 'done'
  return isAhead(plan, state, place) ? 'ahead' : 'skipped'
}

/** What there is to say about how far it is. */
function noteOf(
  { state }: RailFacts,
  id: string,
  reason: WaitingWire | undefined,
): Pick<StepWire, 'note' | 'done' | 'of'> {
  if (!reason) return { note: null }
  if (reason.items !== undefined) return { note: 'items', done: reason.items_done ?? 0, of: reason.items }
  if (reason.kind === 'approval' && reason.given !== undefined) {
    return { note: 'approvals', done: reason.given, of: reason.given + (reason.needed ?? 0) }
  }
  if (reason.kind === 'join') {
    const arrived = state.wait[id]?.length ?? 0
    return { note: 'joins', done: arrived, of: arrived + (reason.for?.length ?? 0) }
  }
  if (reason.attempts !== undefined && (reason.kind === 'failed' || reason.attempts > 1)) {
    return { note: 'attempts', done: reason.attempts }
  }
  return { note: null }
}

function stepOnRail(facts: RailFacts, id: string, place: number): StepWire[] {
  const step = facts.version.doc.steps[id]
  if (!step) return []
  const runs = facts.runs.filter((run) => run.step === id)
  const [last] = runs
  const reasons = facts.waiting.filter((reason) => reason.step === id)
  const asked = reasons.flatMap(({ people }) => people)
  const completions = facts.completions.filter((one) => one.step === id && one.round === last?.round)
  const did = completions.flatMap(({ member_id }) => personOf(facts.people, member_id) ?? [])
  const faces = new Map((reasons.length > 0 ? asked : did).map((person) => [person.id, person]))
  return [
    {
      id,
      name: step.name,
      type: step.type,
      state: stateOf(facts, id, place),
      overdue: reasons.some(({ overdue }) => overdue),
      runs: runs.length,
      opened_at: last?.opened_at.toISOString() ?? null,
      closed_at: last?.closed_at?.toISOString() ?? null,
      outcome: last?.outcome ?? null,
      people: [...faces.values()].slice(0, MAX_FACES),
      ...noteOf(facts, id, reasons[0]),
    },
  ]
}

/** A line was taken if its step was left that way, and what it leads to was opened after. */
function linkOnRail(
  { runs, completions, people }: RailFacts,
  lines: readonly { outcome: string; back: boolean }[],
  from: string,
  to: string,
): LinkWire {
  const back = lines.some((line) => line.back)
  const left = runs.find(
    ({ step, outcome, closed_at }) => step === from && closed_at && lines.some((line) => line.outcome === outcome),
  )
  const arrived = runs.some(({ step, opened_at }) => step === to && left?.closed_at && opened_at >= left.closed_at)
  const taken = left !== undefined && (arrived || (!back && runs.some(({ step }) => step === to)))
  const by = back && taken ? completions.find(({ step, round }) => step === from && round === left.round) : undefined
  return {
    from,
    to,
    back,
    taken,
    at: back && taken ? (left.closed_at?.toISOString() ?? null) : null,
    by: by ? personOf(people, by.member_id) : null,
  }
}

/**
 * The steps that are done, open or still ahead, in their order. What was passed over is not on the path, so that all of
 * it is done at the end and never before; a return puts what it repeats ahead again.
 */
export const pathOf = (facts: PathFacts) =>
  facts.version.plan.steps.flatMap(({ id }, place) => {
    const state = stateOf(facts, id, place)
    return state === 'skipped' ? [] : [{ id, name: facts.version.doc.steps[id]?.name ?? id, state }]
  })

export const progressOf = (path: readonly { state: StepWire['state'] }[]) => ({
  steps_total: path.length,
  steps_done: path.filter(({ state }) => state === 'done').length,
})

/** The steps of the pinned version in their order, how far each is, and the lines between them. */
export function railOf(facts: RailFacts): Rail {
  const { doc, plan } = facts.version
  const lines = Map.groupBy(linksOf(doc), ({ from, to }) => `${from} ${to}`)
  return {
    steps: plan.steps.flatMap(({ id }, place) => stepOnRail(facts, id, place)),
    links: [...lines.values()].flatMap((group) => {
      const [first] = group
      return first ? [linkOnRail(facts, group, first.from, first.to)] : []
    }),
  }
}
