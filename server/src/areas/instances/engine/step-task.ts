import type { DueAt } from '@throughline/flow/eval'
import { PRIORITIES, type Running, stepOf, type Ticket } from './running.ts'
import type { NewTask } from './turn-writes.ts'

export type Asking = Pick<NewTask, 'ticket' | 'name' | 'description' | 'priority' | 'due'>

/** What the task of a run takes from its step. */
export function taskOf(running: Running, ticket: Ticket, due: DueAt | undefined): Asking {
  const { name, description = '', priority } = stepOf(running, ticket.step)
  const { step, round, item } = ticket
  return {
    ticket: { step, round, ...(item !== undefined && { item }) },
    name: name.slice(0, 300),
    description,
    priority: priority ? PRIORITIES.indexOf(priority) : running.priority,
    due,
  }
}

/** A step that nobody was asked for has no task until it needs somebody. */
export function failedTask(running: Running, ticket: Ticket): NewTask | undefined {
  const { type, each } = stepOf(running, ticket.step)
  const asksNobody = type === 'condition' || type === 'wait' || type === 'subworkflow'
  if (!asksNobody && !(each && ticket.item === undefined)) return undefined
  return { ...taskOf(running, ticket, undefined), type: 'automated', status: 'failed' }
}
