import type { Context } from '../context.ts'
import { inTenant, readTenant } from '../db/in-tenant.ts'
import type { Scope } from '../db/tenant-tx.ts'
import { tenantKeyAad } from './keyring.ts'
import { lockKeysUnderOthers, newestTenantKey, removeSupersededKeys, rewrapTenantKey } from './tenant-key.queries.ts'
import { addTenantKey } from './tenant-key.ts'

const DAY_MS = 86_400_000
/** A data key is replaced after a year, and whenever the master key was. */
const DATA_KEY_DAYS = 365
/**
 * Longer than any process goes on sealing with a data key that was replaced (10 minutes) and than anything lives that is
 * sealed but in no table of the tenant: mails on their way, which are given up after a day.
 */
const KEPT_DAYS = 7

/** A data key made before this moment is replaced. */
export const replacedBefore = (currentSince: Date, now: Date): Date =>
  new Date(Math.max(currentSince.getTime(), now.getTime() - DATA_KEY_DAYS * DAY_MS))

/** Wraps a tenant's data keys under the current master key; what they sealed is left alone. */
function rewrap(ctx: Context, scope: Scope): Promise<void> {
  const { keyring } = ctx
  return inTenant(ctx, scope, async ({ db, tenantId }) => {
    for (const row of await lockKeysUnderOthers(db, tenantId, keyring.currentId)) {
      const aad = tenantKeyAad(tenantId, row.key_no)
      await rewrapTenantKey(db, tenantId, row.key_no, keyring.wrap(keyring.unwrap(row, aad), aad))
    }
  })
}

const renew = (ctx: Context, scope: Scope, madeSince: Date): Promise<void> =>
  inTenant(ctx, scope, async (tx) => {
    const newest = await newestTenantKey(tx.db, tx.tenantId)
    if (newest && newest.created_at < madeSince) await addTenantKey(ctx, tx, newest.key_no + 1)
  })

/** Seals a batch of what a tenant keeps anew where its key is older than `newestKeyNo`; says how much it was. */
export type Reseal = (ctx: Context, scope: Scope, newestKeyNo: number) => Promise<number>

/**
 * Brings one tenant up to date: its data keys under the current master key, a new data key where it is time, everything
 * kept sealed under the newest one, and the older ones away. Every part may be repeated, and goes on where it stopped.
 */
export async function rotateTenant(ctx: Context, scope: Scope, madeSince: Date, reseal: Reseal): Promise<void> {
  await rewrap(ctx, scope)
  await renew(ctx, scope, madeSince)
  const newest = await readTenant(ctx, scope, ({ db, tenantId }) => newestTenantKey(db, tenantId))
  if (!newest) return
  while ((await reseal(ctx, scope, newest.key_no)) > 0);
  const supersededBefore = new Date(Date.now() - KEPT_DAYS * DAY_MS)
  await inTenant(ctx, scope, ({ db, tenantId }) => removeSupersededKeys(db, tenantId, supersededBefore))
}
