import { sql } from 'kysely'
import type { ReadTx, SalesTx, TenantTx } from '../db/tenant-tx.ts'
import { AppError } from '../errors.ts'
import { createPort } from '../port.ts'

/** How many bytes a workspace may keep; null without a limit. */
export const storageLimit = createPort<[tx: SalesTx], Promise<number | null>>('how much may be kept')

/** Of storage that is nearly or wholly used, those hear who can have more. */
export const storageNearlyUsed = createPort<[tx: TenantTx, used: number], Promise<void>>('who hears of full storage')
const NEARLY = 80

const STORAGE = 'storage'
const BYTES = 'bytes'

/** All versions of all documents, those in the trash too. */
export function countStorage(tx: Pick<TenantTx, 'count'>, bytes: number): void {
  if (bytes !== 0) tx.count(STORAGE, BYTES, bytes)
}

const USED = (tenantId: string) => sql<number>`(select coalesce(sum(n), 0)::bigint from counters
  where tenant_id = ${tenantId} and name = ${STORAGE} and key = ${BYTES})`

export async function storageOf(tx: SalesTx): Promise<{ used: number; quota: number | null }> {
  const { rows } = await sql<{ used: number }>`select ${USED(tx.tenantId)} as used`.execute(tx.db)
  return { used: rows[0]?.used ?? 0, quota: await storageLimit.call(tx) }
}

/**
 * Without what is kept and without what is on its way in parts: that is, what was heard of within the hour. The rest is
 * kept for days, but whoever only said that much would come keeps nobody else out; when it goes on it counts again.
 */
async function roomIn({ db, tenantId }: ReadTx, quota: number): Promise<number> {
  const { rows } = await sql<{ room: number }>`
    select ${quota}::bigint - ${USED(tenantId)} - (select coalesce(sum(size), 0)::bigint from uploads
      where tenant_id = ${tenantId} and state = 'uploading' and signed_at > now() - interval '1 hour') as room`.execute(
    db,
  )
  return rows[0]?.room ?? 0
}

/** With so little room left, those who want some come one after the other: each would count on the same. */
const LITTLE = 2 ** 30

/** Far from the limit nobody waits; near it each learns what those before have left. */
async function claimableRoom(tx: ReadTx, quota: number, bytes: number): Promise<number> {
  const room = await roomIn(tx, quota)
  if (room > bytes + LITTLE) return room
  await sql`select pg_advisory_xact_lock(hashtextextended('storage of ' || ${tx.tenantId}, 0))`.execute(tx.db)
  return roomIn(tx, quota)
}

/** Asked before anything is kept, and again by whoever counts it. */
export async function requireRoom(tx: SalesTx | TenantTx, bytes: number): Promise<void> {
  const quota = await storageLimit.call(tx)
  if (quota === null) return
  const room = await claimableRoom(tx, quota, bytes)
  if (room < bytes) {
    throw new AppError(413, 'quota_exceeded', 'The workspace doesn’t have enough space for this file')
  }
  const used = quota - room + bytes
  if ('start' in tx && used * 100 >= quota * NEARLY) await storageNearlyUsed.call(tx, used)
}
