import type { MemberId, TenantId } from '@throughline/contracts/ids'
import { parse } from '@throughline/flow/compile'
import { sql } from 'kysely'
import type pg from 'pg'
import { lockInstance } from '../../src/areas/instances/engine/lock-instance.ts'
import { playTurn } from '../../src/areas/instances/engine/play-turn.ts'
import type { NewEvent } from '../../src/areas/instances/engine/turn-event.ts'
import { changeInstance, setNarrowed, setTrashed } from '../../src/areas/instances/instance-acts.queries.ts'
import { readDue } from '../../src/areas/instances/instances.public.ts'
import { findZone } from '../../src/areas/instances/redate.queries.ts'
import { startInstance } from '../../src/areas/instances/start.ts'
import { beginTask } from '../../src/areas/tasks/tasks.public.ts'
import type { Context } from '../../src/core/context.ts'
import type { Db } from '../../src/core/db/bound-kysely.ts'
import { inTenant } from '../../src/core/db/in-tenant.ts'
import type { TenantTx } from '../../src/core/db/tenant-tx.ts'
import type { TestDatabase } from '../database.ts'
import { unique } from '../someone.ts'

const manual = (id: string, next: string[], more: object = {}) => ({
  id,
  type: 'manual' as const,
  name: `Do ${id}`,
  fields: [],
  assignee: { starter: true },
  next,
  ...more,
})

/** Side by side, a step for each of two things, a join, a call that may fail, and an approval that leads back. */
export const CASE_DOCUMENT = parse({
  name: 'Case',
  prefix: 'CAS',
  type: 'parallel',
  metadata: { version: '1.0', category: 'Finance' },
  start_step: 'begin',
  steps: {
    begin: manual('begin', ['left', 'call']),
    left: manual('left', ['meet'], { each: { list: '[1, 2]', order: 'at_once', until: 'all' } }),
    call: {
      id: 'call',
      type: 'tool',
      name: 'Call out',
      tool_id: 'http.request',
      input: { parameters: { method: 'POST', url: 'https://example.test/' } },
      retry: { attempts: 1, first: '1s', factor: 1, max: '1s' },
      next: ['meet'],
    },
    meet: manual('meet', ['ok']),
    ok: {
      id: 'ok',
      type: 'approval',
      name: 'Approve it',
      approvers: [{ starter: true }],
      rule: 'first',
      order: 'at_once',
      allow_self: true,
      on_changes: { next: ['meet'] },
      next: [],
    },
  },
}).doc

/** Mulberry32: the same cases for the same seed. */
export function drawFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    chance: (share: number) => next() < share,
    below: (n: number) => Math.floor(next() * n),
    oneOf: <T>(list: readonly T[]): T => {
      const found = list[Math.floor(next() * list.length)]
      if (found === undefined) throw new Error('nothing to draw from')
      return found
    },
  }
}
export type Draw = ReturnType<typeof drawFrom>

interface Playing {
  tx: TenantTx
  id: string
  by: MemberId
  draw: Draw
}

/** What may happen next, as somebody or something outside would say it. */
async function nextEvent({ tx, id, by, draw }: Playing): Promise<NewEvent | undefined> {
  const { db, tenantId } = tx
  const { rows } = await sql<{
    id: string
    step: string
    round: number
    item: number
    task_type: string
    status: string
    attempt: number
  }>`
    select id, step, round, item, task_type, status, attempt from tasks where tenant_id = ${tenantId} and instance_id = ${id}
      and status in ('pending', 'in_progress', 'failed') order by id`.execute(db)
  if (rows.length === 0) return undefined
  if (draw.chance(0.03)) return { t: 'cancel', by, reason: 'Not needed' }
  const { id: task, step, round, item, task_type, status, attempt } = draw.oneOf(rows)
  if (task_type !== 'automated' && draw.chance(0.5)) await beginTask(db, tenantId, task)
  if (task_type === 'manual') return { t: 'done', step, round, ...(item >= 0 && { item }), by }
  if (task_type === 'approval')
    return { t: 'decision', step, round, slot: 0, decision: draw.chance(0.3) ? 'changes' : 'approve', by }
  if (status === 'failed')
    return draw.chance(0.5)
      ? { t: 'override', step, round, outcome: 'done', by, reason: 'By hand' }
      : { t: 'retry', step, round, attempt, by }
  const ok = draw.chance(0.7)
  return { t: 'result', step, round, attempt, ok, ...(!ok && { code: draw.oneOf(['refused', 'timeout']) }) }
}

export interface CaseWorld {
  ctx: Context
  database: Pick<TestDatabase, 'admin'>
  tenantId: TenantId
  workflows: readonly string[]
  /** When the clocks last changed, where they do. */
  clocksChanged: number | undefined
}

interface Case {
  id: string
  moves: number
  draw: Draw
}

const COLUMNS: [table: string, key: string, columns: string[]][] = [
  ['instances', 'id', ['created_at', 'started_at', 'completed_at']],
  ['tasks', 'instance_id', ['created_at', 'began_at', 'completed_at']],
  ['step_runs', 'instance_id', ['opened_at', 'closed_at', 'failed_at']],
  ['instance_turns', 'instance_id', ['at', 'committed_at']],
]

/** Everything of each instance happened so many minutes before, its parts as far from each other as they were. */
async function moveBack(admin: pg.Client, tenantId: string, cases: readonly Case[], minutesOf: (one: Case) => number) {
  const values = [tenantId, cases.map(({ id }) => id), cases.map(minutesOf)]
  for (const [table, key, columns] of COLUMNS) {
    const set = columns.map((column) => `${column} = ${column} - make_interval(mins => m.minutes)`)
    await admin.query(
      `update ${table} set ${set.join(', ')} from unnest($2::uuid[], $3::int[]) as m (case_id, minutes)
       where tenant_id = $1 and ${key} = m.case_id`,
      values,
    )
  }
}

const MOVES = 12

/** Weeks ago, or about when the clocks changed. */
function minutesAgo({ draw }: Case, clocksChanged: number | undefined): number {
  const isAtChange = draw.chance(0.15)
  const minutes = draw.below(40 * 1_440)
  if (clocksChanged === undefined || !isAtChange) return minutes
  return Math.max(0, Math.round((Date.now() - clocksChanged) / 60_000) + draw.below(2_880) - 1_440)
}

async function playTurns(tx: TenantTx, by: MemberId, cases: readonly Case[]) {
  for (const { id, draw } of cases) {
    const row = await lockInstance(tx, id)
    const event = row && (await nextEvent({ tx, id, by, draw }))
    if (row && event) await playTurn(tx, row, [event])
  }
}

/** Instances that one person starts, each from its start to wherever chance leads it. */
export async function playCases(
  { ctx, database, tenantId, workflows, clocksChanged }: CaseWorld,
  by: MemberId,
  draws: readonly Draw[],
): Promise<void> {
  const together = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(ctx, { tenantId, memberId: by }, work)
  const cases: Case[] = []
  for (const draw of draws) {
    const spec = { source: 'person' as const, key: unique('case'), name: 'Case', answers: {}, startedBy: by }
    const start = { ...spec, workflowId: draw.oneOf(workflows), narrowed: draw.chance(0.2) }
    // Each on its own: all who start one wait for the number of the one before.
    const { id } = await together((tx) => startInstance(tx, start))
    cases.push({ id, moves: draw.below(MOVES), draw })
  }
  await database.admin(async (admin) => {
    for (let n = 0; n < MOVES; n++) {
      const going = cases.filter(({ moves }) => n < moves)
      await together((tx) => playTurns(tx, by, going))
      // Between two turns time passes for what has happened so far.
      await moveBack(admin, tenantId, going, ({ draw }) => draw.below(3_000))
    }
    await moveBack(admin, tenantId, cases, (one) => minutesAgo(one, clocksChanged))
  })
  await together(async (tx) => {
    for (const { id, draw } of cases) {
      await (draw.chance(1 / 3) ? decorateAsPeople : decorate)({ tx, id, draw, by })
      tx.emit({ type: 'instance.changed', kind: 'instance', id, to: [] })
    }
  })
}

/** Half of what lies in the trash comes back. */
export const restoreCases = ({ ctx, tenantId }: CaseWorld, by: MemberId): Promise<void> =>
  inTenant(ctx, { tenantId, memberId: by }, async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from instances
      where tenant_id = ${tenantId} and deleted_at is not null and number % 2 = 0 order by id`.execute(tx.db)
    for (const { id } of rows) {
      await setTrashed(tx.db, tenantId, id, null)
      tx.emit({ type: 'instance.changed', kind: 'instance', id, to: [] })
    }
  })

/** More completed instances on one day than each duration is kept of: one of them, again and again. */
export const crowdDay = ({ ctx, tenantId }: CaseWorld, by: MemberId, count: number): Promise<void> =>
  inTenant(ctx, { tenantId, memberId: by }, async (tx) => {
    const { rows } = await sql<{
      id: string
    }>`insert into instances (tenant_id, workflow_id, workflow_version, prefix, number,
        name, status, source_key, started_by, created_at, started_at, completed_at, duration_work_s)
      select tenant_id, workflow_id, workflow_version, prefix, 100000 + n, name, status, 'crowd ' || n, started_by,
        created_at - make_interval(secs => n * n), started_at - make_interval(secs => n * n), completed_at, n
      from (select * from instances where tenant_id = ${tenantId} and status = 'completed' and deleted_at is null
        order by id limit 1) i, generate_series(1, ${count}::int) n returning id`.execute(tx.db)
    for (const { id } of rows) tx.emit({ type: 'instance.changed', kind: 'instance', id, to: [] })
  })

const DAY = 86_400_000
const dueIn = (days: number, zone: string) =>
  readDue(`${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T23:59:59Z`, zone)

/** Due dates, moved, removed or not, a client, the trash, a narrowing: by what changes rows when people do it. */
async function decorateAsPeople({ tx: { db, tenantId }, id, by, draw }: Playing): Promise<void> {
  const { time_zone: zone } = await findZone(db, tenantId)
  const dates = [draw.below(60) - 50, draw.below(60) - 50].map((days) => dueIn(days, zone))
  if (draw.chance(0.7)) for (const due of dates.slice(draw.below(2))) await changeInstance(db, tenantId, id, due)
  if (draw.chance(0.1)) await changeInstance(db, tenantId, id, readDue(null, zone))
  if (draw.chance(0.5)) await changeInstance(db, tenantId, id, { client_id: await makeClient(db, tenantId) })
  await dateTasks(db, tenantId, id, draw)
  await setNarrowed(db, tenantId, id, draw.chance(0.2))
  if (draw.chance(0.1)) await setTrashed(db, tenantId, id, by)
}

async function makeClient(db: Db, tenantId: string): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`insert into clients (tenant_id, name) values (${tenantId}, ${unique('Client')})
    returning id`.execute(db)
  const [client] = rows
  if (!client) throw new Error('a client was made')
  return client.id
}

async function dateTasks(db: Db, tenantId: string, id: string, draw: Draw): Promise<void> {
  const days = draw.below(60) - 50
  if (draw.chance(0.6))
    await sql`update tasks set due_date = current_date + ${days}::int, due_sort = current_date + ${days}::int + 1
      where tenant_id = ${tenantId} and instance_id = ${id} and number % 2 = 0`.execute(db)
}

/** The same as rows that say it, whatever wrote them. */
async function decorate({ tx: { db, tenantId }, id, draw }: Playing): Promise<void> {
  const [first, second] = [draw.below(60) - 50, draw.below(60) - 50]
  if (draw.chance(0.7))
    await sql`update instances set due_date = current_date + ${second}::int, due_sort = current_date + ${second}::int + 1,
        due_first = current_date + ${draw.chance(0.5) ? first : second}::int + 1
      where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  await dateTasks(db, tenantId, id, draw)
  if (draw.chance(0.5))
    await sql`update instances set client_id = ${await makeClient(db, tenantId)}
      where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  const [trashed, narrowed] = [draw.chance(0.1), draw.chance(0.2)]
  await sql`update instances set deleted_at = case when ${trashed} then now() end, narrowed = ${narrowed}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  await sql`update tasks set in_trash = ${trashed}, narrowed = ${narrowed}
    where tenant_id = ${tenantId} and instance_id = ${id}`.execute(db)
}
