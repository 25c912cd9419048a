import type { Context } from '../../../core/context.ts'
import { execute } from '../../../core/db/statement.ts'
import { countRefusedSignIns } from './refused-sign-ins.ts'
import { compareTenant, rollUp } from './roll-up.ts'

const TENANTS = 1_000
/** Each night another of so many parts of all tenants is compared. */
const PARTS = 16
const DAY = 86_400_000

export const createRollUpActivities = (ctx: Context) => ({
  tenantsToRollUp: async (): Promise<string[]> => {
    await countRefusedSignIns(ctx, new Date())
    const found = await execute<{ tenant_id: string }>(
      ctx.pools.tenant,
      'select tenant_id from auth.tenants_to_roll_up($1)',
      [TENANTS],
    )
    return found.rows.map((row) => row.tenant_id)
  },

  rollUp: async (tenantId: string): Promise<void> => {
    await rollUp(ctx, tenantId)
  },

  tenantsToCompare: async (): Promise<string[]> => {
    const found = await execute<{ tenant_id: string }>(
      ctx.pools.tenant,
      'select tenant_id from auth.tenants_to_compare($1, $2)',
      [PARTS, Math.floor(Date.now() / DAY) % PARTS],
    )
    return found.rows.map((row) => row.tenant_id)
  },

  compareRollUps: async (tenantId: string): Promise<void> => {
    await compareTenant(ctx, tenantId)
  },
})

export type RollUpActivities = ReturnType<typeof createRollUpActivities>
