import type { Out, Plan, PlanStep, StepId } from '../plan.ts'
import type { Command, Event, Reduced, State } from '../run.ts'
import { hold } from './hold.ts'
import type { Model } from './model.ts'

type Leaving = { position: number; step: PlanStep; out: Out }

const has = (record: Record<StepId, unknown>, id: StepId) => Object.hasOwn(record, id)
const roundIn = (state: State, id: StepId) => (has(state.round, id) ? state.round[id] : state.base)

/** Looks on as a run goes by and throws at the first turn that breaks a promise. */
export class Watch {
  readonly plan: Plan
  readonly model: Model
  /** Tickets that have been given out. */
  readonly opened: Set<string>

  constructor(plan: Plan, model: Model, opened = new Set<string>()) {
    this.opened = opened
    this.plan = plan
    this.model = model
  }

  turn(before: State, event: Event, { state: after, commands }: Reduced): void {
    this.#tickets(event, before, after, commands)
    this.#tokens(after)
    const leavings = this.#leavings(commands)
    this.#closings(before, event, after, leavings)
    this.#rounds(before, after, leavings)
    this.#arrivals(before, after, commands, leavings)
  }

  /** No step runs twice in one round, no call is made twice, and the commands tell the whole story of the state. */
  #tickets(event: Event, before: State, after: State, commands: Command[]): void {
    const open = new Map(Object.entries(before.open).map(([id, { round }]) => [id, round]))
    for (const command of commands) {
      if (command.c === 'open') {
        const { step, round } = command
        const again = event.t === 'retry' && event.step === step
        hold(!this.opened.has(`${step}@${round}`) || again, `${step}@${round} ran twice`)
        this.opened.add(`${step}@${round}`)
        open.set(step, round)
      }
      if (command.c === 'close') {
        hold(open.get(command.step) === command.round, `${command.step} closed though not open`)
        if (command.item === undefined) open.delete(command.step)
      }
    }
    hold(open.size === Object.keys(after.open).length, 'open steps and commands differ in number')
    for (const [id, { round }] of Object.entries(after.open))
      hold(open.get(id) === round, `${id} is open though no command says so`)
  }

  /** A token holds back all that it reaches; what waits is held back by something open; nothing is stuck. */
  #tokens(state: State): void {
    const { steps, type } = this.plan
    const positions = (record: Record<StepId, unknown>) => steps.flatMap(({ id }, at) => (has(record, id) ? [at] : []))
    const open = positions(state.open)
    const waiting = positions(state.wait)
    const tokens = [...open, ...waiting]
    hold(new Set(tokens).size === tokens.length, 'a step is open and waiting')
    for (const one of open)
      for (const token of tokens)
        hold(!this.model.reaches(token, one), `${steps[one]?.id} runs while ${steps[token]?.id} leads to it`)
    for (const one of waiting)
      hold(
        open.some((at) => this.model.reaches(at, one)),
        `${steps[one]?.id} waits for nothing`,
      )
    if (type === 'sequential') hold(tokens.length <= 1, 'two tokens in a sequential run')
    hold((state.status === 'running') === tokens.length > 0, `${state.status} with ${tokens.length} tokens`)
  }

  #leavings(commands: Command[]): Leaving[] {
    return commands.flatMap((command) => {
      if (command.c !== 'close' || command.outcome === undefined || command.item !== undefined) return []
      const position = this.plan.steps.findIndex(({ id }) => id === command.step)
      const step = this.plan.steps[position]
      const out = step?.outs.find(({ name }) => name === command.outcome)
      hold(step !== undefined && out !== undefined, `${command.step} left by ${command.outcome}`)
      return [{ position, step, out }]
    })
  }

  #returnsOver(position: number, { out }: Leaving): boolean {
    return out.back && out.to.some((home) => home === position || this.model.reaches(home, position))
  }

  #cancels(position: number, { out, position: from }: Leaving): boolean {
    if (out.back || out.cancel === 'none') return false
    const fork = this.model.forkOf(from)
    return out.cancel === 'all' || (fork >= 0 && this.model.reaches(fork, position))
  }

  /** A leaving closes exactly what it returns over or cancels. */
  #closings(before: State, event: Event, after: State, leavings: Leaving[]): void {
    const allEnds = event.t === 'cancel' || leavings.some(({ out }) => out.end !== undefined)
    for (const [position, { id }] of this.plan.steps.entries()) {
      const open = before.open[id]
      if (!has(before.open, id) || !open || leavings.some((leaving) => leaving.position === position)) continue
      const closes = leavings.some((one) => this.#returnsOver(position, one) || this.#cancels(position, one))
      const stays = has(after.open, id) && after.open[id]?.round === open.round
      hold(stays !== (closes || allEnds), `${id} ${stays ? 'goes on' : 'was closed'}`)
    }
  }

  #rounds(before: State, after: State, leavings: Leaving[]): void {
    for (const [position, { id }] of this.plan.steps.entries()) {
      const times = leavings.filter((one) => this.#returnsOver(position, one)).length
      hold(roundIn(after, id) === (roundIn(before, id) ?? 0) + times, `round of ${id}`)
    }
  }

  /** Every target is entered, and an arrival is lost only to a return or a cancel that covers its source too. */
  #arrivals(before: State, after: State, commands: Command[], leavings: Leaving[]): void {
    if (after.status !== 'running') return
    const at = (id: StepId) => this.plan.steps.findIndex((step) => step.id === id)
    const noted = (id: StepId, source: StepId) =>
      (has(after.wait, id) && after.wait[id]?.includes(source)) ||
      // A token that was moved from another plan has no source.
      commands.some((one) => one.c === 'open' && one.step === id && (source === '' || one.from.includes(source)))
    const lostTo = (target: number, source: number) => (one: Leaving) =>
      (this.#returnsOver(target, one) && this.#returnsOver(source, one)) ||
      (this.#cancels(target, one) &&
        (one.out.cancel === 'all' || this.#cancels(source, one) || source === this.model.forkOf(one.position)))
    for (const [id, sources] of Object.entries(before.wait))
      for (const source of sources) {
        const lost = leavings.some(lostTo(at(id), at(source)))
        const kept = noted(id, source)
        // After a move a step may run again and arrive where it has arrived before.
        const again = leavings.some(({ step, out }) => step.id === source && out.to.includes(at(id)))
        hold(source === '' || again ? kept || lost : kept !== lost, `arrival at ${id} from ${source}`)
      }
    for (const [n, { step, out, position }] of leavings.entries())
      for (const target of out.to) {
        const lost = leavings.slice(n + 1).some(lostTo(target, position))
        hold(lost || noted(this.plan.steps[target]?.id ?? '', step.id), `${step.id} did not lead on`)
      }
  }
}
