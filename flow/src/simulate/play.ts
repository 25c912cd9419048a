import { type Compiled, compile } from '../compile/compiled.ts'
import type { Problem } from '../compile/problem.ts'
import type { FlowDoc } from '../document.ts'
import type { Scope } from '../eval/scope.ts'
import type { Json } from '../eval/tree.ts'
import { earliest } from '../run/timers.ts'
import type { Answer, Awaited, SimulateOptions, Simulation } from './script.ts'
import { eventOf, type Work, Works } from './work.ts'
import { World } from './world.ts'

type StepRunRef = Pick<Awaited, 'step' | 'round' | 'item' | 'slot'>

/** One thing that happens, at the moment it is given. */
export type Move =
  | { kind: 'answer'; of: StepRunRef; answer: Pick<Answer, 'values' | 'decisions' | 'ok' | 'code' | 'outcome'> }
  /** An operator has a failed run tried again, or settles it. */
  | { kind: 'retry'; of: StepRunRef }
  | { kind: 'override'; of: StepRunRef; outcome: string }
  /** Everything goes off that is due until then. */
  | { kind: 'time'; to: number }

export type Played = Simulation & {
  now: number
  /** When the next wait ends or the next alarm goes off. */
  wakes: number | null
  /** How many turns each move made, beginning with the start. A move that came too late made none. */
  made: number[]
  scope: (of?: StepRunRef) => Scope
}

const mostTicks = 500

/**
 * Plays an instance with the real reducer, one move after the other as they are given, and nothing else: nobody answers
 * and no time passes by itself, and a field that is not answered stays empty.
 */
export function play(
  doc: FlowDoc,
  start: Record<string, Json>,
  moves: readonly Move[],
  options: SimulateOptions,
  /** Given where the same document is played again and again. */
  compiled: Compiled = compile(doc),
): ({ ok: true } & Played) | { ok: false; problems: Problem[] } {
  if (!compiled.ok) return { ok: false, problems: compiled.problems }
  const world = new World(doc, compiled, { start }, options, true)
  const works = new Works(world)
  let now = options.at
  world.turn({ at: now, t: 'start' })
  const made = [world.turns.length]
  for (const move of moves) {
    const before = world.turns.length
    // Runs are counted as they are seen, so every look counts.
    const work = works.list()
    if (move.kind === 'time') now = pass(world, works, now, move.to)
    else carryOut(world, work, move, now)
    made.push(world.turns.length - before)
  }
  const awaits = works.list().map(({ awaited }) => awaited)
  const { turns, state, vars } = world
  const scope = (of?: StepRunRef) => world.scope(now, of)
  return { ok: true, doc, turns, state, vars, awaits, now, wakes: earliest(state), made, scope }
}

function pass(world: World, works: Works, from: number, to: number): number {
  for (let ticks = 0; ticks < mostTicks; ticks++) {
    const due = earliest(world.state)
    if (due === null || due > to || world.state.status !== 'running') break
    world.turn({ at: Math.max(from, due), t: 'tick' })
    works.list()
  }
  return Math.max(from, to)
}

function carryOut(world: World, all: Work[], move: Exclude<Move, { kind: 'time' }>, at: number): void {
  const { step, round, item, slot } = move.of
  const work = all.find(({ awaited }) => awaited.step === step && awaited.round === round && awaited.item === item)
  if (!work) return
  const address = { at, step, round, ...(item !== undefined && { item }) }
  if (move.kind === 'retry') world.turn({ ...address, t: 'retry', attempt: work.item.attempt, by: 'operator' })
  else if (move.kind === 'override')
    world.turn({ ...address, t: 'override', outcome: move.outcome, by: 'operator', reason: 'Tried' })
  else {
    const asked = slot === undefined ? work : { ...work, awaited: { ...work.awaited, slot } }
    world.turn(eventOf(world, asked, move.answer, at))
  }
}
