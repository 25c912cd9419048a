import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import type { Pools } from '../db/pools.ts'
import { execute } from '../db/statement.ts'
import type { OutboxRow } from '../db/tenant-tx.ts'
import { transaction } from '../db/transaction.ts'
import { eachLimited } from '../each-limited.ts'
import { meters } from '../telemetry/meters.ts'
import { createTrouble } from '../telemetry/trouble.ts'
import { isEngineAway } from '../temporal/client.ts'
import type { Send } from './envelope.ts'
import { grouped } from './in-order.ts'

const COMMITS_AT_ONCE = 32
const ROWS_AT_ONCE = 8
/** Commits whose sending waits for a free place; beyond that the relay sends. */
const LONGEST_QUEUE = 500
/** An engine that cannot keep up is left to the relay for so long: trying all the same would only add to its load. */
const REST = 2_000

const DELETE = `delete from outbox o using unnest($1::smallint[], $2::bigint[]) as sent (shard, id)
  where o.shard = sent.shard and o.id = sent.id and o.tenant_id is not distinct from $3::uuid`

export interface Dispatcher {
  dispatch: Context['dispatch']
  /** Finishes what was begun; from now on everything is left to the relay. */
  readonly drain: () => Promise<void>
}

interface Parts {
  pools: Pick<Pools, 'tenant' | 'identity'>
  send: Send
  log: Logger
}

function remove({ pools }: Parts, rows: OutboxRow[], tenantId: string | undefined) {
  const values = [rows.map((row) => row.shard), rows.map((row) => row.id), tenantId ?? null]
  if (!tenantId) return execute(pools.identity, DELETE, values)
  return transaction(pools.tenant, { tenant: tenantId }, 'write', (client) => execute(client, DELETE, values))
}

/** Sends each aggregate's rows in order, up to the first that fails; tells what went wrong first, if anything did. */
async function sendBatch(parts: Parts, rows: OutboxRow[], tenantId: string | undefined): Promise<unknown> {
  const sent: OutboxRow[] = []
  let failure: unknown
  await eachLimited(
    grouped(rows, (row) => row.aggregateId),
    ROWS_AT_ONCE,
    async (group) => {
      try {
        for (const row of group) {
          await parts.send({ topic: row.topic, tenantId, payload: row.payload })
          sent.push(row)
        }
      } catch (error) {
        failure ??= error
      }
    },
  )
  meters().outboxSent.add(sent.length, { by: 'dispatch' })
  if (sent.length > 0) await remove(parts, sent, tenantId)
  return failure
}

/** The fast path: the process that committed tries to send at once. Whatever goes wrong, the rows are still there. */
export function createDispatch(parts: Parts): Dispatcher {
  const trouble = createTrouble(parts.log, { began: 'left to the relay', ended: 'sent after commits again' })
  const waiting: (() => Promise<unknown>)[] = []
  const running = new Set<Promise<void>>()
  let draining = false
  let restsUntil = 0

  const failed = (failure: unknown) => {
    trouble.began(failure)
    if (!isEngineAway(failure)) return
    restsUntil = performance.now() + REST
    waiting.length = 0
  }
  const begin = (work: () => Promise<unknown>) => {
    const job = work()
      .then((failure) => (failure === undefined ? trouble.ended() : failed(failure)), failed)
      .finally(() => {
        running.delete(job)
        const next = waiting.shift()
        if (next) begin(next)
      })
    running.add(job)
  }

  return {
    dispatch: (rows, scope, tenantId) => {
      if (draining || performance.now() < restsUntil || waiting.length >= LONGEST_QUEUE) return
      const work = () => sendBatch(parts, rows, scope === 'tenant' ? tenantId : undefined)
      if (running.size < COMMITS_AT_ONCE) begin(work)
      else waiting.push(work)
    },
    drain: async () => {
      draining = true
      waiting.length = 0
      await Promise.all(running)
    },
  }
}
