import { sql } from 'kysely'
import type { Db } from './bound-kysely.ts'

/** A sum of the slots for each key; a counter that nothing was ever added to has none. */
export async function countersOf(
  db: Db,
  tenantId: string,
  name: string,
  keys?: readonly string[],
): Promise<Map<string, number>> {
  let query = db
    .selectFrom('counters')
    .select(['key', sql<number>`sum(n)::int`.as('n')])
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
  if (keys) query = query.where('key', '=', sql<string>`any (${keys}::text[])`)
  const rows = await query.groupBy('key').execute()
  return new Map(rows.map(({ key, n }) => [key, n]))
}
