import type pg from 'pg'
import { execute } from '../db/statement.ts'

/** Held while a workspace is indexed, until the commit. */
export const indexLock = (tenantId: string): string => `index of ${tenantId}`

/** Waits for the turn that indexes a workspace right now: it writes what it read before. */
export async function waitForIndexing(pool: pg.Pool, tenantId: string): Promise<void> {
  await execute(pool, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [indexLock(tenantId)])
}
