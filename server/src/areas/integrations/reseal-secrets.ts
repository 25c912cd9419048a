import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Reseal } from '../../core/keys/rotate-keys.ts'
import { openForTenant, sealForTenant } from '../../core/keys/tenant-key.ts'
import { lockConnectionsSealedBefore, resealConnection } from './connections.queries.ts'
import { connectionAad, secretAad, signInAad } from './secret-aad.ts'
import { lockSealedBefore, resealSecret, type SealedSecret } from './secrets.queries.ts'
import { lockGrantsSealedBefore, resealGrant } from './sign-in/sealed-grants.queries.ts'

const BATCH = 25

async function sealAnew(
  ctx: Context,
  tenantId: TenantId,
  sealed: Buffer,
  aad: string,
  keyNo: number,
): Promise<SealedSecret> {
  const value = (await openForTenant(ctx, tenantId, sealed, aad)).toString('utf8')
  // Which key is the newest may have changed since this process last asked.
  const anew = await sealForTenant(ctx, tenantId, value, aad, keyNo)
  return { sealed: anew.sealed, key_no: keyNo }
}

const resealNamed: Reseal = (ctx, scope, newestKeyNo) =>
  inTenant(ctx, scope, async ({ db, tenantId }) => {
    const secrets = await lockSealedBefore(db, tenantId, newestKeyNo, BATCH)
    for (const { id, sealed } of secrets) {
      const anew = await sealAnew(ctx, tenantId, sealed, secretAad(tenantId, id), newestKeyNo)
      await resealSecret(db, tenantId, id, anew)
    }
    return secrets.length
  })

const resealConnections: Reseal = (ctx, scope, newestKeyNo) =>
  inTenant(ctx, scope, async ({ db, tenantId }) => {
    const connections = await lockConnectionsSealedBefore(db, tenantId, newestKeyNo, BATCH)
    for (const { id, sealed, previous } of connections) {
      const aad = connectionAad(tenantId, id)
      const anew = await sealAnew(ctx, tenantId, sealed, aad, newestKeyNo)
      const before = previous && (await sealAnew(ctx, tenantId, previous, aad, newestKeyNo))
      const kept = { previous: before?.sealed ?? null, previous_key_no: before?.key_no ?? null }
      await resealConnection(db, tenantId, id, { ...anew, ...kept })
    }
    return connections.length
  })

/** One alone: its row may be locked for as long as a provider is asked to renew it, and nothing else may wait for that. */
const resealGrants: Reseal = (ctx, scope, newestKeyNo) =>
  inTenant(ctx, scope, async ({ db, tenantId }) => {
    const grants = await lockGrantsSealedBefore(db, tenantId, newestKeyNo, 1)
    for (const grant of grants) {
      const anew = async (what: 'verifier' | 'returned' | 'tokens') => {
        const sealed = grant[what]
        return (
          sealed && (await sealAnew(ctx, tenantId, sealed, signInAad(tenantId, grant.id, what), newestKeyNo)).sealed
        )
      }
      const all = { verifier: await anew('verifier'), returned: await anew('returned'), tokens: await anew('tokens') }
      await resealGrant(db, tenantId, { id: grant.id, ...all }, newestKeyNo)
    }
    return grants.length
  })

/** Seals a batch of secrets anew with the newest data key; those who replace one meanwhile wait for it. */
export const resealSecrets: Reseal = async (...of) =>
  (await resealNamed(...of)) + (await resealConnections(...of)) + (await resealGrants(...of))
