import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** Whoever looks for a free prefix with this first letter comes one after the other, until the commit. */
export async function takeTurns(db: Db, tenantId: string, prefix: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(
    ${tenantId} || ' prefix ' || left(app.fold(${prefix}), 1), 0))`.execute(db)
}

export async function isTaken(db: Db, tenantId: string, prefix: string, own: string | undefined): Promise<boolean> {
  let query = db
    .selectFrom('workflows')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('prefix_key', '=', sql<string>`app.fold(${prefix})`)
    .where('deleted_at', 'is', null)
  if (own) query = query.where('id', '<>', own)
  return (await query.executeTakeFirst()) !== undefined
}
