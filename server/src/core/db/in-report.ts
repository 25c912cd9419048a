import { readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
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

interface Backend {
  pid: number
  port: number
}

/**
 * A query may keep a core busy for as long as it is given. Where the database runs on this machine, everyone else goes
 * first; not wholly, since its time is limited. The title is compared because another machine's process ids mean nothing here.
 */
function yieldToOthers({ pid, port }: Backend): void {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    if (!title.startsWith('postgres: ') || !title.includes('tl_report') || !title.includes(`(${port})`)) return
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
    // Where the kernel weighs sessions against each other: PostgreSQL gives each of its processes one of its own.
    writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // The database is elsewhere, or this process may not change others: docs/operations/running.md says what it then costs.
  }
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
    const { rows } = await client.query<Backend>(
      'select pg_catalog.pg_backend_pid() as pid, pg_catalog.inet_client_port() as port',
    )
    const [backend] = rows
    if (!backend) throw new Error('a connection of reports does not say which it is')
    yieldToOthers(backend)
    // In a transaction of its own: the connection finds what is committed.
    const { tenantTx: _, ...own } = ctx
    const bound = await inTenant(own, scope, async ({ db }) =>
      sql<{
        bound: boolean
      }>`select auth.bind_report(${backend.pid}::int, ${memberId}, ${hidden}::uuid[]) as bound`.execute(db),
    )
    if (bound.rows[0]?.bound !== true) throw new Error('a connection of reports could not be bound')
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
