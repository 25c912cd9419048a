import type { Json } from '@throughline/flow/eval'
import { CompiledQuery } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { storableJson } from '../../../core/db/storable.ts'
import { MAX_ISSUE, runTimes, workingTime } from './run-times.queries.ts'
import { CHANGE_TASKS, closeQueries, PUT_PARTS, PUT_PEOPLE, PUT_SEATS, PUT_TASKS } from './turn-tasks.queries.ts'

/** Everything a turn changes, as rows: each list goes into one table. */
export interface TurnDocument {
  /** Of the workflow. */
  version: number
  /** By which working hours are counted. */
  calendar: { zone: string; days: unknown; holidays: unknown }
  /** Whether a run closes. */
  closes: boolean
  /** Opened in this turn, or changed by it. */
  runs: readonly object[]
  tasks: readonly object[]
  task_changes: readonly { status: string }[]
  seats: readonly object[]
  parts: readonly object[]
  people: readonly string[]
  variables: Record<string, Json>
  lists: Record<string, Json[]>
  state: object
  turn: {
    seq: number
    at: string
    events: readonly object[]
    taken: number
    commands: readonly object[]
    changed: object
  }
  standing: {
    status: string
    outcome: string | null
    steps: string[]
    ended: boolean
    reason: string | null
  }
}

export interface TouchedTask {
  id: string
  made: boolean
  status: string
}

export interface InstanceRef {
  tenantId: string
  instanceId: string
  workflowId: string
}

/** $1 holds the rows; $2 is the tenant, $3 the instance, $4 its workflow. */
const DOC = 'doc as (select $1::jsonb as d)'

const RUN_COLUMNS = `step text, round int, opened_at timestamptz, closed_at timestamptz, outcome text, why text, code text,
  problem text, due_date date, due_at timestamptz, until timestamptz, kind text, overridden boolean`

/** When a run that closes was opened, and how long it waited for somebody and was worked at since. */
const CLOSING = `
  left join step_runs o on r.closed_at is not null and o.tenant_id = $2 and o.instance_id = $3 and o.step = r.step
    and o.round = r.round
  left join lateral (${runTimes({
    tenant: '$2',
    instance: '$3',
    step: 'r.step',
    round: 'r.round',
    kind: 'coalesce(r.kind, o.kind)',
    opened: 'coalesce(o.opened_at, r.opened_at)',
    closed: 'r.closed_at',
    calendar: "(d -> 'calendar')",
  })}) times on r.closed_at is not null`

const putRuns = (closes: boolean) => `
  runs as (
    insert into step_runs (tenant_id, instance_id, workflow_id, step, round, opened_at, closed_at, outcome, why, code, problem,
      due_date, due_at, until, kind, version, by_hand, failed_at, issue, waited_s, worked_s, waited_work_s, worked_work_s)
    select $2::uuid, $3::uuid, $4::uuid, r.step, r.round, r.opened_at, r.closed_at, r.outcome, r.why, r.code, r.problem,
      r.due_date, r.due_at, r.until, r.kind, (d ->> 'version')::int,
      ${closes ? "case when r.closed_at is not null then r.overridden or coalesce(r.kind, o.kind) in ('manual', 'approval') end" : 'null'},
      case when r.problem is not null then (d -> 'turn' ->> 'at')::timestamptz end, left(r.problem, ${MAX_ISSUE}),
      ${closes ? 'times.waited_s, times.worked_s, times.waited_work_s, times.worked_work_s' : 'null, null, null, null'}
    from doc cross join jsonb_to_recordset(d -> 'runs') as r (${RUN_COLUMNS}) ${closes ? CLOSING : ''}
    on conflict (tenant_id, instance_id, step, round) do update set closed_at = excluded.closed_at, outcome = excluded.outcome,
      why = excluded.why, code = excluded.code, problem = excluded.problem,
      due_date = coalesce(excluded.due_date, step_runs.due_date), due_at = coalesce(excluded.due_at, step_runs.due_at),
      until = coalesce(excluded.until, step_runs.until), kind = coalesce(step_runs.kind, excluded.kind),
      version = excluded.version, by_hand = excluded.by_hand,
      failed_at = coalesce(step_runs.failed_at, excluded.failed_at), issue = coalesce(step_runs.issue, excluded.issue),
      waited_s = excluded.waited_s, worked_s = excluded.worked_s, waited_work_s = excluded.waited_work_s,
      worked_work_s = excluded.worked_work_s)`

const PUT_STATE = `
  state as (
    insert into instance_state (tenant_id, instance_id, variables, lists, state, turned_at)
    select $2::uuid, $3::uuid, d -> 'variables', d -> 'lists', d -> 'state', (d -> 'turn' ->> 'at')::timestamptz from doc
    on conflict (tenant_id, instance_id) do update set variables = excluded.variables, lists = excluded.lists,
      state = excluded.state, turned_at = excluded.turned_at),
  turn as (
    insert into instance_turns (tenant_id, instance_id, seq, at, events, taken, commands, changed)
    select $2::uuid, $3::uuid, r.* from doc, jsonb_to_record(d -> 'turn') as r (
      seq int, at timestamptz, events jsonb, taken int, commands jsonb, changed jsonb))`

const standing = (touched: string, ended: boolean) => `
  counted as (select coalesce(sum(total), 0) as total, coalesce(sum(done), 0) as done from (${touched}) as touched),
  standing as (
    update instances i set seq = (d -> 'turn' ->> 'seq')::int, status = r.status, outcome = r.outcome,
      current_steps = r.steps, cancel_reason = coalesce(r.reason, i.cancel_reason),
      started_at = coalesce(i.started_at, now()),
      completed_at = case when r.ended then coalesce(i.completed_at, now()) end, updated_at = now(),
      ${ended ? `duration_work_s = ${workingTime('coalesce(i.started_at, now())', 'coalesce(i.completed_at, now())', "(d -> 'calendar')")},` : ''}
      tasks_total = i.tasks_total + counted.total, tasks_done = i.tasks_done + counted.done
    from doc, counted, jsonb_to_record(d -> 'standing') as r (
      status text, outcome text, steps text[], ended boolean, reason text)
    where i.tenant_id = $2 and i.id = $3 and i.seq = (d -> 'turn' ->> 'seq')::int - 1)`

const PUT = 'select id, true as made, status, total, done from put'
const CHANGED = 'select id, false as made, status, total, done from changed'
const CLOSED = 'select id, false as made, status, 0 as total, 0 as done from queries'
const NONE = "select null::uuid as id, false as made, '' as status, 0 as total, 0 as done where $4::uuid is null"

/** The parts that this turn needs; few of the combinations ever come up, and each is planned once. */
function textOf(turn: TurnDocument): string {
  const puts = turn.tasks.length > 0
  const changes = turn.task_changes.length > 0
  const cancels = turn.task_changes.some(({ status }) => status === 'cancelled')
  const closes = cancels || turn.standing.ended
  const touched = [puts && PUT, changes && CHANGED, closes && CLOSED]
  const all = touched.filter((part) => part !== false).join(' union all ') || NONE
  const parts = [
    DOC,
    turn.runs.length > 0 && putRuns(turn.closes),
    puts && PUT_TASKS,
    turn.seats.length > 0 && PUT_SEATS,
    turn.parts.length > 0 && PUT_PARTS,
    turn.people.length > 0 && PUT_PEOPLE,
    changes && CHANGE_TASKS,
    closes && closeQueries(changes),
    PUT_STATE,
    standing(all, turn.standing.ended),
  ]
  return `with ${parts.filter((part) => part !== false).join(',')} select id, made, status from (${all}) as touched`
}

/**
 * One statement for all of it. Each row is written by one of its parts alone: what is both opened and left in the turn
 * comes as it is at the end.
 */
export async function putTurn(db: Db, { tenantId, instanceId, workflowId }: InstanceRef, turn: TurnDocument) {
  const text = textOf(turn)
  const workflow = text.includes('$4') ? [workflowId] : []
  // A turn that could not be written would be tried for ever.
  const values = [storableJson(JSON.stringify(turn)), tenantId, instanceId, ...workflow]
  const { rows } = await db.executeQuery<TouchedTask>(CompiledQuery.raw(text, values))
  return rows
}
