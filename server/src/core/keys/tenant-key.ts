import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../context.ts'
import { inTenant, readTenant } from '../db/in-tenant.ts'
import type { TenantTx } from '../db/tenant-tx.ts'
import { keyNamedBy, SealBrokenError } from './cipher.ts'
import { type TenantKey, type TenantKeyRow, tenantKeyAad } from './keyring.ts'
import { findTenantKey, newestTenantKey, putTenantKey } from './tenant-key.queries.ts'

/** Something was sealed with a data key that was removed since, or that another tenant's rows were copied with. */
export class UnknownDataKeyError extends Error {
  override readonly name = 'UnknownDataKeyError'
}

/** Makes the data key with this number, wrapped under the current master key, unless somebody else just did. */
export const addTenantKey = ({ keyring }: Context, tx: TenantTx, keyNo: number): Promise<void> =>
  putTenantKey(tx.db, tx.tenantId, {
    key_no: keyNo,
    ...keyring.wrap(keyring.newDataKey(), tenantKeyAad(tx.tenantId, keyNo)),
  })

async function newestOrFirst(ctx: Context, tx: TenantTx): Promise<TenantKeyRow> {
  const found = await newestTenantKey(tx.db, tx.tenantId)
  if (found) return found
  await addTenantKey(ctx, tx, 1)
  const made = await newestTenantKey(tx.db, tx.tenantId)
  if (!made) throw new Error('a tenant key was not kept')
  return made
}

/**
 * The tenant's newest data key, the first made when it is needed. Always in a transaction of its own: a key that is in
 * use must not vanish because the work that asked for it first was rolled back.
 */
export function tenantKey(ctx: Context, tenantId: TenantId): Promise<TenantKey> {
  const { tenantTx: _held, ...apart } = ctx
  return ctx.keyring.tenantKey(tenantId, 'newest', () =>
    inTenant(apart, { tenantId }, (tx) => newestOrFirst(apart, tx)),
  )
}

/**
 * The same inside a transaction, read by its own connection: many that wait for a second one while they hold their first
 * would wait for each other. Only a workspace's very first key is made apart.
 */
export const tenantKeyIn = (ctx: Context, { db, tenantId }: TenantTx): Promise<TenantKey> => {
  const { tenantTx: _held, ...apart } = ctx
  return ctx.keyring.tenantKey(
    tenantId,
    'newest',
    async () =>
      (await newestTenantKey(db, tenantId)) ?? inTenant(apart, { tenantId }, (tx) => newestOrFirst(apart, tx)),
  )
}

/** Before a transaction that seals something, which need not wait for a second connection then. */
export const loadTenantKey = async ({
  ctx,
  viewer,
}: {
  ctx: Context
  viewer: { tenantId: TenantId }
}): Promise<void> => {
  await tenantKey(ctx, viewer.tenantId)
}

function keyWithNumber(ctx: Context, tenantId: TenantId, keyNo: number): Promise<TenantKey> {
  const { tenantTx: _held, ...apart } = ctx
  return ctx.keyring.tenantKey(tenantId, keyNo, async () => {
    const found = await readTenant(apart, { tenantId }, (tx) => findTenantKey(tx.db, tenantId, keyNo))
    if (!found) throw new UnknownDataKeyError(`data key ${keyNo} of this tenant is not kept any more`)
    return found
  })
}

/**
 * With the newest data key that this process knows of, or with the given one. A row that keeps the result names
 * `keyNo`, so that the key stays as long as the row.
 */
export async function sealForTenant(
  ctx: Context,
  tenantId: TenantId,
  plaintext: string,
  aad: string,
  keyNo?: number,
): Promise<{ keyNo: number; sealed: Buffer }> {
  const key = await (keyNo === undefined ? tenantKey(ctx, tenantId) : keyWithNumber(ctx, tenantId, keyNo))
  return { keyNo: key.keyNo, sealed: ctx.keyring.seal(key, plaintext, aad) }
}

/** With the data key that the sealed bytes name. */
export async function openForTenant(ctx: Context, tenantId: TenantId, sealed: Buffer, aad: string): Promise<Buffer> {
  const named = keyNamedBy(sealed)
  if (!('keyNo' in named)) throw new SealBrokenError('not sealed with a data key')
  return ctx.keyring.open(await keyWithNumber(ctx, tenantId, named.keyNo), sealed, aad)
}
