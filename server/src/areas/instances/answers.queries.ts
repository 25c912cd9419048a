import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** Files that were given as answers in these instances. */
export async function filesGiven(db: Db, tenantId: string, instanceIds: readonly string[], ids: readonly string[]) {
  if (ids.length === 0) return []
  return await db
    .selectFrom('documents')
    .select(['id', 'name', 'deleted_at'])
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', sql<string>`any (${instanceIds}::uuid[])`)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
}
