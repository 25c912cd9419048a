import type { TracedValue, TraceEntry } from '@throughline/contracts/instance-acts'
import { BUILTIN_TOOLS } from '@throughline/contracts/tools'
import { writesOf } from '@throughline/flow/compile'
import type { Json } from '@throughline/flow/eval'
import type { Command } from '@throughline/flow/run'
import type * as z from 'zod/mini'
import type { TurnEvent } from './engine/turn-event.ts'
import type { Version } from './engine/version.ts'
import type { Run, TracedEffect, TracedTask, TurnRow } from './trace.queries.ts'
import { bounded, idsIn } from './values.ts'
import { type People, personOf } from './wire.service.ts'

export type EntryWire = z.input<typeof TraceEntry>

/** What the turns of a page are told from. */
export interface TraceFacts {
  instance: { name: string; started_by: string | null; source: string; source_name: string | null }
  /** What went wrong with what it came from. */
  originProblems: readonly string[]
  version: Pick<Version, 'doc'>
  effects: readonly TracedEffect[]
  /** Steps whose calls may be repeated under their key. */
  recognizing: ReadonlySet<string>
  tasks: readonly TracedTask[]
  openings: readonly (Run & { opened_at: Date })[]
  /** Newest first. */
  decisions: readonly { task_id: string; slot: number; comment: string; at: Date }[]
  people: People
}

type Ticket = Run & { item?: number }
type StepEvent = Extract<TurnEvent, Run>

const isTicket = (event: TurnEvent): event is StepEvent => 'step' in event

const EMPTY = {
  step: null,
  name: '',
  type: null,
  item: null,
  task_id: null,
  by: null,
  tool: null,
  outcome: null,
  text: null,
  open_for: null,
  next: [],
  inputs: [],
  results: [],
  effect: null,
} satisfies Omit<EntryWire, 'kind'>

const entriesOf = (value: Json): TracedValue[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([name, one]) => ({ name, ...bounded(one) }))
    : []

/** From which attempt on an effect had its key: after a definite refusal there is a new one. */
const keyedFrom = ({ key }: TracedEffect) => Number(/:r(\d+)$/.exec(key)?.[1] ?? 1)

/** What an attempt did outside. */
const effectAt = ({ effects }: TraceFacts, { step, round, item = -1 }: Ticket, attempt: number) =>
  effects
    .filter((one) => one.step === step && one.round === round && one.item === item && keyedFrom(one) <= attempt)
    .toSorted((one, other) => keyedFrom(other) - keyedFrom(one))[0]

function called({ version: { doc }, recognizing }: TraceFacts, effect: TracedEffect | undefined) {
  if (!effect) return {}
  const step = Object.hasOwn(doc.steps, effect.step) ? doc.steps[effect.step] : undefined
  const tool = BUILTIN_TOOLS.find(({ id }) => id === effect.tool_id)
  return {
    tool: tool?.name ?? (step?.type === 'tool' ? step.tool_name : undefined) ?? effect.tool_id,
    inputs: entriesOf(effect.input),
    effect: {
      key: effect.key,
      state: effect.state,
      attempts: effect.tries,
      honours_keys: recognizing.has(effect.step),
    },
  }
}

/** Everything that an entry about a step says beside what happened to it. */
function aboutStep(facts: TraceFacts, turn: TurnRow, ticket: Ticket): Omit<EntryWire, 'kind'> {
  const { step: id, round, item = -1 } = ticket
  const step = Object.hasOwn(facts.version.doc.steps, id) ? facts.version.doc.steps[id] : undefined
  const opening = facts.openings.find((run) => run.step === id && run.round === round)
  const task = facts.tasks.find((one) => one.step === id && one.round === round && one.item === item)
  return {
    ...EMPTY,
    step: id,
    name: step?.name ?? id,
    type: step?.type ?? null,
    item: item < 0 ? null : item,
    task_id: task?.id ?? null,
    open_for: opening ? Math.max(0, turn.at.getTime() - opening.opened_at.getTime()) : null,
  }
}

const nameIn = ({ version: { doc } }: TraceFacts, id: string) =>
  (Object.hasOwn(doc.steps, id) ? doc.steps[id]?.name : undefined) ?? id

/** Where leaving a step led in the same turn. */
const ledTo = (facts: TraceFacts, { commands }: TurnRow, id: string) =>
  commands.flatMap((command) =>
    command.c === 'open' && command.from.includes(id) ? [nameIn(facts, command.step)] : [],
  )

function resultsOf({ version: { doc } }: TraceFacts, { changed }: TurnRow, id: string) {
  const step = Object.hasOwn(doc.steps, id) ? doc.steps[id] : undefined
  const names = new Set((step ? writesOf(step) : []).map(({ name }) => name))
  return Object.entries(changed).flatMap(([name, value]) => (names.has(name) ? [{ name, ...bounded(value) }] : []))
}

const branchName = (facts: TraceFacts, id: string, outcome: string) => {
  const step = facts.version.doc.steps[id]
  const n = /^b(\d+)$/.exec(outcome)?.[1]
  return (step?.type === 'condition' && n ? step.branches[Number(n)]?.name : undefined) ?? outcome
}

/** What came in from outside, or what the turn found out itself, in plain parts. */
function eventEntry(facts: TraceFacts, turn: TurnRow, event: TurnEvent): EntryWire[] {
  const by = 'by' in event ? personOf(facts.people, event.by) : null
  if (!isTicket(event)) {
    if (event.t === 'start') {
      const { name, started_by, source, source_name } = facts.instance
      const origin = started_by === null ? { outcome: source, text: source_name } : {}
      const problems = facts.originProblems.length > 0 && { problems: [...facts.originProblems] }
      return [{ ...EMPTY, kind: 'started', name, by: personOf(facts.people, started_by), ...origin, ...problems }]
    }
    if (event.t !== 'cancel') return []
    return [{ ...EMPTY, kind: 'cancelled', name: facts.instance.name, by, text: event.reason }]
  }
  const base = { ...aboutStep(facts, turn, event), by }
  const left = { next: ledTo(facts, turn, event.step), results: resultsOf(facts, turn, event.step) }
  switch (event.t) {
    case 'done':
      return [{ ...base, ...left, kind: 'completed' }]
    case 'decision': {
      const given = facts.decisions.filter(({ task_id, slot }) => task_id === base.task_id && slot === event.slot)
      // A seat that was asked again has several: the one of this turn came last before it.
      const said = given.find(({ at }) => at <= turn.at) ?? given[0]
      return [{ ...base, ...left, kind: 'decided', outcome: event.decision, text: said?.comment || null }]
    }
    case 'withdrawn':
      return [{ ...base, kind: 'asked_again' }]
    case 'result': {
      const effect = effectAt(facts, event, event.attempt)
      const kind = base.type === 'subworkflow' ? 'child' : 'called'
      const text = effect?.problem ?? null
      if (event.ok)
        return [{ ...base, ...called(facts, effect), ...left, kind, outcome: event.outcome ?? 'done', text }]
      return [
        {
          ...base,
          ...called(facts, effect),
          next: left.next,
          kind: 'failed',
          outcome: event.code ?? null,
          text,
        },
      ]
    }
    case 'error':
      return [{ ...base, kind: 'failed', outcome: event.code, text: event.text }]
    case 'retry':
      return [{ ...base, ...called(facts, effectAt(facts, event, event.attempt)), kind: 'retried' }]
    case 'override':
      return [{ ...base, ...left, kind: 'overridden', outcome: event.outcome, text: event.reason }]
    case 'branch':
      return [{ ...base, next: left.next, kind: 'branched', outcome: branchName(facts, event.step, event.outcome) }]
    case 'opened':
    case 'more':
      return []
  }
  return []
}

/** What the turn did that no event says by itself. */
function commandEntry(facts: TraceFacts, turn: TurnRow, command: Command): EntryWire[] {
  if (command.c === 'finish') {
    return [{ ...EMPTY, kind: 'ended', name: facts.instance.name, outcome: command.outcome }]
  }
  if (!('step' in command)) return []
  const base = aboutStep(facts, turn, command)
  const told = turn.events.some(
    (event) => isTicket(event) && event.step === command.step && event.t !== 'opened' && event.t !== 'more',
  )
  if (command.c === 'open') return base.type === 'condition' ? [] : [{ ...base, kind: 'opened', open_for: null }]
  if (command.c === 'remind') return [{ ...base, kind: 'reminded' }]
  if (command.c === 'reassign') return [{ ...base, kind: 'reassigned' }]
  if (command.c === 'fail')
    return told ? [] : [{ ...base, kind: 'failed', outcome: command.code, text: command.text ?? null }]
  if (command.c !== 'close' || base.type === 'condition') return []
  const next = ledTo(facts, turn, command.step)
  if (base.type === 'wait' && command.outcome !== undefined)
    return [{ ...base, kind: 'waited', outcome: command.outcome, next }]
  if (command.why === 'returned') return [{ ...base, kind: 'returned', outcome: command.outcome ?? null, next }]
  if (command.why) return [{ ...base, kind: 'closed', outcome: command.outcome ?? null, text: command.why }]
  return told || command.outcome === undefined ? [] : [{ ...base, kind: 'closed', outcome: command.outcome, next }]
}

/** One turn in plain parts: what happened, then what that led to. */
export const entriesIn = (facts: TraceFacts, turn: TurnRow): EntryWire[] => [
  ...turn.events.flatMap((event) => eventEntry(facts, turn, event)),
  ...turn.commands.flatMap((command) => commandEntry(facts, turn, command)),
]

/** Whatever may be the id of a member in what came in and out. */
export const idsAmong = (entries: readonly EntryWire[]): string[] =>
  entries.flatMap(({ inputs, results }) => [...inputs, ...results].flatMap(({ value }) => idsIn(value)))

/** The runs that a turn speaks of. */
export const runsIn = ({ events, commands }: TurnRow): Run[] => [
  ...events.flatMap((event) => (isTicket(event) ? [{ step: event.step, round: event.round }] : [])),
  ...commands.flatMap((command) => ('step' in command ? [{ step: command.step, round: command.round }] : [])),
]
