import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../context.ts'
import { execute } from '../db/statement.ts'
import type { Records } from '../storage/records.ts'
import { signTenantHead } from './sign-heads.ts'

const BITE = 200

export const createSignHeadsActivities = (ctx: Context, records: Records) => ({
  /** Signs the heads that moved, of a bite of tenants after this one; says where to go on, or that all are done. */
  signHeadsBite: async (after: string): Promise<string | null> => {
    const found = await execute<{ tenant_id: string }>(
      ctx.pools.tenant,
      'select tenant_id from auth.tenants_with_unsigned_heads($1, $2)',
      [after, BITE],
    )
    const failures: unknown[] = []
    for (const { tenant_id } of found.rows) {
      try {
        await signTenantHead(ctx, records, TenantId.parse(tenant_id))
      } catch (err) {
        // One chain that cannot be signed holds up nobody else's; it is tried again in an hour.
        ctx.log.error({ err, tenant_id }, 'an audit head was not signed')
        failures.push(err)
      }
    }
    if (failures.length > 0 && failures.length === found.rows.length) throw failures[0]
    return found.rows.length === BITE ? (found.rows.at(-1)?.tenant_id ?? null) : null
  },
})

export type SignHeadsActivities = ReturnType<typeof createSignHeadsActivities>
