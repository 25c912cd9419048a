import { sql } from 'kysely'
import type { Db } from '../db/bound-kysely.ts'
import type { TenantKeyRow, WrappedKey } from './keyring.ts'

const keysOf = (db: Db, tenantId: string) =>
  db.selectFrom('tenant_keys').select(['key_no', 'kek_id', 'wrapped', 'created_at']).where('tenant_id', '=', tenantId)

export const newestTenantKey = (db: Db, tenantId: string) =>
  keysOf(db, tenantId).orderBy('key_no', 'desc').limit(1).executeTakeFirst()

export const findTenantKey = (db: Db, tenantId: string, keyNo: number) =>
  keysOf(db, tenantId).where('key_no', '=', keyNo).executeTakeFirst()

export async function putTenantKey(db: Db, tenantId: string, key: TenantKeyRow): Promise<void> {
  await db
    .insertInto('tenant_keys')
    .values({ tenant_id: tenantId, ...key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Those under another master key than this one, locked. */
export const lockKeysUnderOthers = (db: Db, tenantId: string, kekId: string) =>
  keysOf(db, tenantId).where('kek_id', '<>', kekId).orderBy('key_no').forUpdate().execute()

export async function rewrapTenantKey(db: Db, tenantId: string, keyNo: number, wrapped: WrappedKey): Promise<void> {
  await db
    .updateTable('tenant_keys')
    .set(wrapped)
    .where('tenant_id', '=', tenantId)
    .where('key_no', '=', keyNo)
    .execute()
}

/** Removes keys that a newer one took over from before `supersededBefore` and that nothing kept names; says how many. */
export async function removeSupersededKeys(db: Db, tenantId: string, supersededBefore: Date): Promise<number> {
  const removed = await sql`delete from tenant_keys k where k.tenant_id = ${tenantId} and exists (
    select from tenant_keys n where n.tenant_id = ${tenantId} and n.key_no > k.key_no
      and n.created_at < ${supersededBefore})
    and not exists (select from integration_secrets s where s.tenant_id = ${tenantId} and s.key_no = k.key_no)
    and not exists (select from connection_secrets c where c.tenant_id = ${tenantId}
      and (c.key_no = k.key_no or c.previous_key_no = k.key_no))
    and not exists (select from models m where m.tenant_id = ${tenantId} and m.key_no = k.key_no)
    and not exists (select from hooks h where h.tenant_id = ${tenantId}
      and (h.key_no = k.key_no or h.previous_key_no = k.key_no))
    and not exists (select from hook_deliveries d where d.tenant_id = ${tenantId} and d.key_no = k.key_no)
    and not exists (select from oauth_grants g where g.tenant_id = ${tenantId} and g.key_no = k.key_no)`.execute(db)
  return Number(removed.numAffectedRows ?? 0)
}
