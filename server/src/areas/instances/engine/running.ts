import type { Step } from '@throughline/flow/document'
import type { Calendar, Json, Scope, StepExprs } from '@throughline/flow/eval'
import type { StepId } from '@throughline/flow/plan'
import type { State } from '@throughline/flow/run'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { Seat } from './seats.ts'
import type { Version } from './version.ts'

export const PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const

export type Ticket = { step: StepId; round: number; item?: number }

/** What one turn knows of its instance, and changes. */
export interface Running extends Version {
  readonly tx: ReadTx
  readonly id: string
  readonly workflowId: string
  readonly calendar: Calendar
  /** Null where no person started it; then somebody may stand in. */
  readonly starter: string | null
  readonly standIn: Seat | undefined
  readonly startedAt: number
  readonly dueAt: number | undefined
  readonly priority: number
  state: State
  vars: Record<string, Json>
  /** Lists that for-each steps go through, by `step:round`. */
  lists: Record<string, Json[]>
}

export const runKey = ({ step, round }: Ticket) => `${step}:${round}`

export function stepOf({ doc }: Running, id: StepId): Step {
  const step = Object.hasOwn(doc.steps, id) ? doc.steps[id] : undefined
  if (!step) throw new Error(`this version has no step ${id}`)
  return step
}

export const exprsOf = ({ exprs }: Running, id: StepId): StepExprs =>
  (Object.hasOwn(exprs.steps, id) ? exprs.steps[id] : undefined) ?? {}

/** What an expression of this run can see at this moment. */
export function scopeOf(running: Running, now: number, ticket?: Ticket): Scope {
  const { vars, calendar, plan, state, starter, startedAt, dueAt, priority } = running
  const list = ticket?.item === undefined ? undefined : running.lists[runKey(ticket)]
  const item = ticket?.item === undefined ? undefined : list?.[ticket.item]
  const roundOf = (id: StepId) => (Object.hasOwn(state.round, id) ? state.round[id] : undefined) ?? state.base
  return {
    vars,
    now,
    calendar,
    rounds: Object.fromEntries(plan.steps.map(({ id }) => [id, roundOf(id)])),
    instance: {
      priority: PRIORITIES[priority] ?? 'medium',
      starter,
      started: startedAt,
      ...(dueAt !== undefined && { due: dueAt }),
    },
    ...(item !== undefined && { item, index: ticket?.item }),
  }
}
