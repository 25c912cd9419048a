import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../context.ts'
import { inTenant } from '../db/in-tenant.ts'
import type { TenantTx } from '../db/tenant-tx.ts'
import type { DataKey } from './cipher.ts'
import { type TenantKeyRow, tenantKeyAad } from './keyring.ts'

const newestKey = (tx: TenantTx): Promise<TenantKeyRow | undefined> =>
  tx.db
    .selectFrom('tenant_keys')
    .select(['key_no', 'kek_id', 'wrapped'])
    .where('tenant_id', '=', tx.tenantId)
    .orderBy('key_no', 'desc')
    .limit(1)
    .executeTakeFirst()

async function newestOrFirst(ctx: Context, tx: TenantTx): Promise<TenantKeyRow> {
  const found = await newestKey(tx)
  if (found) return found
  const wrapped = ctx.keyring.wrap(ctx.keyring.newDataKey(), tenantKeyAad(tx.tenantId, 1))
  await tx.db
    .insertInto('tenant_keys')
    .values({ tenant_id: tx.tenantId, key_no: 1, ...wrapped })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await newestKey(tx)
  if (!made) throw new Error('a tenant key was not kept')
  return made
}

/**
 * The tenant's own data key, made when it is first needed. Always in a transaction of its own: a key that is in use
 * must not vanish because the work that asked for it first was rolled back.
 */
export function tenantKey(ctx: Context, tenantId: TenantId): Promise<DataKey> {
  const { tenantTx: _held, ...apart } = ctx
  return ctx.keyring.tenantKey(tenantId, () => inTenant(apart, { tenantId }, (tx) => newestOrFirst(apart, tx)))
}
