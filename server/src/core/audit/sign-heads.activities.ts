import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../context.ts'
import { execute } from '../db/statement.ts'
import type { Records } from '../storage/records.ts'
import { signTenantHead } from './sign-heads.ts'

const CHUNK_SIZE = 200

export const createSignHeadsActivities = (ctx: Context, records: Records) => {
  /** Signs the heads of a bite of tenants; says after which one to go on, or that all are done. */
  async function signAll(found: { tenant_id: string }[]): Promise<string | null> {
    const failures: unknown[] = []
    for (const { tenant_id } of found) {
      try {
        await signTenantHead(ctx, records, TenantId.parse(tenant_id))
      } catch (err) {
        // One chain that cannot be signed holds up nobody else's; it is tried again in an hour.
        ctx.log.error({ err, tenant_id }, 'an audit head was not signed')
        failures.push(err)
      }
    }
    if (failures.length > 0 && failures.length === found.length) throw failures[0]
    return found.length === CHUNK_SIZE ? (found.at(-1)?.tenant_id ?? null) : null
  }

  const find = async (query: string, values: unknown[]) =>
    (await execute<{ tenant_id: string }>(ctx.pools.tenant, query, values)).rows

  return {
    /** The heads that moved, of a bite of tenants after this one. */
    signHeadsBite: async (after: string): Promise<string | null> =>
      signAll(await find('select tenant_id from auth.tenants_with_unsigned_heads($1, $2)', [after, CHUNK_SIZE])),

    /** The heads that were signed under an older master key: without it nobody could check them. */
    signAgainBite: async (after: string): Promise<string | null> =>
      signAll(
        await find('select tenant_id from auth.tenants_with_other_signatures($1, $2, $3)', [
          ctx.keyring.currentId,
          after,
          CHUNK_SIZE,
        ]),
      ),
  }
}

export type SignHeadsActivities = ReturnType<typeof createSignHeadsActivities>
