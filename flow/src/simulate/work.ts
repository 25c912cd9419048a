import type { Step } from '../document.ts'
import { openItems } from '../run/calls.ts'
import { lowestUndecided } from '../run/tally.ts'
import type { Event, Item } from '../run/types.ts'
import type { Open } from '../run.ts'
import { sampleForm, sampleOutput } from './samples.ts'
import type { Answer, Awaited } from './script.ts'
import type { World } from './world.ts'

export type Work = { awaited: Awaited; open: Open; item: Item; step: Step }

/** What is waited for in a world, from one look to the next. */
export class Works {
  readonly #world: World
  readonly #runs = new Map<string, number>()
  readonly #counts = new Map<string, number>()

  constructor(world: World) {
    this.#world = world
  }

  /** Everything that is waited for, in plan order. */
  list(): Work[] {
    const { plan } = this.#world.compiled
    return plan.steps.flatMap(({ id }) => {
      const open = Object.hasOwn(this.#world.state.open, id) ? this.#world.state.open[id] : undefined
      const step = this.#world.doc.steps[id]
      if (!open || !step) return []
      const run = this.#runOf(id, open.round)
      if (!open.each) return [{ open, item: open, step, awaited: awaitedOf(step, open, open, run) }]
      return openItems(open).map(([item, state]) => ({
        open,
        item: state,
        step,
        awaited: awaitedOf(step, open, state, run, item),
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
}

function awaitedOf(step: Step, open: Open, item: Item, run: number, place?: number): Awaited {
  const ticket = { step: step.id, round: open.round, run, ...(place !== undefined && { item: place }) }
  if (open.phase === 'failed' || item.phase === 'failed') return { ...ticket, what: 'operator' }
  if (step.type === 'wait') return { ...ticket, what: 'time', ...(open.until !== undefined && { until: open.until }) }
  if (step.type === 'approval') return { ...ticket, what: 'decision', slot: lowestUndecided(item.votes ?? {}) }
  return { ...ticket, what: step.type === 'tool' ? 'tool' : step.type === 'subworkflow' ? 'child' : 'task' }
}

/** The answer as the event that brings it; what it sets is kept in the world until the run is left. */
export function eventOf(world: World, { awaited, item, step }: Work, answer: Answer, at: number): Event {
  const { step: id, round, slot = 0 } = awaited
  const address = { at, step: id, round, ...(awaited.item !== undefined && { item: awaited.item }) }
  const by = `approver-${slot}`
  if (awaited.what === 'decision') {
    const decision = answer.decisions?.[slot] ?? answer.decisions?.at(-1) ?? 'approve'
    note(world, step, address, { decision, decided_by: by, comment: '' })
    return { ...address, t: 'decision', slot, decision, by }
  }
  const scope = world.scope(at, address)
  const given = answer.values ?? {}
  if (step.type === 'manual') {
    const show = world.compiled.exprs.steps[id]?.show ?? {}
    world.given.set(world.key(address), world.exact ? given : sampleForm(step.fields, show, scope, given))
    return { ...address, t: 'done', by: 'somebody' }
  }
  const ok = answer.ok ?? true
  if (ok) world.given.set(world.key(address), { ...sampleOutput(step, scope), ...given })
  return {
    ...address,
    t: 'result',
    attempt: item.attempt,
    ok,
    ...(answer.outcome && { outcome: answer.outcome }),
    ...(answer.code !== undefined && { code: answer.code }),
  }
}

function note(
  world: World,
  step: Step,
  address: { step: string; round: number; item?: number },
  said: { decision: string; decided_by: string; comment: string },
): void {
  if (step.type !== 'approval') return
  const { decision, decided_by, comment } = step.output ?? {}
  world.given.set(world.key(address), {
    ...(decision !== undefined && { [decision]: said.decision }),
    ...(decided_by !== undefined && { [decided_by]: said.decided_by }),
    ...(comment !== undefined && { [comment]: said.comment }),
  })
}
