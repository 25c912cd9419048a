import type { SubscriptionSummary } from '@throughline/contracts/billing'
import type { Context } from '../../core/context.ts'
import { readTenantOnce } from '../../core/db/in-tenant.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { liveSubscription } from './billing.queries.ts'

/** As people read them; a plan that is not here shows under its own name. */
const PLANS: Readonly<Record<string, string>> = { individual: 'Free', team: 'Business' }

type Row = NonNullable<Awaited<ReturnType<typeof liveSubscription>>>

function statusOf(row: Row, viewer: Viewer): string {
  if (row.canceled_at) return 'Canceled'
  // Judged where access is judged, so that page and gate never differ.
  if (!viewer.user.subscription_active) return 'Lapsed'
  return row.status === 'trial' ? 'Trial' : 'Active'
}

export const subscription = (ctx: Context, viewer: Viewer): Promise<SubscriptionSummary> =>
  readTenantOnce(ctx, viewer, async (tx) => {
    const row = await liveSubscription(tx.db, tx.tenantId)
    if (!row) throw notFound('The subscription')
    return {
      plan: PLANS[row.plan] ?? row.plan,
      status: statusOf(row, viewer),
      start_date: row.starts_at.toISOString(),
      end_date: row.ends_at?.toISOString() ?? null,
      auto_renew: row.auto_renew && !row.canceled_at,
    }
  })
