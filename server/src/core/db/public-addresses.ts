import type { Db } from './bound-kysely.ts'

type PublicKind = 'form' | 'website' | 'hook'

/** Where people outside find it; writing it again changes nothing. */
export async function writeAddress(db: Db, tenantId: string, kind: PublicKind, id: string): Promise<void> {
  await db
    .insertInto('public_addresses')
    .values({ kind, public_id: id, tenant_id: tenantId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeAddress(db: Db, tenantId: string, kind: PublicKind, id: string): Promise<void> {
  await db
    .deleteFrom('public_addresses')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('public_id', '=', id)
    .execute()
}
