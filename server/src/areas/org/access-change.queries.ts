import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/**
 * Changes of who may do or see what run one after the other from here to the commit, and what processes remember of it
 * is out of date.
 */
export async function beginAccessChange(db: Db, tenantId: string): Promise<void> {
  await db.updateTable('tenants').set({ access_epoch: sql`access_epoch + 1` }).where('id', '=', tenantId).execute()
}
