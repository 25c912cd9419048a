import { sql } from 'kysely'
import { liveSubscription } from '../src/areas/billing/billing.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Sample } from './endpoint-samples.ts'
import { just } from './org-samples.ts'
import type { World } from './world.ts'

const FREE = '00000000-0000-7000-8000-000000000001'

/** Of a workspace that has paid for a month; nothing can be bought where no provider is configured. */
export function billingSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const paid = async () => {
    const subscriptionId = await inTenant(ctx, ours, async ({ db, tenantId }) => {
      await sql`update subscriptions set period_from = current_date, period_to = current_date + 30, currency = 'USD'
        where tenant_id = ${tenantId}`.execute(db)
      return (await liveSubscription(db, tenantId))?.id ?? ''
    })
    return { params: { subscriptionId }, body: { auto_renew: true } }
  }
  const reference = 'x'.repeat(20)
  return {
    'GET /v1/subscriptions/me/': just({}),
    'GET /v1/pricing/plans/': just({}),
    'GET /v1/pricing/plans/:planId/': just({ params: { planId: FREE } }),
    'GET /v1/pricing/subscriptions/': just({}),
    'POST /v1/pricing/subscriptions/:subscriptionId/auto-renew/': paid,
    'POST /v1/pricing/payments/': just({ body: { plan_id: FREE } }),
    'PUT /v1/pricing/payments/': just({
      body: {
        payment_id: FREE,
        razorpay_payment_id: reference,
        razorpay_order_id: reference,
        razorpay_signature: reference,
      },
    }),
    'GET /v1/pricing/details/': just({}),
    'PUT /v1/pricing/details/': just({
      body: { company: 'Acme', address: '', country: 'US', region: null, tax_number: null, receipts_email: '' },
    }),
  }
}
