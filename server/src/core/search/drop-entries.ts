import { sql } from 'kysely'
import type { Db } from '../db/bound-kysely.ts'

/**
 * What is deleted forever is not found from the same commit on. It is also looked at again, whether it was indexed or not:
 * a turn of the indexing that read it before may yet write it.
 */
export async function dropSearchEntries(db: Db, tenantId: string, kind: string, ids: readonly string[]): Promise<void> {
  await sql`with gone as (delete from search_entries where tenant_id = ${tenantId} and kind = ${kind}
      and entity_id = any (${ids}::uuid[]))
    insert into search_pending (tenant_id, kind, entity_id)
    select ${tenantId}::uuid, ${kind}, id from unnest(${ids}::uuid[]) o (id)`.execute(db)
}
