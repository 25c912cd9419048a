import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { runsAvailable } from '../../billing/billing.public.ts'

export const createReleaseActivities = (ctx: Context) => ({
  releaseHeld: ({ tenantId }: { tenantId: string }): Promise<void> =>
    inTenant(ctx, { tenantId: TenantId.parse(tenantId) }, (tx) => runsAvailable.call(tx)),
})

export type ReleaseActivities = ReturnType<typeof createReleaseActivities>
