import { hasBit } from '../bits.ts'
import type { Plan } from '../plan.ts'
import { type Event, newState, type reduce, type State } from '../run.ts'
import { homeward, type Move, wilful } from './answers.ts'
import { modelOf, waysHome } from './model.ts'
import { hold, Watch } from './watch.ts'

export type Reduce = typeof reduce
export type Tally = { events: number; dropped: number; returns: number; joins: number; incidents: number }

const most = 3000

const mirrored = <T>(record: Record<string, T>) => Object.fromEntries(Object.entries(record).reverse())
const mirror = (state: State): State => ({
  ...state,
  open: mirrored(state.open),
  wait: mirrored(state.wait),
  round: mirrored(state.round),
})

/** People, tools, clocks and operators around one instance, as wilful as the moves say, then all bound for the end. */
export class World {
  readonly tally: Tally = { events: 0, dropped: 0, returns: 0, joins: 0, incidents: 0 }
  state: State
  readonly #reduce: Reduce
  readonly #plan: Plan
  readonly #watch: Watch
  readonly #homeward: string[]
  readonly #past: Event[] = []
  #now = 0
  #bound = false

  constructor(reduce: Reduce, plan: Plan) {
    const model = modelOf(plan)
    for (const [from, { reach, fork, id }] of plan.steps.entries()) {
      hold(fork === model.forkOf(from), `fork of ${id}`)
      for (const to of plan.steps.keys()) hold(hasBit(reach, to) === model.reaches(from, to), `reach of ${id}`)
    }
    this.#reduce = reduce
    this.#plan = plan
    this.#watch = new Watch(plan, model)
    this.#homeward = waysHome(plan)
    this.state = newState(plan)
  }

  /** Plays the moves, then lets everybody answer so that the instance ends. */
  play(moves: Move[]): void {
    this.#turn({ at: 0, t: 'start' }, 1)
    let after = 0
    for (const move of moves) {
      if (this.state.status !== 'running' && (after += 1) > 3) break
      this.#now += 1
      if (move.kind < 15) this.#repeat(move)
      else if (move.kind < 25) this.#stray(move)
      else this.#act(move)
    }
    this.#bound = true
    for (let turns = 0; this.state.status === 'running'; turns++) {
      hold(turns < most, 'no end in sight')
      this.#now += 1
      this.#act({ kind: 50, pick: turns, answer: turns })
    }
    hold(this.#feed({ at: this.#now, t: 'start' }), 'counted after the end')
  }

  /** Feeds one event and everything the turn itself produces. */
  #turn(event: Event, answer: number): void {
    const events = [event]
    for (const next of events) {
      hold(events.length < most, 'a turn without end')
      const before = this.state
      if (this.#feed(next)) continue
      events.push(...this.#produced(next, before, answer + events.length))
    }
    const { open, wait } = this.state
    if (Object.keys(wait).length > 0) this.tally.joins += 1
    for (const { id, type } of this.#plan.steps) {
      const step = Object.hasOwn(open, id) ? open[id] : undefined
      if (step?.phase !== 'working') continue
      hold(type !== 'condition', `${id} was not decided in its turn`)
      hold(type !== 'wait' || step.until !== undefined, `${id} waits for no time`)
      hold(type !== 'approval' || step.slots !== undefined, `${id} asks nobody`)
    }
  }

  /** True if the event was dropped. */
  #feed(event: Event): boolean {
    const before = this.state
    const text = JSON.stringify(before)
    const reduced = this.#reduce(this.#plan, before, event)
    const again = this.#reduce(this.#plan, JSON.parse(text), event)
    const turned = this.#reduce(this.#plan, mirror(before), event)
    hold(JSON.stringify(turned.commands) === JSON.stringify(reduced.commands), 'the order of keys decided')
    hold(JSON.stringify(before) === text, 'the given state was changed')
    hold(JSON.stringify(again) === JSON.stringify(reduced), 'same events, another answer')
    this.tally.events += 1
    if (reduced.dropped) {
      hold(reduced.state === before && reduced.commands.length === 0, 'a dropped event left a trace')
      this.tally.dropped += 1
      return true
    }
    this.#watch.turn(before, event, reduced)
    this.#past.push(event)
    this.tally.returns += Math.max(0, reduced.state.returns - before.returns)
    this.tally.incidents += reduced.commands.filter(({ c }) => c === 'fail').length
    this.state = reduced.state
    return false
  }

  /** What the turn finds out about the steps it opens: dates, people, branches, now and then an error. */
  #produced(cause: Event, before: State, answer: number): Event[] {
    return this.#plan.steps.flatMap(({ id, type, outs }, position): Event[] => {
      const open = Object.hasOwn(this.state.open, id) ? this.state.open[id] : undefined
      const known = Object.hasOwn(before.open, id) ? before.open[id] : undefined
      const fresh = known?.round !== open?.round || (cause.t === 'retry' && cause.step === id)
      if (!open || !fresh || open.phase === 'failed') return []
      const address = { at: this.#now, step: id, round: open.round }
      const draw = answer * 7 + position
      if (!this.#bound && draw % 29 === 0) return [{ ...address, t: 'error', code: 'expr_error', text: '' }]
      if (type === 'wait') return [{ ...address, t: 'opened', until: this.#now + 1 + (draw % 3) }]
      if (type === 'approval') return [{ ...address, t: 'opened', slots: this.#bound ? 3 : draw % 5 }]
      const outcome = this.#bound ? this.#homeward[position] : outs[draw % outs.length]?.name
      return type === 'condition' ? [{ ...address, t: 'branch', outcome: outcome ?? '' }] : []
    })
  }

  /** Whatever has counted once must not count again. What a turn produced never comes from outside. */
  #repeat({ pick }: Move): void {
    const sent = this.#past.filter(({ t }) => t !== 'opened' && t !== 'branch' && t !== 'error')
    const event = sent[pick % sent.length]
    if (event) hold(this.#feed(event), `${event.t} counted twice`)
  }

  /** Tickets that nobody was ever given. */
  #stray({ pick, answer }: Move): void {
    const step = this.#plan.steps[pick % this.#plan.steps.length]?.id ?? ''
    const round = (Object.hasOwn(this.state.open, step) ? (this.state.open[step]?.round ?? 0) : 0) + 1 + (answer % 2)
    const strays: Event[] = [
      { at: this.#now, t: 'done', step, round, by: 'p' },
      { at: this.#now, t: 'result', step, round, attempt: 1, ok: true },
      { at: this.#now, t: 'override', step: 'nobody', round: 1, outcome: 'done', by: 'p', reason: '' },
      { at: 0, t: 'tick' },
    ]
    const event = strays[answer % strays.length]
    if (event) hold(this.#feed(event), `a stray ${event.t} counted`)
  }

  #act({ kind, pick, answer }: Move): void {
    if (kind === 99) return this.#turn({ at: this.#now, t: 'cancel', by: 'p', reason: '' }, answer)
    const open = this.#plan.steps.flatMap((step, position) => {
      const at = Object.hasOwn(this.state.open, step.id) ? this.state.open[step.id] : undefined
      return at ? [{ step, position, at }] : []
    })
    const chosen = open[pick % open.length]
    if (!chosen) return undefined
    const home = this.#homeward[chosen.position] ?? ''
    const { step, at } = chosen
    const event = this.#bound
      ? homeward(this.#now, step, at, home)
      : wilful(this.#now, step, at, { kind, pick, answer })
    if (event.t === 'tick') this.#now = Math.max(this.#now, event.at)
    return this.#turn(event, answer)
  }
}
