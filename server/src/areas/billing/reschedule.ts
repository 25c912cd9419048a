import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { liveSubscription, type SubscriptionRow } from './billing.queries.ts'
import { setNextAt } from './renewals.queries.ts'
import { nextStep, type StepFacts } from './steps.ts'

export const factsOf = ({ plan, ...row }: SubscriptionRow): StepFacts => ({
  status: row.status,
  auto_renew: row.auto_renew,
  period_from: row.period_from,
  period_to: row.period_to,
  period: plan.billing_period,
  told: row.told,
  tries: row.tries,
})

/** After every change of a subscription: the day of its next step. */
export async function reschedule({ db, tenantId }: TenantTx): Promise<void> {
  const subscription = await liveSubscription(db, tenantId)
  if (!subscription) return
  await setNextAt(db, tenantId, subscription.id, nextStep(factsOf(subscription))?.on ?? null)
}
