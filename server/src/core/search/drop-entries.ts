import { sql } from 'kysely'
import type { Db } from '../db/bound-kysely.ts'

/**
 * What is deleted forever is not found from the same commit on. It is also looked at again: a turn of the indexing that read
 * it before may write it once more.
 */
export async function dropSearchEntries(db: Db, tenantId: string, ids: readonly string[]): Promise<void> {
  await sql`with gone as (delete from search_entries where tenant_id = ${tenantId} and entity_id = any (${ids}::uuid[])
      returning kind, entity_id)
    insert into search_pending (tenant_id, kind, entity_id)
    select distinct ${tenantId}::uuid, kind, entity_id from gone`.execute(db)
}
