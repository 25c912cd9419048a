import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

/** When the day began that was so many days ago, in the organisation's zone. */
export async function startOfDay(db: Db, tenantId: string, daysAgo: number): Promise<string> {
  const { rows } = await sql<{ start: Date }>`
    select (date_trunc('day', now() at time zone time_zone) - make_interval(days => ${daysAgo}::int)) at time zone time_zone as start
    from tenants where id = ${tenantId}`.execute(db)
  const [found] = rows
  if (!found) throw new Error('the tenant is not there')
  return found.start.toISOString()
}
