import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Reseal } from '../../../core/keys/rotate-keys.ts'
import { openForTenant, sealForTenant } from '../../../core/keys/tenant-key.ts'
import { type HookRow, lockHooksSealedBefore, resealHook, type SealedSecret } from './hooks.queries.ts'

const BATCH = 100
const SHOWN_END = 4

/** What a secret is sealed for, so that bytes copied to another row or tenant do not open. */
const secretAad = (tenantId: string, id: string): string => `hooks:${tenantId}:${id}`

export async function sealSecret(ctx: Context, tenantId: TenantId, id: string, secret: string): Promise<SealedSecret> {
  return { ...(await sealForTenant(ctx, tenantId, secret, secretAad(tenantId, id))), end: secret.slice(-SHOWN_END) }
}

/** Those that count now, the newest first. */
export async function secretsOf(ctx: Context, tenantId: TenantId, hook: HookRow): Promise<string[]> {
  const isOld = hook.previous_until !== null && hook.previous_until.getTime() > Date.now()
  const sealed = [hook.secret, ...(isOld && hook.previous ? [hook.previous] : [])]
  const aad = secretAad(tenantId, hook.id)
  return Promise.all(sealed.map(async (one) => (await openForTenant(ctx, tenantId, one, aad)).toString('utf8')))
}

/** Seals a batch of secrets anew with the newest data key. */
export const resealHooks: Reseal = (ctx, scope, newestKeyNo) =>
  inTenant(ctx, scope, async ({ db, tenantId }) => {
    const hooks = await lockHooksSealedBefore(db, tenantId, newestKeyNo, BATCH)
    for (const { id, secret, previous } of hooks) {
      const aad = secretAad(tenantId, id)
      const anew = async (sealed: Buffer) => {
        const opened = (await openForTenant(ctx, tenantId, sealed, aad)).toString('utf8')
        return (await sealForTenant(ctx, tenantId, opened, aad, newestKeyNo)).sealed
      }
      const both = { secret: await anew(secret), previous: previous && (await anew(previous)) }
      await resealHook(db, tenantId, id, { ...both, keyNo: newestKeyNo })
    }
    return hooks.length
  })
