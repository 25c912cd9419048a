import type { Json } from '@throughline/flow/eval'
import type { Call } from '@throughline/flow/run/types'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { storable } from '../../../core/db/storable.ts'

/** What the ledger knows of a call. Only the worker writes it. */
export interface Effect {
  key: string
  state: 'intended' | 'done' | 'failed' | 'unknown'
  /** The attempt of the run that it is about. */
  attempt: number
  /** The final answer of that attempt; null while more tries may follow. */
  answer: string | null
  /** Null where it is not held back. */
  held_since: Date | null
  held_until: Date | null
}

export async function findEffects(db: Db, tenantId: string, keys: readonly string[]): Promise<Map<string, Effect>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<Effect>`select key, state, attempt, answer, held_since, held_until from effects
    where tenant_id = ${tenantId} and key = any (${keys}::text[])`.execute(db)
  return new Map(rows.map((effect) => [effect.key, effect]))
}

export interface Intent extends Call {
  instanceId: string
  effectKey: string
  toolId: string
  /** Of a tool that is called by a connection. */
  connection: string | null
  operation: string | null
  input: Json
}

export interface Intended {
  /** Under this key, whichever attempt; the first is 1. */
  attempts: number
  /** In this attempt. */
  tried: number
}

/** Puts the intent on record before the call, with how often that was tried; nothing where it was done meanwhile. */
export async function intendEffect(db: Db, tenantId: string, intent: Intent): Promise<Intended | undefined> {
  const { instanceId, step, round, item, attempt, effectKey, toolId, connection, operation, input } = intent
  const { rows } = await sql<Intended>`
    insert into effects as e (tenant_id, key, instance_id, step, round, item, tool_id, integration_id, operation, state,
      attempts, attempt, tried, input)
    values (${tenantId}, ${effectKey}, ${instanceId}, ${step}, ${round}, ${item ?? -1}, ${toolId}, ${connection},
      ${operation}, 'intended', 1, ${attempt}, 1,
      ${JSON.stringify(storable(input))}::jsonb)
    on conflict (tenant_id, key) do update set state = 'intended', updated_at = now(), attempts = e.attempts + 1,
      tried = case when e.attempt = excluded.attempt then e.tried + 1 else 1 end, attempt = excluded.attempt,
      input = excluded.input, integration_id = excluded.integration_id, operation = excluded.operation,
      held_until = null, answer = null
    where e.state <> 'done'
    returning attempts, tried`.execute(db)
  return rows[0]
}

export interface Settled {
  state: 'done' | 'failed' | 'unknown'
  /** Absent if another try follows. */
  answer?: string
  result?: Record<string, Json>
  problem?: string
  began: number
}

const tryOf = (began: number, problem: string | null) => ({
  at: new Date(began).toISOString(),
  took: Date.now() - began,
  problem,
})

/**
 * What others answer is kept as far as it can be, even if the intent is gone with a restored database. What is done stays
 * done, and a late failure says nothing of a newer attempt.
 */
export async function settleEffect(db: Db, tenantId: string, intent: Intent, settled: Settled): Promise<void> {
  const { instanceId, step, round, item, attempt, effectKey, toolId, connection, operation, input } = intent
  const { state, answer, result, problem, began } = settled
  // Of what is done, `problem` is a note and no try that failed.
  const tried = JSON.stringify([tryOf(began, state === 'done' ? null : (problem ?? null))])
  await sql`
    insert into effects as e (tenant_id, key, instance_id, step, round, item, tool_id, integration_id, operation, state,
      attempts, attempt, tried, input, answer, result, problem, tries)
    select ${tenantId}, ${effectKey}, i.id, ${step}, ${round}, ${item ?? -1}, ${toolId}, ${connection}, ${operation},
      ${state}, 1, ${attempt}, 1,
      ${JSON.stringify(storable(input))}::jsonb, ${answer ?? null}, ${result ? JSON.stringify(storable(result)) : null}::jsonb,
      ${problem ?? null}, ${tried}::jsonb
    from instances i where i.tenant_id = ${tenantId} and i.id = ${instanceId}
    on conflict (tenant_id, key) do update set state = excluded.state, attempt = excluded.attempt, answer = excluded.answer,
      result = excluded.result, problem = excluded.problem, tries = e.tries || excluded.tries, updated_at = now(),
      held_since = null, held_until = null
    where e.state <> 'done' and (excluded.state = 'done' or e.attempt <= excluded.attempt)`.execute(db)
}

interface LockedEffect {
  since: Date
  /** Milliseconds until it asks again. */
  pause: number
  problem: string
  began: number
}

/** Nothing was tried, so it does not count as an attempt; the first time shows in the trace. */
export async function lockEffect(
  db: Db,
  tenantId: string,
  key: string,
  { since, pause, problem, began }: LockedEffect,
) {
  const { numAffectedRows } = await sql`
    update effects set held_since = ${since}, held_until = clock_timestamp() + ${pause} * interval '1 millisecond', attempts = attempts - 1, tried = tried - 1,
      problem = ${problem}, updated_at = now(),
      tries = case when held_since is null then tries || ${JSON.stringify([tryOf(began, problem)])}::jsonb else tries end
    where tenant_id = ${tenantId} and key = ${key} and state <> 'done'`.execute(db)
  if (!numAffectedRows) throw new Error(`the intent ${key} was not kept`)
}

/** Whether somebody asked for this very attempt after a turn. */
export async function wasRetried(db: Db, tenantId: string, call: Call & { instanceId: string }, since: number) {
  const { instanceId, step, round, item, attempt } = call
  const retry = { t: 'retry', step, round, attempt: attempt - 1, ...(item !== undefined && { item }) }
  const { rows } = await sql<{ was: boolean }>`select exists (select from instance_turns
    where tenant_id = ${tenantId} and instance_id = ${instanceId} and seq > ${since}
      and events @> ${JSON.stringify([retry])}::jsonb) as was`.execute(db)
  return rows[0]?.was === true
}
