import type { Compiled } from '../compile/compiled.ts'
import { bringsWrites, fieldWrites, writesOf } from '../compile/variables.ts'
import type { FlowDoc, Step } from '../document.ts'
import { plainCalendar } from '../eval/calendar.ts'
import { alarmsOf, type DueAt, dueOf, waitEnds } from '../eval/dates.ts'
import type { Result } from '../eval/result.ts'
import type { Scope } from '../eval/scope.ts'
import type { Json } from '../eval/tree.ts'
import { branchOf, listOf, peopleOf } from '../eval.ts'
import type { StepExprs } from '../exprs.ts'
import type { StepId } from '../plan.ts'
import { roundOf } from '../run/draft.ts'
import { outsideWorkOf } from '../run/outside-work.ts'
import { type Command, type Event, newState, reduce, type State } from '../run.ts'
import { sampleForm } from './samples.ts'
import type { Script, SimulateOptions, Turn } from './script.ts'

type Runnable = Extract<Compiled, { ok: true }>
type Ticket = { step: StepId; round: number; item?: number }

const mostProduced = 5000

/** How many are asked: each person once, and the starter only where that is allowed. */
function slotsOf({ approvers = [], allow_self }: StepExprs, scope: Scope, members: number): Result<number> {
  const people = new Set<string>()
  let queues = 0
  for (const who of approvers) {
    if ('starter' in who) people.add(scope.instance?.starter ?? '')
    else if ('person' in who) people.add(who.person)
    else if ('expr' in who) {
      const found = peopleOf(who.expr, scope)
      if (!found.ok) return found
      for (const person of found.value) people.add(person)
    } else queues += who.each ? members : 1
  }
  if (!allow_self) people.delete(scope.instance?.starter ?? '')
  return { ok: true, value: Math.min(20, people.size + queues) }
}

/** One instance with its variables, as the commit of a turn keeps it. */
export class World {
  readonly doc: FlowDoc
  readonly compiled: Runnable
  readonly options: SimulateOptions
  /** What is not answered stays empty, instead of being made up. */
  readonly exact: boolean
  readonly turns: Turn[] = []
  readonly lists = new Map<string, Json[]>()
  /** Answers given to a run, kept until the run is left: an answer that does not count changes nothing. */
  readonly given = new Map<string, Record<string, Json>>()
  state: State
  vars: Record<string, Json>
  due: DueAt | undefined

  constructor(doc: FlowDoc, compiled: Runnable, script: Script, options: SimulateOptions, exact = false) {
    this.doc = doc
    this.exact = exact
    this.compiled = compiled
    this.options = options
    this.state = newState(compiled.plan)
    this.vars = Object.fromEntries(
      Object.entries(doc.variables ?? {}).flatMap(([name, { default: value }]) =>
        value === undefined ? [] : [[name, value]],
      ),
    )
    const show = compiled.exprs.show ?? {}
    const asked = exact ? {} : sampleForm(doc.start_fields ?? [], show, this.scope(options.at), script.start ?? {})
    const known = new Set(exact ? [] : fieldWrites(doc.start_fields ?? [], '').map(({ name }) => name))
    const extra = Object.entries(script.start ?? {}).filter(([name]) => !known.has(name))
    this.vars = { ...this.vars, ...asked, ...Object.fromEntries(extra) }
    const due = compiled.exprs.due ? dueOf(compiled.exprs.due, this.scope(options.at)) : undefined
    this.due = due?.ok ? due.value : undefined
  }

  key = ({ step, round, item }: Ticket): string => `${step}:${round}${item === undefined ? '' : `:${item}`}`

  scope(now: number, ticket?: Ticket): Scope {
    const { starter = 'starter', at, calendar = plainCalendar } = this.options
    const list = ticket?.item === undefined ? undefined : this.lists.get(`${ticket.step}:${ticket.round}`)
    const item = ticket?.item === undefined ? undefined : list?.[ticket.item]
    return {
      vars: this.vars,
      now,
      calendar,
      rounds: Object.fromEntries(this.compiled.plan.steps.map(({ id }) => [id, roundOf(this.state, id)])),
      instance: { priority: 'medium', starter, started: at, ...(this.due && { due: this.due.at }) },
      ...(item !== undefined && { item, index: ticket?.item }),
    }
  }

  /** An event, or several that came at once, and then everything they lead to, until only waits are left. */
  turn(event: Event, ...others: Event[]): Turn {
    const events: Event[] = [event, ...others]
    const commands: Command[] = []
    for (const one of events) {
      const reduced = reduce(this.compiled.plan, this.state, one)
      this.state = reduced.state
      for (const command of reduced.commands) {
        commands.push(command)
        const produced = this.#carryOut(command, one.at)
        if (produced && events.length < mostProduced) events.push(produced)
      }
      // Long lists open their items event by event; here all of it is one turn.
      if (one === events.at(-1))
        for (const ticket of outsideWorkOf(this.compiled.plan, this.state).more)
          events.push({ at: one.at, t: 'more', ...ticket })
    }
    this.state = { ...this.state, seq: this.state.seq + 1 }
    const turn: Turn = {
      at: event.at,
      event,
      produced: events.slice(1 + others.length),
      commands,
      state: this.state,
      vars: this.vars,
    }
    this.turns.push(turn)
    return turn
  }

  #carryOut(command: Command, at: number): Event | undefined {
    if (command.c === 'close' && command.outcome !== undefined) this.#keep(command, command.outcome)
    if (command.c === 'open') return this.#opened(command, at)
    if (command.c === 'ask' && command.item !== undefined && command.slot === undefined)
      return this.#seated(command, at)
    if (command.c !== 'decide') return undefined
    const taken = branchOf(this.compiled.exprs.steps[command.step]?.when ?? [], this.scope(at, command))
    return event(at, command, taken, (outcome) => ({ t: 'branch', outcome }))
  }

  /** What a run brought lands in the variables as it is left. */
  #keep(ticket: Ticket, outcome: string): void {
    const step = this.doc.steps[ticket.step]
    if (!step || ticket.item !== undefined || !bringsWrites(step, outcome)) return
    const { vars } = this
    if (!step.each) {
      this.vars = { ...vars, ...this.given.get(this.key(ticket)) }
      return
    }
    const length = this.lists.get(this.key(ticket))?.length ?? 0
    const items = Array.from({ length }, (_, item) => this.given.get(this.key({ ...ticket, item })) ?? {})
    const lists = writesOf(step).map(({ name }) => [name, items.map((one) => one[name] ?? null)])
    this.vars = { ...vars, ...Object.fromEntries(lists) }
  }

  #seated(ticket: Ticket, at: number): Event | undefined {
    if (this.doc.steps[ticket.step]?.type !== 'approval') return undefined
    const slots = slotsOf(
      this.compiled.exprs.steps[ticket.step] ?? {},
      this.scope(at, ticket),
      this.options.members ?? 2,
    )
    return event(at, ticket, slots, (value) => ({ t: 'opened', slots: value }))
  }

  #opened(ticket: Ticket, at: number): Event | undefined {
    const step = this.doc.steps[ticket.step]
    if (!step || step.type === 'condition') return undefined
    const found = this.#dates(step, ticket, at)
    return event(at, ticket, found, (value) => ({ t: 'opened', ...value }))
  }

  #dates(
    step: Step,
    ticket: Ticket,
    at: number,
  ): Result<{ alarms?: [number, number][]; until?: number; slots?: number; items?: number }> {
    const exprs = this.compiled.exprs.steps[step.id] ?? {}
    const scope = this.scope(at, ticket)
    const due = exprs.due ? dueOf(exprs.due, scope) : undefined
    if (due && !due.ok) return due
    const alarms = alarmsOf(exprs.alarms ?? [], due?.value, scope)
    if (!alarms.ok) return alarms
    const set = alarms.value.length > 0 ? { alarms: alarms.value } : {}
    if (exprs.list) {
      const list = listOf(exprs.list, scope)
      if (!list.ok) return list
      this.lists.set(this.key(ticket), list.value)
      return { ok: true, value: { ...set, items: list.value.length } }
    }
    if (step.type === 'approval') {
      const slots = slotsOf(exprs, scope, this.options.members ?? 2)
      return slots.ok ? { ok: true, value: { ...set, slots: slots.value } } : slots
    }
    if (!exprs.until) return { ok: true, value: set }
    const until = waitEnds(exprs.until, scope)
    return until.ok ? { ok: true, value: { ...set, until: until.value } } : until
  }
}

type Opened = Omit<Extract<Event, { t: 'opened' }>, 'at' | 'step' | 'round' | 'item'>
type Branched = Omit<Extract<Event, { t: 'branch' }>, 'at' | 'step' | 'round' | 'item'>

function event<T>(
  at: number,
  { step, round, item }: Ticket,
  found: Result<T>,
  say: (value: T) => Opened | Branched,
): Event {
  const address = { at, step, round, ...(item !== undefined && { item }) }
  if (!found.ok) return { ...address, t: 'error', code: found.code, text: found.text }
  return { ...address, ...say(found.value) }
}
