import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** With whom they name, when what they are about goes for ever. */
export async function dropCommentsOn(db: Db, tenantId: string, entityIds: readonly string[]): Promise<void> {
  await sql`delete from comment_mentions m using comments c
    where c.tenant_id = ${tenantId} and c.entity_id = any (${entityIds}::uuid[])
      and m.tenant_id = ${tenantId} and m.comment_id = c.id`.execute(db)
  await db
    .deleteFrom('comments')
    .where('tenant_id', '=', tenantId)
    .where('entity_id', '=', sql<string>`any (${entityIds}::uuid[])`)
    .execute()
}
