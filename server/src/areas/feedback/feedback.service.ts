import type { Body } from '@throughline/contracts/endpoint'
import type { sendFeedback } from '@throughline/contracts/feedback'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'

/** Read by staff alone: no call of the product answers with it. */
export const keepFeedback = (ctx: Context, viewer: Viewer, said: Body<typeof sendFeedback>) =>
  inTenant(ctx, viewer, async (tx) => {
    await tx.db
      .insertInto('feedback')
      .values({ tenant_id: tx.tenantId, person_id: viewer.personId, ...said })
      .execute()
    return { status: 'ok' } as const
  })
