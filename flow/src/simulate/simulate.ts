import { compile } from '../compile/compiled.ts'
import type { Problem } from '../compile/problem.ts'
import type { FlowDoc } from '../document.ts'
import { later, parseDuration } from '../eval/durations.ts'
import { earliest } from '../run/timers.ts'
import type { Event } from '../run/types.ts'
import type { Answer, Awaited, Script, SimulateOptions, Simulation } from './script.ts'
import { eventOf, type Work, Works } from './work.ts'
import { World } from './world.ts'

const mostTurns = 3000

export type Simulated = ({ ok: true } & Simulation) | { ok: false; problems: Problem[] }

/**
 * Plays an instance with the real reducer and a clock of its own: people and tools answer as the script says, waits and
 * alarms pass at once. Ends when the instance does, or when nobody is left who would answer.
 */
export function simulate(doc: FlowDoc, script: Script, options: SimulateOptions): Simulated {
  const compiled = compile(doc)
  if (!compiled.ok) return { ok: false, problems: compiled.problems }
  const world = new World(doc, compiled, script, options)
  const player = new Player(world, script)
  world.turn({ at: options.at, t: 'start' })
  while (world.turns.length < mostTurns && player.next());
  const { turns, state, vars } = world
  return { ok: true, doc, turns, state, vars, awaits: player.awaited() }
}

class Player {
  readonly #world: World
  readonly #script: Script
  readonly #works: Works
  #now: number

  constructor(world: World, script: Script) {
    this.#world = world
    this.#script = script
    this.#works = new Works(world)
    this.#now = world.options.at
  }

  awaited(): Awaited[] {
    return this.#works.list().map(({ awaited }) => awaited)
  }

  /** Lets the next thing happen. False if nothing will. */
  next(): boolean {
    const { state, options } = this.#world
    if (state.status !== 'running') return false
    const due = earliest(state)
    let soonest: { at: number; event: Event } | undefined
    for (const work of this.#works.list()) {
      const answer = this.#answer(work)
      if (!answer || answer.never) continue
      const takes = answer.takes === undefined ? undefined : parseDuration(answer.takes)
      const since = work.open.since
      const ready = takes ? later(options.calendar ?? this.#world.scope(since).calendar, since, takes) : since
      const at = Math.max(ready ?? since, this.#now)
      if (soonest === undefined || at < soonest.at) soonest = { at, event: eventOf(this.#world, work, answer, at) }
    }
    if (due !== null && (soonest === undefined || due <= soonest.at)) {
      this.#now = Math.max(this.#now, due)
      this.#world.turn({ at: this.#now, t: 'tick' })
      return true
    }
    if (!soonest) return false
    this.#now = soonest.at
    this.#world.turn(soonest.event)
    return true
  }

  #answer({ awaited, open }: Work): Answer | undefined {
    if (awaited.what === 'time' || awaited.what === 'operator' || open.held !== undefined) return undefined
    const scripted = this.#script.answers?.[awaited.step]?.[awaited.run]
    return scripted ?? (this.#script.otherwise === 'stop' ? undefined : {})
  }
}
