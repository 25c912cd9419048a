import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** Names of files that were given as answers in this instance. */
export async function fileNames(db: Db, tenantId: string, instanceId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
