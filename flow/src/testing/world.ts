import { hasBit } from '../bit-string.ts'
import type { Plan } from '../plan.ts'
import { outsideWorkOf } from '../run/outside-work.ts'
import { type Command, type Event, newState, type Reduced, type reduce, type State } from '../run.ts'
import { homeward, type Move, wilful } from './answers.ts'
import type { Facts } from './facts.ts'
import { hold } from './hold.ts'
import { modelOf, waysHome } from './model.ts'
import { Watch } from './watch.ts'
import { WorkWatch } from './watch-work.ts'

export type Reduce = typeof reduce
export type Tally = Record<
  'events' | 'dropped' | 'returns' | 'joins' | 'incidents' | 'items' | 'alarms' | 'children',
  number
>

const most = 3000

const mirrored = <T>(record: Record<string, T>) => Object.fromEntries(Object.entries(record).reverse())
const mirror = (state: State): State => ({
  ...state,
  open: mirrored(state.open),
  wait: mirrored(state.wait),
  round: mirrored(state.round),
})

/** One list in fifty is longer than an event opens, or than may be open together. */
const lengthOf = (draw: number) => (draw % 50 === 7 ? 26 + (draw % 110) : draw % 6)

/** People, tools, clocks and operators around one instance, as wilful as the moves say, then all bound for the end. */
export class World {
  readonly tally: Tally = {
    events: 0,
    dropped: 0,
    returns: 0,
    joins: 0,
    incidents: 0,
    items: 0,
    alarms: 0,
    children: 0,
  }
  state: State
  readonly #reduce: Reduce
  readonly #plan: Plan
  readonly #watch: Watch
  readonly #work: WorkWatch
  readonly #homeward: string[]
  readonly #past: Event[] = []
  #now = 0
  #bound = false
  #events = 0

  constructor(reduce: Reduce, plan: Plan, facts: Facts, earlier?: World) {
    const model = modelOf(plan)
    for (const [from, { reach, fork, id }] of plan.steps.entries()) {
      hold(fork === model.forkOf(from), `fork of ${id}`)
      for (const to of plan.steps.keys()) hold(hasBit(reach, to) === model.reaches(from, to), `reach of ${id}`)
    }
    this.#reduce = reduce
    this.#plan = plan
    this.#watch = new Watch(plan, model, earlier ? earlier.#watch.opened : new Set())
    this.#work = new WorkWatch(plan, facts, earlier ? earlier.#work : undefined)
    this.#now = earlier ? earlier.#now : 0
    this.#homeward = waysHome(plan)
    this.state = newState(plan)
  }

  /** Plays the moves, then lets everybody answer so that the instance ends. */
  play(moves: Move[]): void {
    this.begin(moves)
    this.#bound = true
    for (let turns = 0; this.state.status === 'running'; turns++) {
      hold(turns < most, 'no end in sight')
      this.#now += 1
      this.#act({ kind: 50, pick: turns, answer: turns })
    }
    hold(!this.#feed({ at: this.#now, t: 'start' }), 'counted after the end')
  }

  /** Plays the moves only. */
  begin(moves: Move[]): void {
    if (this.state.status === 'new') this.#turn([{ at: 0, t: 'start' }], 1)
    let after = 0
    for (const move of moves) {
      if (this.state.status !== 'running' && (after += 1) > 3) break
      this.#now += 1
      if (move.kind < 15) this.#repeat(move)
      else if (move.kind < 25) this.#stray(move)
      else this.#act(move)
    }
  }

  /** Goes on from a state that another plan's run was moved to. */
  takeOver(state: State, commands: Command[]): void {
    for (const command of commands) {
      const ticket = command.c === 'open' ? `${command.step}@${command.round}` : ''
      const again = command.c === 'open' && command.from.length === 0
      hold(ticket === '' || again || !this.#watch.opened.has(ticket), `${ticket} ran twice`)
      if (ticket !== '') this.#watch.opened.add(ticket)
    }
    this.#work.called(commands)
    this.state = state
    this.#turn(
      commands.flatMap((command) => this.#produced(command, 3)),
      3,
    )
  }

  /** Feeds events and everything the turn itself produces. */
  #turn(given: Event[], answer: number): void {
    const events = [...given]
    for (const next of events) {
      hold(events.length < most, 'a turn without end')
      for (const command of this.#feed(next) ?? []) events.push(...this.#produced(command, answer + events.length))
      if (next === events.at(-1))
        for (const ticket of outsideWorkOf(this.#plan, this.state).more)
          events.push({ at: this.#now, t: 'more', ...ticket })
    }
    const { open, wait } = this.state
    if (Object.keys(wait).length > 0) this.tally.joins += 1
    for (const { id, type, each } of this.#plan.steps) {
      const step = Object.hasOwn(open, id) ? open[id] : undefined
      if (step?.phase !== 'working') continue
      hold(type !== 'condition', `${id} was not decided in its turn`)
      hold(type !== 'wait' || step.until !== undefined, `${id} waits for no time`)
      hold(type !== 'approval' || Boolean(each) || step.slots !== undefined, `${id} asks nobody`)
      hold(!each || step.each !== undefined, `${id} has read no list`)
    }
  }

  /** The commands, or undefined if the event was dropped. */
  #feed(event: Event): Command[] | undefined {
    const before = this.state
    const reduced = this.#events % 2 === 0 ? this.#twice(event) : this.#reduce(this.#plan, before, event)
    this.#events += 1
    this.tally.events += 1
    if (reduced.dropped) {
      hold(reduced.state === before && reduced.commands.length === 0, 'a dropped event left a trace')
      this.tally.dropped += 1
      return undefined
    }
    this.#watch.turn(before, event, reduced)
    this.#work.turn(before, event, reduced)
    this.#past.push(event)
    this.tally.returns += Math.max(0, reduced.state.returns - before.returns)
    const told = (c: Command['c']) => reduced.commands.filter((command) => command.c === c).length
    this.tally.incidents += told('fail')
    this.tally.alarms += told('remind') + told('reassign')
    this.tally.children += told('child')
    this.tally.items += reduced.commands.filter((command) => 'item' in command && command.c !== 'close').length
    this.state = reduced.state
    return reduced.commands
  }

  /** The same state and event once more: through JSON, and with its keys the other way round. */
  #twice(event: Event): Reduced {
    const before = this.state
    const text = JSON.stringify(before)
    const reduced = this.#reduce(this.#plan, before, event)
    const again = this.#reduce(this.#plan, JSON.parse(text), event)
    const turned = this.#reduce(this.#plan, mirror(before), event)
    hold(JSON.stringify(before) === text, 'the given state was changed')
    hold(JSON.stringify(again) === JSON.stringify(reduced), 'same events, another answer')
    hold(JSON.stringify(turned.commands) === JSON.stringify(reduced.commands), 'the order of keys decided')
    return reduced
  }

  /** What the turn finds out about what it opens: dates, people, branches, lists, now and then an error. */
  #produced(command: Command, answer: number): Event[] {
    if (command.c !== 'open' && command.c !== 'decide' && command.c !== 'ask') return []
    const position = this.#plan.steps.findIndex(({ id }) => id === command.step)
    const step = this.#plan.steps[position]
    if (!step) return []
    const draw = answer * 7 + position
    const address = { at: this.#now, step: step.id, round: command.round }
    const error = !this.#bound && draw % 29 === 0
    if (command.c === 'ask') {
      if (command.item === undefined || command.slot !== undefined) return []
      const item = { ...address, item: command.item }
      if (error) return [{ ...item, t: 'error', code: 'expr_error', text: '' }]
      return step.type === 'approval' ? [{ ...item, t: 'opened', slots: this.#bound ? 3 : draw % 5 }] : []
    }
    if (error) return [{ ...address, t: 'error', code: 'expr_error', text: '' }]
    if (command.c === 'decide') {
      const outcome = this.#bound ? this.#homeward[position] : step.outs[draw % step.outs.length]?.name
      return [{ ...address, t: 'branch', outcome: outcome ?? '' }]
    }
    if (step.type === 'condition') return []
    // Bound for the end, everybody answers in time: an alarm that finishes a step would lead round again.
    const alarms = (this.#bound ? [] : (step.alarms ?? [])).map((_, n): [number, number] => [
      this.#now + 1 + ((draw + n * 5) % 7),
      n,
    ])
    const set = alarms.length > 0 ? { alarms } : {}
    if (step.each) return [{ ...address, t: 'opened', ...set, items: this.#bound ? 1 + (draw % 3) : lengthOf(draw) }]
    if (step.type === 'wait') return [{ ...address, t: 'opened', ...set, until: this.#now + 1 + (draw % 3) }]
    if (step.type === 'approval') return [{ ...address, t: 'opened', ...set, slots: this.#bound ? 3 : draw % 5 }]
    return alarms.length > 0 ? [{ ...address, t: 'opened', ...set }] : []
  }

  /** Whatever has counted once must not count again. What a turn produced never comes from outside. */
  #repeat({ pick }: Move): void {
    const sent = this.#past.filter(({ t }) => t !== 'opened' && t !== 'more' && t !== 'branch' && t !== 'error')
    const event = sent[pick % sent.length]
    if (event) hold(!this.#feed(event), `${event.t} counted twice`)
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
    if (event) hold(!this.#feed(event), `a stray ${event.t} counted`)
  }

  #act({ kind, pick, answer }: Move): void {
    if (kind === 99) return this.#turn([{ at: this.#now, t: 'cancel', by: 'p', reason: '' }], answer)
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
    return this.#turn([event], answer)
  }
}
