import type { Json } from '@throughline/flow/eval'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { storable } from '../../../core/db/storable.ts'

interface Intent {
  instanceId: string
  step: string
  round: number
  item?: number
  key: string
  toolId: string
  input: Json
}

export interface Intended {
  state: 'intended' | 'done'
  /** The first is 1. */
  attempts: number
  /** Null where it is not held back. */
  held_since: Date | null
}

/** Puts the intent on record before the call, with how often that was tried; what is done stays done. */
export async function intendEffect(db: Db, tenantId: string, intent: Intent): Promise<Intended> {
  const { instanceId, step, round, item, key, toolId, input } = intent
  const { rows } = await sql<Intended>`
    insert into effects as e (tenant_id, key, instance_id, step, round, item, tool_id, state, attempts, input)
    values (${tenantId}, ${key}, ${instanceId}, ${step}, ${round}, ${item ?? -1}, ${toolId}, 'intended', 1,
      ${JSON.stringify(storable(input))}::jsonb)
    on conflict (tenant_id, key) do update set updated_at = now(),
      attempts = e.attempts + case when e.state = 'done' then 0 else 1 end,
      input = case when e.state = 'done' then e.input else excluded.input end, held_until = null,
      state = case when e.state = 'done' then e.state else 'intended' end
    returning state, attempts, held_since`.execute(db)
  const [intended] = rows
  if (!intended) throw new Error(`the intent ${key} was not kept`)
  return intended
}

export interface Settled {
  state: 'done' | 'failed' | 'unknown'
  result?: Record<string, Json>
  problem?: string
  began: number
}

const tryOf = (began: number, problem: string | null) => ({
  at: new Date(began).toISOString(),
  took: Date.now() - began,
  problem,
})

/** What others answer is kept as far as it can be; what is done stays done, whoever comes late. */
export async function settleEffect(db: Db, tenantId: string, key: string, { state, result, problem, began }: Settled) {
  // Of what is done, `problem` is a note and no try that failed.
  const tried = tryOf(began, state === 'done' ? null : (problem ?? null))
  await sql`update effects set state = ${state}, result = ${result ? JSON.stringify(storable(result)) : null}::jsonb,
      problem = ${problem ?? null}, tries = tries || ${JSON.stringify([tried])}::jsonb, updated_at = now(),
      held_since = null, held_until = null
    where tenant_id = ${tenantId} and key = ${key} and state <> 'done'`.execute(db)
}

interface Held {
  since: Date
  /** When it asks again. */
  until: Date
  problem: string
  began: number
}

/** Nothing was tried, so it does not count as an attempt; the first time shows in the trace. */
export async function holdEffect(db: Db, tenantId: string, key: string, { since, until, problem, began }: Held) {
  const { numAffectedRows } = await sql`
    update effects set held_since = ${since}, held_until = ${until}, attempts = attempts - 1,
      problem = ${problem}, updated_at = now(),
      tries = case when held_since is null then tries || ${JSON.stringify([tryOf(began, problem)])}::jsonb else tries end
    where tenant_id = ${tenantId} and key = ${key} and state <> 'done'`.execute(db)
  if (!numAffectedRows) throw new Error(`the intent ${key} was not kept`)
}
