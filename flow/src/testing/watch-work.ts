import { countBits, hasBit } from '../bit-string.ts'
import type { Plan, PlanStep, StepId } from '../plan.ts'
import { openItems } from '../run/calls.ts'
import type { Command, Event, Open, Reduced, State } from '../run.ts'
import type { Facts } from './facts.ts'
import { hold } from './hold.ts'

/** Looks on at what happens inside open steps: items, calls, alarms, slots and variables. */
export class WorkWatch {
  readonly #plan: Plan
  readonly #facts: Facts
  readonly #inFlight: Set<string>
  readonly #keys: Set<string>
  readonly #set = new Set<string>()
  #asked = new Map<string, number>()

  constructor(plan: Plan, facts: Facts, earlier?: WorkWatch) {
    this.#plan = plan
    this.#facts = facts
    this.#inFlight = new Set(earlier ? earlier.#inFlight : [])
    this.#keys = new Set(earlier ? earlier.#keys : [])
  }

  /** Calls made outside a turn. */
  called(commands: Command[]): void {
    for (const command of commands)
      if (command.c === 'call' || command.c === 'child') {
        hold(!this.#keys.has(`${command.key}#${command.attempt}`), `${command.key} was called twice`)
        this.#keys.add(`${command.key}#${command.attempt}`)
        this.#inFlight.add(ticket(command))
      } else if (command.c === 'uncall' || command.c === 'unchild') this.#inFlight.delete(ticket(command))
  }

  turn(before: State, event: Event, { state, commands }: Reduced): void {
    if (event.t === 'result') this.#inFlight.delete(ticket(event))
    for (const command of commands) this.#command(before, event, command)
    this.#opensFew(commands)
    for (const step of this.#plan.steps) {
      const open = Object.hasOwn(state.open, step.id) ? state.open[step.id] : undefined
      if (open) this.#open(step, open, event)
    }
    this.#together(state)
  }

  /** No event opens so many items that its turn would grow with the list. */
  #opensFew(commands: Command[]): void {
    const opened = commands.filter((one) => 'item' in one && (one.c === 'ask' || one.c === 'call' || one.c === 'child'))
    hold(opened.length <= 25, `an event opened ${opened.length} items`)
  }

  #command(before: State, event: Event, command: Command): void {
    if (command.c === 'call' || command.c === 'child') this.called([command])
    if (command.c === 'uncall' || command.c === 'unchild')
      hold(this.#inFlight.delete(ticket(command)), `${ticket(command)} was not under way`)
    if (command.c === 'open') {
      for (const name of this.#facts.sure(command.step))
        hold(this.#set.has(name), `${name} is not set at ${command.step}`)
      this.#asked = new Map([...this.#asked].filter(([key]) => !key.startsWith(`${command.step}@${command.round}`)))
    }
    if (command.c === 'close' && command.item === undefined && command.outcome !== undefined)
      for (const name of this.#facts.written(command.step, command.outcome)) this.#set.add(name)
    if (command.c === 'remind' || command.c === 'reassign') this.#alarm(before, event, command)
    if (command.c === 'ask' && command.slot !== undefined) {
      const key = ticket(command)
      hold((this.#asked.get(key) ?? 0) < command.slot, `${key} asked slot ${command.slot} out of order`)
      this.#asked.set(key, command.slot)
    }
  }

  #alarm(before: State, event: Event, { step, round, n, c }: Command & { c: 'remind' | 'reassign' }): void {
    const due = before.open[step]?.alarms?.find(([, alarm]) => alarm === n)
    hold(event.t === 'tick' && before.open[step]?.round === round, `${step} was reminded by ${event.t}`)
    hold(due !== undefined && due[0] <= event.at, `${step} was reminded before its time`)
    hold(this.#plan.steps.find(({ id }) => id === step)?.alarms?.[n]?.act === c, `${step} got another alarm`)
  }

  #open(step: PlanStep, open: Open, event: Event): void {
    if (event.t === 'tick')
      for (const at of [...(open.alarms ?? []).map(([at]) => at), ...(open.until === undefined ? [] : [open.until])])
        hold(at > event.at, `${step.id} slept through its time`)
    for (const { slots = 20, votes = {} } of [open, ...openItems(open).map(([, item]) => item)])
      hold(
        Object.keys(votes).every((slot) => Number(slot) < slots),
        `${step.id} has votes without a slot`,
      )
    if (open.each) this.#items(step, open, open.each)
  }

  /** The items of a list are open, done or lost, and the list still has something to do. */
  #items(step: PlanStep, open: Open, { n, next, done, lost, open: items }: NonNullable<Open['each']>): void {
    const numbers = Object.keys(items).map(Number)
    const until = step.each?.until ?? 'all'
    const needed = until === 'all' ? n : until === 'first' ? 1 : Math.min(until, n)
    hold(
      next <= n && numbers.every((item) => item < next && !hasBit(done, item)),
      `${step.id} opened items out of order`,
    )
    hold(numbers.length + countBits(done) + lost === next, `${step.id} lost sight of an item`)
    hold(numbers.length <= (step.each?.order === 'in_order' ? 1 : 100), `${step.id} opened too many items`)
    if (open.phase === 'failed') return
    hold(numbers.length > 0, `${step.id} waits for no item`)
    hold(countBits(done) < needed && n - lost >= needed, `${step.id} should have left its list`)
  }

  /** Open steps are believed able to be so together; a closed run has no call under way. */
  #together(state: State): void {
    const open = Object.keys(state.open)
    for (const [n, one] of open.entries())
      for (const other of open.slice(n + 1))
        hold(
          this.#facts.beside(one, other) && this.#facts.beside(other, one),
          `${one} and ${other} run at the same time`,
        )
    for (const key of this.#inFlight) {
      const [step = '', round] = key.split('@')
      const run = Object.hasOwn(state.open, step) ? state.open[step] : undefined
      hold(run !== undefined && round?.split(':')[0] === String(run.round), `the call of ${key} was left running`)
    }
  }
}

const ticket = ({ step, round, item }: { step: StepId; round: number; item?: number }) =>
  `${step}@${round}${item === undefined ? '' : `:${item}`}`
