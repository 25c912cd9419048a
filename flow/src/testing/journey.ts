import type { FlowDoc } from '../document.ts'
import type { Plan, StepId } from '../plan.ts'
import { type Command, type Event, newState, type Reduced, reduce, type State, type Verdict } from '../run.ts'
import { planOf } from './make.ts'

type Unaddressed<E> = E extends { step: StepId } ? Omit<E, 'at' | 'step' | 'round'> : never

/** An instance under way, told by who does what. Rounds are those now open unless given. */
export class Journey {
  readonly plan: Plan
  state: State
  commands: Command[] = []
  dropped: Reduced['dropped']
  now = 0

  constructor(doc: FlowDoc) {
    this.plan = planOf(doc)
    this.state = newState(this.plan)
    this.send({ at: 0, t: 'start' })
  }

  send(event: Event): this {
    const { state, commands, dropped } = reduce(this.plan, this.state, event)
    this.state = state
    this.commands = commands
    this.dropped = dropped
    return this
  }

  at(step: StepId, event: Unaddressed<Event>, round = this.state.open[step]?.round ?? 0): this {
    return this.send({ ...event, at: this.now, step, round })
  }

  item(step: StepId, item: number, event: Unaddressed<Event>): this {
    return this.at(step, { ...event, item })
  }

  done(step: StepId, round?: number): this {
    return this.at(step, { t: 'done', by: 'ana' }, round)
  }

  asked(step: StepId, slots: number): this {
    return this.at(step, { t: 'opened', slots })
  }

  decide(step: StepId, slot: number, decision: Verdict, asked?: number): this {
    return this.at(step, { t: 'decision', slot, decision, by: 'ben', ...(asked !== undefined && { asked }) })
  }

  withdraw(step: StepId, asked: number): this {
    return this.at(step, { t: 'withdrawn', asked })
  }

  branch(step: StepId, outcome: string): this {
    return this.at(step, { t: 'branch', outcome })
  }

  result(step: StepId, ok: boolean, code?: string): this {
    const attempt = this.state.open[step]?.attempt ?? 0
    return this.at(step, { t: 'result', ok, attempt, ...(code !== undefined && { code }) })
  }

  retry(step: StepId): this {
    return this.at(step, { t: 'retry', attempt: this.state.open[step]?.attempt ?? 0, by: 'ops' })
  }

  override(step: StepId, outcome: string): this {
    return this.at(step, { t: 'override', outcome, by: 'ops', reason: 'agreed by phone' })
  }

  tick(at: number): this {
    this.now = at
    return this.send({ at, t: 'tick' })
  }

  get open(): StepId[] {
    return this.plan.steps.map(({ id }) => id).filter((id) => Object.hasOwn(this.state.open, id))
  }

  get waiting(): StepId[] {
    return this.plan.steps.map(({ id }) => id).filter((id) => Object.hasOwn(this.state.wait, id))
  }

  /** The last turn's commands of one kind. */
  told<C extends Command['c']>(kind: C): Extract<Command, { c: C }>[] {
    return this.commands.filter((command): command is Extract<Command, { c: C }> => command.c === kind)
  }
}
