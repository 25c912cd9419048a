import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

export const factsOfInstance = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('instances as i')
    .select(sql<string>`case when i.title <> '' then i.title_key else i.name_key end`.as('entity_key'))
    .select(['i.client_id', 'i.narrowed', 'i.deleted_at'])
    .where('i.tenant_id', '=', tenantId)
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow()

export async function findWorkflowKey(db: Db, tenantId: string, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('workflows')
    .select(sql<string>`app.fold(name)`.as('key'))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.key
}
