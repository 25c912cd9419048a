import type pg from 'pg'
import type { Logger } from 'pino'
import { inRelay } from '../db/in-relay.ts'
import { eachLimited } from '../each-limited.ts'
import { meters } from '../telemetry/meters.ts'
import { isEngineAway } from '../temporal/client.ts'
import type { Send } from './envelope.ts'
import { grouped } from './in-order.ts'
import { bury, deleteSent, type Failure, lockShard, postpone, takeDue, type WaitingRow } from './relay.queries.ts'

export const BATCH = 100
const MAX_AT_ONCE = 16
/** Rows stay locked while they are sent, so a turn ends in time whatever the engine does. */
const TURN_LIMIT = 2_000
const MAX_ATTEMPTS = 20
const LONGEST_PAUSE = 600
/** An engine that could not keep up soon can again; then nothing should wait for long. */
const LONGEST_PAUSE_FOR_ENGINE = 30

export interface Turn {
  shard: number
  low: number
}

export interface Outcome {
  taken: number
  sent: number
  highestSent: number
  /** Nothing was accepted, and the rows are not to blame. */
  away: boolean
}

const NOTHING: Outcome = { taken: 0, sent: 0, highestSent: 0, away: false }

/** Half a second, doubled with each attempt up to the longest, never quite the same for two rows. */
const pauseAfter = (attempts: number, longest: number) =>
  Math.min(0.5 * 2 ** attempts, longest) * (0.8 + 0.4 * Math.random())

interface Tries {
  sent: WaitingRow[]
  failed: { row: WaitingRow; error: unknown }[]
}

async function tryAll(rows: WaitingRow[], send: Send): Promise<Tries> {
  const tries: Tries = { sent: [], failed: [] }
  const deadline = Date.now() + TURN_LIMIT
  const groups = grouped(rows, (row) => row.aggregate_id)
  await eachLimited(groups, MAX_AT_ONCE, async (group) => {
    for (const row of group) {
      if (Date.now() >= deadline) return
      try {
        await send({ topic: row.topic, tenantId: row.tenant_id ?? undefined, payload: row.payload }, deadline)
        tries.sent.push(row)
      } catch (error) {
        tries.failed.push({ row, error })
        return
      }
    }
  })
  return tries
}

async function keepFailures(client: pg.ClientBase, shard: number, failed: Tries['failed'], log: Logger) {
  const failures = failed.map(({ row, error }): Failure & { attempts: number; hopeless: boolean } => {
    const engine = isEngineAway(error)
    return {
      id: row.id,
      attempts: row.attempts + 1,
      pause: pauseAfter(row.attempts, engine ? LONGEST_PAUSE_FOR_ENGINE : LONGEST_PAUSE),
      error: error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'unknown',
      // However long an engine is overloaded, a row that is in order is not given up.
      hopeless: !engine && row.attempts + 1 >= MAX_ATTEMPTS,
    }
  })
  const dead = failures.filter(({ hopeless }) => hopeless)
  const waiting = failures.filter(({ hopeless }) => !hopeless)
  if (waiting.length > 0) await postpone(client, shard, waiting)
  if (dead.length > 0) await bury(client, shard, dead)
  for (const { id, attempts, error } of waiting) log.warn({ id, attempts, error }, 'could not be sent')
  for (const { id, attempts, error } of dead) log.error({ id, attempts, error }, 'given up: see outbox_dead')
  meters().outboxFailed.add(waiting.length)
  meters().outboxDead.add(dead.length)
}

/** Takes one batch of a shard, sends it and deletes what was sent, in one transaction: a crash gives all rows back. */
export function takeTurn(pool: pg.Pool, { shard, low }: Turn, send: Send, log: Logger): Promise<Outcome> {
  return inRelay(pool, async (client) => {
    if (!(await lockShard(client, shard))) return NOTHING
    const rows = await takeDue(client, shard, low, BATCH)
    if (rows.length === 0) return NOTHING
    const { sent, failed } = await tryAll(rows, send)
    // An engine that took nothing is away: its absence must not use up the attempts of rows that are in order.
    const away = sent.length === 0 && failed.some(({ error }) => isEngineAway(error))
    const ids = sent.map((row) => row.id)
    if (ids.length > 0) await deleteSent(client, shard, ids)
    if (failed.length > 0 && !away) await keepFailures(client, shard, failed, log)
    meters().outboxSent.add(ids.length, { by: 'relay' })
    return { taken: rows.length, sent: ids.length, highestSent: Math.max(0, ...ids), away }
  })
}
