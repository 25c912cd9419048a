import type { Db } from '../../../core/db/bound-kysely.ts'

/** In which days begin and end for the organisation. */
export async function zoneOf(db: Db, tenantId: string): Promise<string> {
  const { time_zone } = await db
    .selectFrom('tenants')
    .select('time_zone')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return time_zone
}
