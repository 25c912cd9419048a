import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { type Handover, handBatch } from './hand-over.ts'

export interface HandoverLeft extends Handover {
  tenantId: string
  after: string
}

export const createHandOverActivities = (ctx: Context) => ({
  /** A repeat finds what it moved gone, and goes on behind it. */
  handOverBatch: async ({ tenantId, after, ...handover }: HandoverLeft): Promise<string | undefined> => {
    const { next } = await inTenant(ctx, { tenantId: TenantId.parse(tenantId) }, (tx) => handBatch(tx, handover, after))
    return next
  },
})

export type HandOverActivities = ReturnType<typeof createHandOverActivities>
