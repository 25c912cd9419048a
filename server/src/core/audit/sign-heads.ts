import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../context.ts'
import { inTenant, readTenant } from '../db/in-tenant.ts'
import type { Records } from '../storage/records.ts'
import { hashAt, markSigned, readChain } from './chain.queries.ts'
import { archiveHead, newestHead } from './head-archive.ts'
import { signHead } from './head-signature.ts'

/**
 * Signs a tenant's head and puts it away. A chain that no longer holds what was signed before is not signed: the old
 * head stays the newest, and goes on telling.
 */
export async function signTenantHead(ctx: Context, records: Records, tenantId: TenantId): Promise<boolean> {
  const signer = ctx.keyring.signer()
  const scope = { tenantId }
  const { head, signedAt } = await readTenant(ctx, scope, (tx) => readChain(tx.db, tenantId))
  const before = await newestHead(ctx, records, tenantId, signedAt)
  if (before) {
    const kept =
      before === 'forged' ? undefined : await readTenant(ctx, scope, (tx) => hashAt(tx.db, tenantId, before.seq))
    if (before === 'forged' || kept?.toString('hex') !== before.hash) {
      ctx.log.error({ tenant_id: tenantId }, 'an audit chain does not hold its signed head and was not signed again')
      return false
    }
  }
  const signed = signHead(signer, tenantId, head, new Date())
  await archiveHead(ctx, records, signed)
  await inTenant(ctx, scope, (tx) => markSigned(tx.db, tenantId, signed))
  return true
}
