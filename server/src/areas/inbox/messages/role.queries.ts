import type { Db } from '../../../core/db/bound-kysely.ts'

/** Undefined: not an active member any more. */
export async function roleOf(db: Db, tenantId: string, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('members as m')
    .innerJoin('roles as r', (join) => join.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.id', '=', 'm.role_id'))
    .select('r.name')
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', '=', memberId)
    .where('m.status', '=', 'active')
    .executeTakeFirst()
  return row?.name
}
