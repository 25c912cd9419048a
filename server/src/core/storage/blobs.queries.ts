import { sql } from 'kysely'
import type { Db } from '../db/bound-kysely.ts'

export interface NewBlob {
  sha256: Buffer
  bytes: number
  media_type: string
  object_key: string
}

/** Content is kept once per tenant and counted by those who point at it. */
export async function refer(db: Db, tenantId: string, blob: NewBlob) {
  await db
    .insertInto('blobs')
    .values({ tenant_id: tenantId, ...blob, ref_count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'sha256'])
        .doUpdateSet({ ref_count: sql`blobs.ref_count + 1`, unreferenced_since: null }),
    )
    .execute()
}

/**
 * Before its object is stored: should nobody come to point at it, it is cleaned away like what nobody points at any more.
 * Whoever cleans the same content away at this moment is waited for.
 */
export const announce = (db: Db, tenantId: string, blob: NewBlob): Promise<void> => announceAll(db, tenantId, [blob])

/** In one order, each once: two who announce the same content never wait for each other. */
export async function announceAll(db: Db, tenantId: string, blobs: readonly NewBlob[]): Promise<void> {
  const byHash = new Map(blobs.map((blob) => [blob.sha256.toString('hex'), blob]))
  const rows = [...byHash.entries()].sort(([one], [other]) => (one < other ? -1 : 1))
  if (rows.length === 0) return
  await db
    .insertInto('blobs')
    .values(rows.map(([, blob]) => ({ tenant_id: tenantId, ...blob, ref_count: 0, unreferenced_since: sql`now()` })))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'sha256'])
        .doUpdateSet({ unreferenced_since: sql`case when blobs.ref_count = 0 then now() end` }),
    )
    .execute()
}

export async function unrefer(db: Db, tenantId: string, sha256: Buffer) {
  await db
    .updateTable('blobs')
    .set({ ref_count: sql`ref_count - 1`, unreferenced_since: sql`case when ref_count = 1 then now() end` })
    .where('tenant_id', '=', tenantId)
    .where('sha256', '=', sha256)
    .execute()
}
