import { Pool, type PoolClient } from 'pg'
import type { Config } from '../config.ts'
import './int8.ts'
import { transaction } from './transaction.ts'

/** On the direct port: advisory locks and planner settings belong to a connection that is nobody else's. */
export function createRelayPool(config: Config, onError: (error: Error) => void): Pool {
  const pool = new Pool({
    host: config.PG_HOST,
    port: config.PG_DIRECT_PORT,
    database: config.PG_DATABASE,
    user: 'tl_relay',
    password: config.PG_PASSWORD_TL_RELAY.reveal(),
    max: 6,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
    idleTimeoutMillis: 30_000,
    application_name: 'tl_relay',
    // Statistics taken while the queue was empty must not talk the planner out of looking up each aggregate by its index.
    options: '-c enable_bitmapscan=off -c enable_material=off',
    statement_timeout: 5_000,
    // A relay that hangs in the middle of a turn loses its rows and its lock to the others.
    idle_in_transaction_session_timeout: 10_000,
  })
  pool.on('error', onError)
  return pool
}

/** The door to the queues of all tenants: outbox and unsealed audit rows, nothing else. */
export const inRelay = <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  transaction(pool, {}, 'write', work)
