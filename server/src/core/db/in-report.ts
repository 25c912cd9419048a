import type { MemberId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import pg from 'pg'
import type { Context } from '../context.ts'
import { inTenant } from './in-tenant.ts'
import type { Scope } from './tenant-tx.ts'

/** Whom a connection works for, and what is hidden from them. */
export interface ReportBinding {
  scope: Scope
  /** None: an admin who sees everything. */
  memberId: MemberId | null
  hidden: readonly string[]
  seconds: number
}

/**
 * The door for people's own queries: a fresh connection as tl_report, bound to one member for as long as it lives, and
 * closed afterwards. What a query did to it is gone with it. Decision 27.
 */
export async function inReport<T>(
  ctx: Context,
  { scope, memberId, hidden, seconds }: ReportBinding,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { config } = ctx
  const client = new pg.Client({
    host: config.PG_HOST,
    port: config.PG_DIRECT_PORT,
    database: config.PG_DATABASE,
    user: 'tl_report',
    password: config.PG_PASSWORD_TL_REPORT.reveal(),
    application_name: 'tl_report',
    connectionTimeoutMillis: 5_000,
    statement_timeout: seconds * 1_000,
  })
  // A connection that breaks fails the statement that waits for it; between two of them nobody waits.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_catalog.pg_backend_pid() as pid')
    // In a transaction of its own: the connection finds what is committed.
    const { tenantTx: _, ...own } = ctx
    const bound = await inTenant(own, scope, async ({ db }) =>
      sql<{
        bound: boolean
      }>`select auth.bind_report(${rows[0]?.pid}::int, ${memberId}, ${hidden}::uuid[]) as bound`.execute(db),
    )
    if (bound.rows[0]?.bound !== true) throw new Error('a connection of reports could not be bound')
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
