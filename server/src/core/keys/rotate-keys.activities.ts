import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../context.ts'
import { execute } from '../db/statement.ts'
import { derivedHeader } from './cipher.ts'
import { type Reseal, replacedBefore, rotateTenant } from './rotate-keys.ts'

const TENANTS = 200
/** Within this time after the job first ran with the current master key every process is started anew with it. */
const RESTARTED_MS = 86_400_000

export interface RotateKeysParts {
  ctx: Context
  /** What a tenant keeps sealed under its data keys. */
  reseal: Reseal
  /** Seals a batch of second factors after this person anew under the current master key; says where to go on. */
  resealPeople: (after: string) => Promise<string | null>
  /** Runs of the engine that began before this moment and still go on: their histories may be under an older master key. */
  countRuns: (before: Date) => Promise<number>
}

export const createRotateKeysActivities = ({ ctx, reseal, resealPeople, countRuns }: RotateKeysParts) => {
  const { keyring, log, pools } = ctx

  async function currentSince(): Promise<Date> {
    const found = await execute<{ since: Date }>(pools.tenant, 'select auth.master_key_since($1) as since', [
      keyring.currentId,
    ])
    const since = found.rows[0]?.since
    if (!since) throw new Error('the current master key was not noted')
    return since
  }

  async function leftUnder(id: string, lastSealed: Date) {
    const found = await execute<{ tenant_keys: number; second_factors: number; signed_heads: number }>(
      pools.tenant,
      'select tenant_keys, second_factors, signed_heads from auth.left_under($1, $2)',
      [id, derivedHeader(id)],
    )
    const running = await countRuns(lastSealed)
    return { tenant_keys: 0, second_factors: 0, signed_heads: 0, ...found.rows[0], running }
  }

  return {
    /** Brings a batch of tenants after this one up to date; says where to go on, or that all are done. */
    rotateTenants: async (after: string): Promise<string | null> => {
      const madeSince = replacedBefore(await currentSince(), new Date())
      const found = await execute<{ tenant_id: string }>(
        pools.tenant,
        'select tenant_id from auth.tenants_with_old_keys($1, $2, $3, $4)',
        [keyring.currentId, madeSince, after, TENANTS],
      )
      for (const { tenant_id } of found.rows) {
        try {
          await rotateTenant(ctx, { tenantId: TenantId.parse(tenant_id) }, madeSince, reseal)
        } catch (err) {
          // One tenant whose keys cannot be opened holds up nobody else's; it is tried again the next day.
          log.error({ err, tenant_id }, 'the keys of a tenant were not rotated')
        }
      }
      return found.rows.length === TENANTS ? (found.rows.at(-1)?.tenant_id ?? null) : null
    },

    resealPeople,

    /** Says of every older master key what still needs it, or that it can be taken out of the configuration. */
    reportOldKeys: async (): Promise<void> => {
      // Later, no process seals under an older one.
      const lastSealed = new Date((await currentSince()).getTime() + RESTARTED_MS)
      const areAllRestarted = lastSealed < new Date()
      for (const master_key of keyring.olderIds) {
        const left = await leftUnder(master_key, lastSealed)
        const isFree = areAllRestarted && Object.values(left).every((count) => count === 0)
        log.info(
          { master_key, ...left, not_before: lastSealed },
          isFree
            ? 'nothing is left under this master key: it can be removed from MASTER_KEYS'
            : 'this master key is still needed',
        )
      }
    },
  }
}

export type RotateKeysActivities = ReturnType<typeof createRotateKeysActivities>
