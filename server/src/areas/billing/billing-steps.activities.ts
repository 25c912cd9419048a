import type { Volume } from '@throughline/contracts/billing'
import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { execute } from '../../core/db/statement.ts'
import type { PaymentProvider } from '../../core/payments/provider.ts'
import { texts } from './mails/notice.texts.ts'
import { queueNotice } from './mails/notice.ts'
import { findWorkspaceName } from './renewals.queries.ts'
import { type SubscriptionRef, takeSteps } from './take-steps.ts'

/** Where a page of due subscriptions ends. */
export interface DuePosition {
  at: string
  id: string
}

export interface DueSubscription extends SubscriptionRef {
  due_at: string
}

const PAGE = 200

export async function dueSubscriptions(ctx: Context, after: DuePosition): Promise<DueSubscription[]> {
  const { rows } = await execute<{ tenant_id: string; subscription_id: string; due_at: string }>(
    ctx.pools.tenant,
    `select tenant_id, subscription_id, due_at::text from auth.subscriptions_due(app.billing_now(), $1, $2, $3)`,
    [after.at, after.id, PAGE],
  )
  return rows.map(({ tenant_id, subscription_id, due_at }) => ({
    tenantId: tenant_id,
    subscriptionId: subscription_id,
    due_at,
  }))
}

export interface LimitMark {
  tenantId: string
  volume: Volume
  percent: number
}

/** Without a provider nothing was ever paid. */
export const createBillingStepActivities = (ctx: Context, provider: PaymentProvider | undefined) => ({
  findDueSubscriptions: (after: DuePosition) => dueSubscriptions(ctx, after),
  async takeSubscriptionSteps(ref: SubscriptionRef): Promise<void> {
    if (provider) await takeSteps(ctx, provider, ref)
  },
  queueLimitNotice: ({ tenantId, volume, percent }: LimitMark): Promise<void> =>
    inTenant(ctx, { tenantId: TenantId.parse(tenantId) }, async (tx) =>
      queueNotice(ctx, tx, texts.limit(volume, percent, await findWorkspaceName(tx.db, tx.tenantId))),
    ),
})

export type BillingStepActivities = ReturnType<typeof createBillingStepActivities>
