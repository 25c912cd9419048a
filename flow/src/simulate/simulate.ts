import { compile } from '../compile/compiled.ts'
import type { Problem } from '../compile/problem.ts'
import type { FlowDoc, Step } from '../document.ts'
import { later, parseDuration } from '../eval/durations.ts'
import { openItems } from '../run/calls.ts'
import { lowestUndecided } from '../run/tally.ts'
import { earliest } from '../run/timers.ts'
import type { Event, Item } from '../run/types.ts'
import type { Open } from '../run.ts'
import { sampleForm, sampleOutput } from './samples.ts'
import type { Answer, Awaited, Script, SimulateOptions, Simulation } from './script.ts'
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

type Work = { awaited: Awaited; open: Open; item: Item; step: Step }

class Player {
  readonly #world: World
  readonly #script: Script
  readonly #runs = new Map<string, number>()
  readonly #counts = new Map<string, number>()
  #now: number

  constructor(world: World, script: Script) {
    this.#world = world
    this.#script = script
    this.#now = world.options.at
  }

  /** Everything that is waited for, in plan order. */
  awaited(): Awaited[] {
    return this.#work().map(({ awaited }) => awaited)
  }

  /** Lets the next thing happen. False if nothing will. */
  next(): boolean {
    const { state, options } = this.#world
    if (state.status !== 'running') return false
    const due = earliest(state)
    let soonest: { at: number; event: Event } | undefined
    for (const work of this.#work()) {
      const answer = this.#answer(work)
      if (!answer || answer.never) continue
      const takes = answer.takes === undefined ? undefined : parseDuration(answer.takes)
      const since = work.open.since
      const ready = takes ? later(options.calendar ?? this.#world.scope(since).calendar, since, takes) : since
      const at = Math.max(ready ?? since, this.#now)
      if (soonest === undefined || at < soonest.at) soonest = { at, event: this.#event(work, answer, at) }
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

  #work(): Work[] {
    const { plan } = this.#world.compiled
    return plan.steps.flatMap(({ id }) => {
      const open = Object.hasOwn(this.#world.state.open, id) ? this.#world.state.open[id] : undefined
      const step = this.#world.doc.steps[id]
      if (!open || !step) return []
      const run = this.#runOf(id, open.round)
      if (!open.each) return [{ open, item: open, step, awaited: this.#awaited(step, open, open, run) }]
      return openItems(open).map(([item, state]) => ({
        open,
        item: state,
        step,
        awaited: this.#awaited(step, open, state, run, item),
      }))
    })
  }

  /** Runs of a step are counted as they are first seen. */
  #runOf(step: string, round: number): number {
    const key = `${step}:${round}`
    const known = this.#runs.get(key)
    if (known !== undefined) return known
    const run = this.#counts.get(step) ?? 0
    this.#counts.set(step, run + 1)
    this.#runs.set(key, run)
    return run
  }

  #awaited(step: Step, open: Open, item: Item, run: number, place?: number): Awaited {
    const ticket = { step: step.id, round: open.round, run, ...(place !== undefined && { item: place }) }
    if (open.phase === 'failed' || item.phase === 'failed') return { ...ticket, what: 'operator' }
    if (step.type === 'wait') return { ...ticket, what: 'time', ...(open.until !== undefined && { until: open.until }) }
    if (step.type === 'approval') return { ...ticket, what: 'decision', slot: lowestUndecided(item.votes ?? {}) }
    return { ...ticket, what: step.type === 'tool' ? 'tool' : step.type === 'subworkflow' ? 'child' : 'task' }
  }

  #answer({ awaited, open }: Work): Answer | undefined {
    if (awaited.what === 'time' || awaited.what === 'operator' || open.held !== undefined) return undefined
    const scripted = this.#script.answers?.[awaited.step]?.[awaited.run]
    return scripted ?? (this.#script.otherwise === 'stop' ? undefined : {})
  }

  #event({ awaited, item, step }: Work, answer: Answer, at: number): Event {
    const { step: id, round, slot = 0 } = awaited
    const address = { at, step: id, round, ...(awaited.item !== undefined && { item: awaited.item }) }
    const by = `approver-${slot}`
    if (awaited.what === 'decision') {
      const decision = answer.decisions?.[slot] ?? answer.decisions?.at(-1) ?? 'approve'
      this.#note(step, address, { decision, decided_by: by, comment: '' })
      return { ...address, t: 'decision', slot, decision, by }
    }
    const scope = this.#world.scope(at, address)
    const given = answer.values ?? {}
    if (step.type === 'manual') {
      const show = this.#world.compiled.exprs.steps[id]?.show ?? {}
      this.#world.given.set(this.#world.key(address), sampleForm(step.fields, show, scope, given))
      return { ...address, t: 'done', by: 'somebody' }
    }
    const ok = answer.ok ?? true
    if (ok) this.#world.given.set(this.#world.key(address), { ...sampleOutput(step, scope), ...given })
    return {
      ...address,
      t: 'result',
      attempt: item.attempt,
      ok,
      ...(answer.outcome && { outcome: answer.outcome }),
      ...(answer.code !== undefined && { code: answer.code }),
    }
  }

  #note(
    step: Step,
    address: { step: string; round: number; item?: number },
    said: { decision: string; decided_by: string; comment: string },
  ): void {
    if (step.type !== 'approval') return
    const { decision, decided_by, comment } = step.output ?? {}
    this.#world.given.set(this.#world.key(address), {
      ...(decision !== undefined && { [decision]: said.decision }),
      ...(decided_by !== undefined && { [decided_by]: said.decided_by }),
      ...(comment !== undefined && { [comment]: said.comment }),
    })
  }
}
