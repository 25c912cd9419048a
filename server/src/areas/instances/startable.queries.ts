import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

export const findStartHead = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('workflows as w')
    .innerJoin('tenants as t', 't.id', 'w.tenant_id')
    .leftJoin('workflow_numbers as n', (join) =>
      join.onRef('n.tenant_id', '=', 'w.tenant_id').onRef('n.workflow_id', '=', 'w.id'),
    )
    .select(['w.id', 'w.name', 'w.prefix', 'w.status', 'w.current_version', 't.time_zone'])
    .select(sql<number>`coalesce(n.last_instance_number, 0) + 1`.as('next_number'))
    .where('w.tenant_id', '=', tenantId)
    .where('w.id', '=', id)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst()

/** Its id, made on first use: names that read the same are the same customer. */
export async function clientNamed(db: Db, tenantId: string, name: string): Promise<string> {
  const made = await db
    .insertInto('clients')
    .values({ tenant_id: tenantId, name })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return made.id
  const known = await db
    .selectFrom('clients')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('name_key', '=', sql<string>`app.fold(${name})`)
    .executeTakeFirstOrThrow()
  return known.id
}
