import type { FlowDoc } from '../document.ts'
import type { Calendar } from '../eval/calendar.ts'
import type { Json } from '../eval/tree.ts'
import type { StepId } from '../plan.ts'
import type { Command, Event, State, Verdict } from '../run.ts'

/** What happens to one run of a step. What is left out is as a willing person or a sound tool would have it. */
export type Answer = {
  /** Answers of the form, or what the tool or the child gives back, by variable. */
  values?: Record<string, Json>
  /** Per slot in the order they are asked; the last one holds for all that follow. */
  decisions?: Verdict[]
  ok?: boolean
  code?: string
  /** Of a child. */
  outcome?: 'rejected'
  /** How long it takes, so that alarms go off meanwhile. */
  takes?: string
  /** Nobody answers this run. */
  never?: true
}

export type Script = {
  /** Answers to the start fields. */
  start?: Record<string, Json>
  /** Per step, one for each of its runs; a run beyond the last gets the default. */
  answers?: Record<StepId, Answer[]>
  /** `complete`: what the script does not say is done anyway. `stop`: it is waited for. */
  otherwise?: 'complete' | 'stop'
}

export type SimulateOptions = {
  at: number
  calendar?: Calendar
  starter?: string
  /** How many people a team or role has that is asked one by one. */
  members?: number
}

/** One event, all that followed in the same turn, and how things stand after it. */
export type Turn = {
  at: number
  event: Event
  produced: Event[]
  commands: Command[]
  state: State
  vars: Record<string, Json>
}

/** Something that has to happen before the instance goes on. */
export type Awaited = {
  step: StepId
  round: number
  run: number
  item?: number
  slot?: number
  what: 'task' | 'decision' | 'tool' | 'child' | 'time' | 'operator'
  until?: number
}

export type Simulation = { doc: FlowDoc; turns: Turn[]; state: State; vars: Record<string, Json>; awaits: Awaited[] }
