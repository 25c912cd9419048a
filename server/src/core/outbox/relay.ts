import type pg from 'pg'
import type { Logger } from 'pino'
import { eachLimited } from '../each-limited.ts'
import { createLoop, type Loop } from '../loop.ts'
import { meters } from '../telemetry/meters.ts'
import { createTrouble } from '../telemetry/trouble.ts'
import type { Send } from './envelope.ts'
import { findDueShards } from './relay.queries.ts'
import { BATCH, takeTurn } from './relay-turn.ts'

const SHARDS = 16
const SHARDS_AT_ONCE = 4
const POLL = 250
const PAUSE_WHEN_AWAY = 1_000
const SWEEP = 5_000
/** A round in which every shard waits for an engine that hangs takes about ten seconds. */
const LONGEST_SILENCE = 30_000
/** Rows this far below the highest one sent may still commit; the sweep finds what is even later. */
const LATE_COMMITS = 2_000

export interface Relay extends Pick<Loop, 'run' | 'stop'> {
  /** Whether the queue was read within the last half minute. */
  readonly healthy: () => boolean
}

/** Sends what is left in the outbox. Several may run: each shard is served by one at a time. */
export function createRelay(pool: pg.Pool, send: Send, log: Logger): Relay {
  const trouble = createTrouble(log, { began: 'relay cannot send', ended: 'relay sends again' })
  const lows = Array.from({ length: SHARDS }, () => 0)
  // By a clock that nobody can set: after a jump back nothing would be swept for as long.
  let sweptAt = Number.NEGATIVE_INFINITY
  let readAt = Number.NEGATIVE_INFINITY

  /** Looks once at every shard; tells how long to wait before looking again. */
  async function round(): Promise<number> {
    const sweep = performance.now() - sweptAt >= SWEEP
    if (sweep) sweptAt = performance.now()
    const from = sweep ? lows.map(() => 0) : [...lows]
    const due = await findDueShards(pool, from)
    readAt = performance.now()
    meters().outboxLag.record(Math.max(0, ...due.map(({ waited }) => waited)))
    let away = false
    let more = false
    await eachLimited(due, SHARDS_AT_ONCE, async ({ shard }) => {
      if (loop.stopping) return
      const outcome = await takeTurn(pool, { shard, low: from[shard] ?? 0 }, send, log)
      lows[shard] = Math.max(lows[shard] ?? 0, outcome.highestSent - LATE_COMMITS)
      away ||= outcome.away
      more ||= outcome.sent === BATCH
    })
    if (away) trouble.began(new Error('the engine takes nothing'))
    else trouble.ended()
    if (away) return PAUSE_WHEN_AWAY
    return more ? 0 : POLL
  }

  const loop = createLoop(round, trouble, PAUSE_WHEN_AWAY)
  return { run: loop.run, stop: loop.stop, healthy: () => performance.now() - readAt < LONGEST_SILENCE }
}
