import { alarmsOf, type DueAt, dueOf, listOf, type Result, waitEnds } from '@throughline/flow/eval'
import type { Event } from '@throughline/flow/run'
import { exprsOf, type Running, runKey, scopeOf, stepOf, type Ticket } from './running.ts'
import { approversOf, assigneeOf, reviewerAmong } from './seats.ts'
import { type Asking, taskOf } from './step-task.ts'
import type { TurnWrites } from './turn-writes.ts'

type Opened = Omit<Extract<Event, { t: 'opened' }>, 'at' | 't' | 'step' | 'round' | 'item'>

function eventOf(at: number, { step, round, item }: Ticket, found: Result<Opened>): Event {
  const address = { at, step, round, ...(item !== undefined && { item }) }
  return found.ok
    ? { ...address, t: 'opened', ...found.value }
    : { ...address, t: 'error', code: found.code, text: found.text }
}

interface Times {
  due?: DueAt | undefined
  until?: number | undefined
  alarms: [at: number, n: number][]
}

function timesOf(running: Running, ticket: Ticket, at: number): Result<Times> {
  const exprs = exprsOf(running, ticket.step)
  const scope = scopeOf(running, at, ticket)
  const due = exprs.due ? dueOf(exprs.due, scope) : undefined
  if (due && !due.ok) return due
  const alarms = alarmsOf(exprs.alarms ?? [], due?.value, scope)
  if (!alarms.ok) return alarms
  const until = exprs.until ? waitEnds(exprs.until, scope) : undefined
  if (until && !until.ok) return until
  return { ok: true, value: { due: due?.value, until: until?.value, alarms: alarms.value } }
}

/** Sets a step's dates, counts its list or its people, and makes its task. */
export async function openStep(running: Running, writes: TurnWrites, ticket: Ticket, at: number) {
  const { step, round } = ticket
  const times = timesOf(running, ticket, at)
  const { due, until, alarms } = times.ok ? times.value : { alarms: [] }
  const kind = stepOf(running, step).type
  writes.open({ step, round, kind, openedAt: at, due, until })
  if (kind === 'condition') return undefined
  // Somebody has to see what is wrong with the dates.
  if (!times.ok && !exprsOf(running, step).list) await askPeople(running, writes, ticket, at, undefined)
  if (!times.ok) return eventOf(at, ticket, times)
  const set: Opened = { ...(alarms.length > 0 && { alarms }), ...(until !== undefined && { until }) }
  const { list } = exprsOf(running, step)
  if (list) {
    const items = listOf(list, scopeOf(running, at, ticket))
    if (!items.ok) return eventOf(at, ticket, items)
    running.lists = { ...running.lists, [runKey(ticket)]: items.value }
    return eventOf(at, ticket, { ok: true, value: { ...set, items: items.value.length } })
  }
  const asked = await askPeople(running, writes, ticket, at, due)
  return eventOf(at, ticket, asked.ok ? { ok: true, value: { ...set, ...asked.value } } : asked)
}

/** One item of a list. Only an approval's has something to report: how many people it asks. */
export async function askItem(running: Running, writes: TurnWrites, ticket: Ticket, at: number) {
  const opened = running.state.open[ticket.step]?.since ?? at
  const times = timesOf(running, ticket, opened)
  const asked = times.ok ? await askPeople(running, writes, ticket, at, times.value.due) : times
  return asked.ok && asked.value.slots === undefined ? undefined : eventOf(at, ticket, asked)
}

/** The task of a run, or of one item of its list, and how many people it asks. */
async function askPeople(
  running: Running,
  writes: TurnWrites,
  ticket: Ticket,
  at: number,
  due: DueAt | undefined,
): Promise<Result<Opened>> {
  const step = stepOf(running, ticket.step)
  const task = taskOf(running, ticket, due)
  if (step.type === 'manual') return askOne(running, writes, task, at)
  if (step.type === 'approval') return askApprovers(running, writes, task, at, step.order === 'in_order')
  if (step.type === 'tool') writes.task({ ...task, type: 'automated', status: 'in_progress' })
  return { ok: true, value: {} }
}

async function askOne(running: Running, writes: TurnWrites, task: Asking, at: number): Promise<Result<Opened>> {
  const { assignee = { starter: true as const }, reviewer } = exprsOf(running, task.ticket.step)
  const found = await assigneeOf(running, assignee, at, task.ticket)
  const checks = reviewer ? await assigneeOf(running, reviewer, at, task.ticket) : undefined
  writes.task({
    ...task,
    type: 'manual',
    status: 'pending',
    assignee: found.ok ? found.value : undefined,
    // Nobody reviews their own work.
    reviewer: checks?.ok ? await reviewerAmong(running, checks.value, found.ok ? found.value : undefined) : undefined,
  })
  const problem = found.ok ? checks : found
  return problem && !problem.ok ? problem : { ok: true, value: {} }
}

async function askApprovers(
  running: Running,
  writes: TurnWrites,
  task: Asking,
  at: number,
  inOrder: boolean,
): Promise<Result<Opened>> {
  const found = await approversOf(running, at, task.ticket)
  const seats = (found.ok ? found.value : []).map((seat, slot) => ({ seat, asked: !inOrder || slot === 0 }))
  // A queue that is asked finds it where its tasks wait.
  const assignee = seats.find(({ seat, asked }) => asked && !('member' in seat))?.seat
  writes.task({ ...task, type: 'approval', status: 'pending', assignee, seats })
  return found.ok ? { ok: true, value: { slots: seats.length } } : found
}
