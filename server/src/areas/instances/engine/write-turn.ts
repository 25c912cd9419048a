import type { DueAt, Json } from '@throughline/flow/eval'
import { type Command, type State, statusOf } from '@throughline/flow/run'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { dayIn } from '../due.ts'
import { type InstanceRow, isOver } from './instance.queries.ts'
import { askSeats, forgetPeople, reassignTasks } from './people-changes.queries.ts'
import { publishTurnFrames } from './publish-frames.ts'
import type { Ticket } from './running.ts'
import type { Seat } from './seats.ts'
import { putTurn, type TurnDocument } from './turn.queries.ts'
import type { TurnEvent } from './turn-event.ts'
import type { NewRun, NewTask, RunChange, TurnWrites } from './turn-writes.ts'

/** What a turn came to. */
export interface Played {
  row: InstanceRow
  /** Where the instance stands after it. */
  state: State
  vars: Record<string, Json>
  lists: Record<string, Json[]>
  /** Names of the steps that are open, for lists. */
  steps: string[]
  /** The variables as they were. */
  before: Record<string, Json>
  writes: TurnWrites
  events: TurnEvent[]
  /** So many of them came from outside. */
  taken: number
  commands: Command[]
}

const instant = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())

const addressOf = ({ step, round, item }: Ticket) => ({ step, round, item: item ?? -1 })

/** Whether a time of day was asked for shows in `due_at` alone; lists are ordered by the moment. */
const dueColumns = (due: DueAt | undefined, timeZone: string) => ({
  due_date: due ? (due.day ?? dayIn(timeZone, new Date(due.at))) : null,
  due_at: due && due.day === undefined ? instant(due.at) : null,
})

const seatColumns = (seat: Seat | undefined) => ({
  member_id: seat && 'member' in seat ? seat.member : null,
  team_id: seat && 'team' in seat ? seat.team : null,
  role_id: seat && 'role' in seat ? seat.role : null,
})

function taskRow(task: NewTask, n: number, { time_zone, narrowed, deleted_at }: InstanceRow) {
  const { member_id: assigned_to, team_id, role_id } = seatColumns(task.assignee)
  return {
    ...addressOf(task.ticket),
    n,
    narrowed,
    in_trash: deleted_at !== null,
    name: task.name,
    description: task.description,
    task_type: task.type,
    status: task.status,
    priority: task.priority,
    ...dueColumns(task.due, time_zone),
    due_sort: instant(task.due?.at) ?? 'infinity',
    assigned_to,
    team_id,
    role_id,
    reviewer_id: task.reviewer ?? null,
    outcome: task.outcome ?? null,
    problem: task.problem ?? null,
    back_step: task.sentBackBy?.step ?? null,
    back_round: task.sentBackBy?.round ?? null,
  }
}

function partsOf({ ticket, seats = [], assignee, reviewer }: NewTask) {
  const address = addressOf(ticket)
  const approvers = seats.flatMap(({ seat, asked }) =>
    'member' in seat ? [{ ...address, part: 'approver', member_id: seat.member, asked }] : [],
  )
  return [
    ...approvers,
    ...(assignee && 'member' in assignee
      ? [{ ...address, part: 'assignee', member_id: assignee.member, asked: true }]
      : []),
    // A reviewer is asked once the work is there.
    ...(reviewer ? [{ ...address, part: 'reviewer', member_id: reviewer, asked: false }] : []),
  ]
}

/** A run that is changed keeps what it was opened with. */
const runColumns = (run: RunChange & Partial<NewRun>, timeZone: string) => ({
  kind: run.kind ?? null,
  opened_at: new Date(run.openedAt ?? 0).toISOString(),
  closed_at: instant(run.closedAt),
  outcome: run.outcome ?? null,
  why: run.why ?? null,
  code: run.code ?? null,
  problem: run.problem ?? null,
  ...dueColumns(run.due, timeZone),
  until: instant(run.until),
  overridden: run.isOverridden ?? false,
})

/** Those that differ now. */
function changedIn(before: Record<string, Json>, after: Record<string, Json>): Record<string, Json> {
  if (before === after) return {}
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(names.map((name) => [name, after[name] ?? null]))
}

function documentOf(played: Played): TurnDocument {
  const { row, state, vars, lists, steps, before, writes, events, taken, commands } = played
  const status = statusOf(state)
  const tasks = [...writes.tasks.values()]
  const parts = tasks.flatMap(partsOf)
  const { time_zone: zone, working_days: days, holidays } = row
  const runs = [...writes.runs.values(), ...writes.runChanges.values()]
  return {
    version: row.workflow_version,
    calendar: { zone, days, holidays },
    closes: runs.some(({ closedAt }) => closedAt !== undefined),
    runs: runs.map((one) => ({
      step: one.step,
      round: one.round,
      ...runColumns(one, row.time_zone),
    })),
    tasks: tasks.map((task, place) => taskRow(task, place + 1, row)),
    task_changes: writes.changesOfTasks(),
    seats: tasks.flatMap(({ ticket, seats = [] }) =>
      seats.map(({ seat, asked }, slot) => ({ ...addressOf(ticket), slot, ...seatColumns(seat), asked })),
    ),
    parts,
    people: [...new Set(parts.map(({ member_id }) => member_id))],
    variables: vars,
    lists,
    state,
    turn: {
      seq: state.seq,
      at: row.at.toISOString(),
      events,
      taken,
      commands,
      changed: changedIn(before, vars),
    },
    standing: {
      status,
      outcome: state.outcome ?? null,
      steps,
      ended: isOver({ status }),
      reason: writes.cancelReason ?? null,
    },
  }
}

function notifyFollowers(tx: TenantTx, row: InstanceRow, type: 'instance_started' | 'instance_completed') {
  const about = { instance: row.id, workflow: row.workflow_id }
  tx.notify({ type, because: 'follower', name: row.name, text: '', to: [], followers: true, about })
}

/** One turn's rows, and what pages are told of it. */
export async function writeTurn(tx: TenantTx, played: Played): Promise<void> {
  const { row, writes } = played
  const { db, tenantId } = tx
  const { id: instanceId, workflow_id: workflowId } = row
  if (writes.askedAnew.length > 0) await forgetPeople(db, tenantId, instanceId, writes.askedAnew)
  const touched = await putTurn(db, { tenantId, instanceId, workflowId }, documentOf(played))
  const moved = writes.asked.length > 0 ? await askSeats(db, tenantId, instanceId, writes.asked) : []
  for (const { ticket, to } of writes.reassigned)
    moved.push(...(await reassignTasks(db, tenantId, instanceId, ticket, to)))
  await publishTurnFrames(tx, row, { touched, moved })
  const isFirst = row.seq === 0
  if (isFirst || statusOf(played.state) === 'completed')
    notifyFollowers(tx, row, isFirst ? 'instance_started' : 'instance_completed')
}
