import { sql } from 'kysely'
import type { ReadTx, TenantTx } from '../db/tenant-tx.ts'
import { AppError } from '../errors.ts'

const STORAGE = 'storage'
const BYTES = 'bytes'

/** All versions of all documents, those in the trash too. */
export function countStorage(tx: Pick<TenantTx, 'count'>, bytes: number): void {
  if (bytes !== 0) tx.count(STORAGE, BYTES, bytes)
}

const USED = (tenantId: string) => sql<number>`(select coalesce(sum(n), 0)::bigint from counters
  where tenant_id = ${tenantId} and name = ${STORAGE} and key = ${BYTES})`

export async function storageOf({ db, tenantId }: ReadTx): Promise<{ used: number; quota: number }> {
  const { rows } = await sql<{ used: number; quota: number }>`
    select t.storage_quota as quota, ${USED(tenantId)} as used from tenants t where t.id = ${tenantId}`.execute(db)
  const { used = 0, quota = 0 } = rows[0] ?? {}
  return { used, quota }
}

/**
 * Without what is kept and without what is on its way in parts: that is, what was heard of within the hour. The rest is
 * kept for days, but whoever only said that much would come keeps nobody else out; when it goes on it counts again.
 */
async function roomIn({ db, tenantId }: ReadTx): Promise<number> {
  const { rows } = await sql<{ room: number }>`
    select t.storage_quota - ${USED(tenantId)} - (select coalesce(sum(size), 0)::bigint from uploads
      where tenant_id = ${tenantId} and state = 'uploading' and signed_at > now() - interval '1 hour') as room
    from tenants t where t.id = ${tenantId}`.execute(db)
  return rows[0]?.room ?? 0
}

/** With so little room left, those who want some come one after the other: each would count on the same. */
const LITTLE = 2 ** 30

/** Asked before anything is kept, and again by whoever counts it. */
export async function requireRoom(tx: ReadTx, bytes: number): Promise<void> {
  if ((await roomIn(tx)) > bytes + LITTLE) return
  await sql`select pg_advisory_xact_lock(hashtextextended('storage of ' || ${tx.tenantId}, 0))`.execute(tx.db)
  if ((await roomIn(tx)) < bytes) {
    throw new AppError(413, 'quota_exceeded', 'The workspace doesn’t have enough space for this file')
  }
}
