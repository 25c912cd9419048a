import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

export const findLogo = (db: Db, tenantId: string) =>
  db
    .selectFrom('tenants')
    .innerJoin('blobs', (join) =>
      join.onRef('blobs.tenant_id', '=', 'tenants.id').onRef('blobs.sha256', '=', 'tenants.logo_sha256'),
    )
    .select(['blobs.object_key', 'blobs.media_type'])
    .where('tenants.id', '=', tenantId)
    .where('blobs.tenant_id', '=', tenantId)
    .executeTakeFirst()

/** The logo there was before, if any; the row stays locked, so that two who change it come one after the other. */
export async function replaceLogo(db: Db, tenantId: string, sha256: Buffer): Promise<Buffer | undefined> {
  const before = await db
    .selectFrom('tenants')
    .select('logo_sha256')
    .where('id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst()
  await db
    .updateTable('tenants')
    .set({ logo_sha256: sha256, updated_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', tenantId)
    .execute()
  return before?.logo_sha256 ?? undefined
}
