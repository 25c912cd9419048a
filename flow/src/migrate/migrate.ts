import { hasBit } from '../bit-string.ts'
import type { Plan, PlanStep, StepId } from '../plan.ts'
import { stopCalls } from '../run/calls.ts'
import { type Draft, draftOf, own, roundOf } from '../run/draft.ts'
import { startReady } from '../run/start.ts'
import { setTimer } from '../run/timers.ts'
import type { Command, Open, State } from '../run/types.ts'

/** Where a token of the old plan goes: on at a step of the same type, or to a step that is to be started in its place. */
export type Mapping = Record<StepId, StepId | { start: StepId }>

export type Refused = { step: StepId; why: 'gone' | 'type' | 'order' | 'vars' | 'invalid'; text: string }

export type Migrated =
  | {
      ok: true
      state: State
      commands: Command[]
      /** Runs that go on, under which id and in which round. */
      kept: { from: StepId; to: StepId; round: number; askedAnew: boolean }[]
      closed: StepId[]
      opened: StepId[]
      /** Steps already done that lie ahead again. */
      ahead: StepId[]
    }
  | { ok: false; refused: Refused[] }

export type MigrateOptions = {
  at: number
  /** Steps the instance has finished, for the report. */
  done?: StepId[]
  /** Variables that expressions of the new version read and that have another type now. */
  retyped?: string[]
}

type Move = { from: StepId; to: PlanStep; open?: Open; goesOn: boolean }

/** Moves a running instance to another plan between two turns, or says what forbids it. */
export function migrate(before: Plan, after: Plan, state: State, map: Mapping, options: MigrateOptions): Migrated {
  if (state.plan !== before.hash) throw new Error(`state of plan ${state.plan} given with plan ${before.hash}`)
  const refused: Refused[] = (options.retyped ?? []).map((name) => ({
    step: '',
    why: 'vars',
    text: `"${name}" has another type in that version.`,
  }))
  if (state.status !== 'running') refused.push({ step: '', why: 'invalid', text: 'The instance isn’t running.' })
  const moves = movesOf(before, after, state, map, refused)
  refused.push(...orderProblems(after, moves))
  return refused.length > 0 ? { ok: false, refused } : carryOut(before, after, state, moves, options)
}

function movesOf(before: Plan, after: Plan, state: State, map: Mapping, refused: Refused[]): Move[] {
  return before.steps.flatMap((step): Move[] => {
    const open = own(state.open, step.id)
    if (!open && !Object.hasOwn(state.wait, step.id)) return []
    const wanted = own(map, step.id) ?? step.id
    const id = typeof wanted === 'string' ? wanted : wanted.start
    const to = after.steps.find((one) => one.id === id)
    if (!to) {
      refused.push({ step: step.id, why: 'gone', text: `There’s no step "${id}" in that version.` })
      return []
    }
    const goesOn = typeof wanted === 'string'
    if (goesOn && !sameKind(step, to, open)) {
      refused.push({ step: step.id, why: 'type', text: `"${id}" is another kind of step in that version.` })
      return []
    }
    return [{ from: step.id, to, ...(open && { open }), goesOn }]
  })
}

function sameKind(step: PlanStep, to: PlanStep, open: Open | undefined): boolean {
  if (step.type !== to.type || Boolean(step.each) !== Boolean(to.each)) return false
  return step.type !== 'tool' || to.type !== 'tool' || step.tool === to.tool || open?.phase === 'failed'
}

/** A step that another token leads to must not be open: it would run twice. */
function orderProblems(after: Plan, moves: Move[]): Refused[] {
  const at = ({ to }: Move) => after.steps.indexOf(to)
  return moves.flatMap((move, n): Refused[] => {
    if (moves.findIndex(({ to }) => to === move.to) < n)
      return [{ step: move.from, why: 'order', text: `Two runs would continue at "${move.to.id}".` }]
    const runs = move.open !== undefined && move.goesOn
    const behind = runs && moves.find((other) => other !== move && hasBit(other.to.reach, at(move)))
    return behind
      ? [{ step: move.from, why: 'order', text: `"${behind.to.id}" now comes before "${move.to.id}", which is open.` }]
      : []
  })
}

function carryOut(before: Plan, after: Plan, state: State, moves: Move[], { at, done = [] }: MigrateOptions): Migrated {
  const rounds = before.steps.map(({ id }) => roundOf(state, id))
  const base = Math.max(state.base, ...rounds, ...Object.values(state.open).map(({ round }) => round)) + 1
  const kept: Extract<Migrated, { ok: true }>['kept'] = []
  const next: State = { ...state, plan: after.hash, open: {}, wait: {}, round: {}, base }
  const draft: Draft = draftOf(after, next, at)
  for (const { from, to, open, goesOn } of moves) {
    const old = before.steps.find(({ id }) => id === from)
    if (open && goesOn && old) {
      const askedAnew = open.phase === 'working' && !sameVoters(old, to)
      const run = carriedOn(old, to, open, from === to.id ? open.round : base, askedAnew)
      draft.state.open[to.id] = run
      if (run.round !== base) draft.state.round[to.id] = run.round
      if (askedAnew) draft.commands.push({ c: 'open', step: to.id, round: run.round, from: [] })
      kept.push({ from, to: to.id, round: run.round, askedAnew })
    } else {
      if (open && old) {
        draft.commands.push({ c: 'close', step: from, round: open.round, why: 'migrated' })
        stopCalls(draft, old, open)
      }
      draft.state.wait[to.id] = arrivals(after, own(state.wait, from) ?? [], to)
    }
  }
  startReady(draft)
  setTimer(draft, state)
  const { commands } = draft
  const stays = new Set(kept.map(({ from }) => from))
  return {
    ok: true,
    state: draft.state,
    commands,
    kept,
    closed: Object.keys(state.open).filter((id) => !stays.has(id)),
    opened: commands.flatMap((command) =>
      command.c === 'open' && !kept.some(({ to }) => to === command.step) ? [command.step] : [],
    ),
    ahead: aheadOf(after, draft.state, done),
  }
}

function sameVoters(old: PlanStep, to: PlanStep): boolean {
  if (old.type !== 'approval' || to.type !== 'approval') return true
  return old.who === to.who && old.rule === to.rule && old.order === to.order
}

/** The run under its new settings. Alarms already set stay only where the list they are numbered by is the same. */
function carriedOn(old: PlanStep, to: PlanStep, open: Open, round: number, askedAnew: boolean): Open {
  const { alarms, held, ...kept } = open
  const { slots: _, votes: __, each: ___, ...bare } = kept
  const sameAlarms = JSON.stringify(old.alarms) === JSON.stringify(to.alarms)
  return {
    ...(askedAnew ? bare : kept),
    round,
    ...(alarms && sameAlarms && !askedAnew && { alarms }),
    ...(held !== undefined && to.outs.some(({ name }) => name === held) && { held }),
  }
}

/** Sources stay where the new plan has that edge; a token without one has arrived all the same. */
function arrivals(after: Plan, sources: StepId[], to: PlanStep): StepId[] {
  const position = after.steps.indexOf(to)
  const known = sources.filter((source) =>
    after.steps
      .find(({ id }) => id === source)
      ?.outs.some(({ back, to: targets }) => !back && targets.includes(position)),
  )
  return known.length > 0 ? known : ['']
}

function aheadOf(after: Plan, { open, wait }: State, done: StepId[]): StepId[] {
  const tokens = after.steps.filter(({ id }) => Object.hasOwn(open, id) || Object.hasOwn(wait, id))
  return done.filter((id) => {
    const position = after.steps.findIndex((step) => step.id === id)
    return position >= 0 && tokens.some(({ reach, id: token }) => token === id || hasBit(reach, position))
  })
}
