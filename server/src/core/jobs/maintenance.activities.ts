import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../context.ts'
import { execute } from '../db/statement.ts'
import type { Scope } from '../db/tenant-tx.ts'
import type { QuarantinedFile } from '../storage/quarantine.ts'

const CHUNK_SIZE = 2_000
const QUARANTINE_HOURS = 24

export interface MaintenanceParts {
  ctx: Context
  /** Deletes a bite of a tenant's old trash for good; says how much it was. */
  readonly purgeTenant: (scope: Scope) => Promise<number>
  readonly purgeQuarantine: (olderThan: Date, held: QuarantinedFile) => Promise<number>
}

export const createMaintenanceActivities = ({ ctx, purgeTenant, purgeQuarantine }: MaintenanceParts) => {
  const held: QuarantinedFile = async (keys) => {
    if (keys.length === 0) return new Set()
    const found = await execute<{ key: string }>(ctx.pools.tenant, 'select key from auth.held_objects($1) as key', [
      keys,
    ])
    return new Set(found.rows.map(({ key }) => key))
  }
  return {
    /**
     * Sessions, strings, nonces, keys, given-up duties, feedback, reported payments and removed subscriptions past their time, a bite at a time; says how many went.
     */
    sweepBite: async (): Promise<number> => {
      const swept = await execute<{ gone: number }>(
        ctx.pools.tenant,
        `select auth.sweep($1) + auth.sweep_leftovers($1) + auth.sweep_sign_ins($1) + auth.sweep_waitlist($1)
           + auth.sweep_hooks($1) + auth.sweep_mails($1) + auth.sweep_payment_events($1) as gone`,
        [CHUNK_SIZE],
      )
      return swept.rows[0]?.gone ?? 0
    },

    tenantsWithOldTrash: async (): Promise<string[]> => {
      const found = await execute<{ tenant_id: string }>(
        ctx.pools.tenant,
        `select tenant_id from auth.tenants_with_old_trash($1)
         union select tenant_id from auth.tenants_with_expired_exports($1)
         union select tenant_id from auth.tenants_with_old_reports($1)
         union select tenant_id from auth.tenants_with_old_websites($1)`,
        [CHUNK_SIZE],
      )
      return found.rows.map((row) => row.tenant_id)
    },

    purgeTenantTrash: async (tenantId: string): Promise<void> => {
      const scope = { tenantId: TenantId.parse(tenantId) }
      while ((await purgeTenant(scope)) > 0);
    },

    /** The months to come are there, and those past their time are not. */
    ensureEventPartitions: async (): Promise<void> => {
      await execute(ctx.pools.tenant, 'select app.ensure_event_partitions()')
      const dropped = () => execute<{ month: string | null }>(ctx.pools.tenant, 'select app.drop_old_events() as month')
      for (let month = (await dropped()).rows[0]?.month; month; month = (await dropped()).rows[0]?.month)
        ctx.log.info({ month }, 'a month of events was dropped')
    },

    purgeQuarantine: async (): Promise<void> => {
      const removed = await purgeQuarantine(new Date(Date.now() - QUARANTINE_HOURS * 3_600_000), held)
      if (removed > 0) ctx.log.info({ removed }, 'abandoned uploads removed')
    },
  }
}

export type MaintenanceActivities = ReturnType<typeof createMaintenanceActivities>
