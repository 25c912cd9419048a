import type pg from 'pg'
import { inRelay } from '../db/in-relay.ts'
import { meters } from '../telemetry/meters.ts'
import { GENESIS, hashOf, type SealedRow } from './canonical.ts'
import {
  appendSealed,
  deletePending,
  lockChain,
  moveHeads,
  type PendingRow,
  readHeads,
  takePending,
} from './seal.queries.ts'
import type { Head } from './verify-chain.ts'

const BATCH = 1_000

/** Gives each row its place behind the last one of its tenant; `heads` moves along. */
function link(rows: PendingRow[], heads: Map<string, Head>): SealedRow[] {
  return rows.map((row) => {
    const head = heads.get(row.tenant_id) ?? { seq: 0, hash: GENESIS }
    const placed = { ...row, seq: head.seq + 1 }
    const hash = hashOf(head.hash, placed)
    heads.set(row.tenant_id, { seq: placed.seq, hash })
    return { ...placed, prev_hash: head.hash, hash }
  })
}

/** Moves one batch of committed rows into the chains; tells whether more is waiting. Another appender: nothing to do. */
export async function sealBatch(pool: pg.Pool): Promise<{ sealed: number; more: boolean }> {
  return inRelay(pool, async (client) => {
    if (!(await lockChain(client))) return { sealed: 0, more: false }
    const pending = await takePending(client, BATCH)
    meters().auditLag.record(Math.max(0, ...pending.map((row) => row.waited)))
    if (pending.length === 0) return { sealed: 0, more: false }
    const heads = await readHeads(client, [...new Set(pending.map((row) => row.tenant_id))])
    await appendSealed(client, link(pending, heads))
    await moveHeads(client, heads)
    await deletePending(
      client,
      pending.map((row) => row.id),
    )
    return { sealed: pending.length, more: pending.length === BATCH }
  })
}
