import type { Json } from '@throughline/flow/eval'
import type { Command } from '@throughline/flow/run'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { TurnEvent } from './engine/turn-event.ts'

/** No more turns are looked through for how many of them failed. */
const MAX_SCANNED = 2_000

export interface TurnRow {
  seq: number
  at: Date
  committed_at: Date
  events: TurnEvent[]
  commands: Command[]
  changed: Record<string, Json>
}

/** Newest first. */
export async function turnsOf(db: Db, tenantId: string, instanceId: string, before: number | undefined, limit: number) {
  const { rows } = await sql<TurnRow>`
    select seq, at, committed_at, events, commands, changed from instance_turns
    where tenant_id = ${tenantId} and instance_id = ${instanceId} ${before === undefined ? sql`` : sql`and seq < ${before}`}
    order by seq desc limit ${limit}`.execute(db)
  return rows
}

export const findTraced = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('instances as i')
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .select(['i.id', 'i.name', 'i.workflow_id', 'i.workflow_version', 'i.seq', 'i.started_by', 't.time_zone'])
    .select(['i.source', 'i.source_name'])
    .where('i.tenant_id', '=', tenantId)
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow()

export async function countFailures(db: Db, tenantId: string, instanceId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select commands from instance_turns where tenant_id = ${tenantId} and instance_id = ${instanceId}
      order by seq desc limit ${MAX_SCANNED}) last
    where jsonb_path_exists(commands, '$[*] ? (@.c == "fail")')`.execute(db)
  return rows[0]?.n ?? 0
}

export interface Run {
  step: string
  round: number
}

const places = (runs: readonly Run[]) => sql`unnest(${runs.map((one) => one.step)}::text[],
  ${runs.map((one) => one.round)}::int[]) as e (step, round)`

export interface TracedEffect extends Run {
  item: number
  key: string
  tool_id: string
  state: 'intended' | 'done' | 'failed' | 'unknown'
  input: Json
  tries: { at: string; took: number; problem: string | null }[]
  problem: string | null
}

export async function effectsOf(db: Db, tenantId: string, instanceId: string, runs: readonly Run[]) {
  if (runs.length === 0) return []
  const { rows } = await sql<TracedEffect>`
    select f.step, f.round, f.item, f.key, f.tool_id, f.state, f.input, f.tries, f.problem from ${places(runs)}
    join effects f on f.tenant_id = ${tenantId} and f.instance_id = ${instanceId} and f.step = e.step and f.round = e.round
    order by f.created_at desc limit 1000`.execute(db)
  return rows
}

/** Whether it waits for somebody to retry it or go on without it. */
export async function isStepFailed(db: Db, tenantId: string, instanceId: string, step: string): Promise<boolean> {
  const { rows } = await sql<{ phase: string | null }>`select state -> 'open' -> ${step}::text ->> 'phase' as phase
    from instance_state where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(db)
  return rows[0]?.phase === 'failed'
}

/** Those of its latest round. */
export async function effectsOfStep(db: Db, tenantId: string, instanceId: string, step: string) {
  const { rows } = await sql<TracedEffect>`
    select f.step, f.round, f.item, f.key, f.tool_id, f.state, f.input, f.tries, f.problem from effects f
    where f.tenant_id = ${tenantId} and f.instance_id = ${instanceId} and f.step = ${step} and f.round = (
      select max(l.round) from effects l
      where l.tenant_id = ${tenantId} and l.instance_id = ${instanceId} and l.step = ${step})
    order by f.created_at desc limit 100`.execute(db)
  return rows
}

export async function openingsOf(db: Db, tenantId: string, instanceId: string, runs: readonly Run[]) {
  if (runs.length === 0) return []
  const { rows } = await sql<Run & { opened_at: Date }>`
    select r.step, r.round, r.opened_at from ${places(runs)}
    join step_runs r on r.tenant_id = ${tenantId} and r.instance_id = ${instanceId} and r.step = e.step and r.round = e.round
    `.execute(db)
  return rows
}

export interface TracedTask extends Run {
  id: string
  item: number
}

export async function ticketsOf(db: Db, tenantId: string, instanceId: string, runs: readonly Run[]) {
  if (runs.length === 0) return []
  const { rows } = await sql<TracedTask>`
    select t.id, t.step, t.round, t.item from ${places(runs)}
    join tasks t on t.tenant_id = ${tenantId} and t.instance_id = ${instanceId} and t.step = e.step and t.round = e.round
    limit 2000`.execute(db)
  return rows
}

export async function decisionsOn(db: Db, tenantId: string, taskIds: readonly string[]) {
  if (taskIds.length === 0) return []
  return db
    .selectFrom('decisions')
    .select(['task_id', 'slot', 'comment', 'at'])
    .where('tenant_id', '=', tenantId)
    .where('task_id', '=', sql<string>`any (${taskIds}::uuid[])`)
    .orderBy('id', 'desc')
    .execute()
}
