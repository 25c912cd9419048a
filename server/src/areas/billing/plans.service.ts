import { type Plan, VOLUMES } from '@throughline/contracts/billing'
import { planChangeOf } from '@throughline/contracts/billing-amounts'
import { PlanId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import type { PaymentProvider } from '../../core/payments/provider.ts'
import {
  FREE_PLAN,
  findPlan,
  findPlans,
  findUsage,
  liveSubscription,
  type PlanRow,
  paidPeriod,
  pricedPlan,
  type SubscriptionRow,
  type Usage,
} from './billing.queries.ts'
import { soldPlan } from './quotes.ts'

const exceededBy = (plan: PlanRow, usage: Usage) =>
  VOLUMES.filter((limit) => {
    const most = plan[limit]
    return most !== null && usage[limit] > most
  })

export const monthOf = (day: string) => day.slice(0, 7)

/** Free follows a trial by itself, and is open at once to a workspace that has lapsed. */
export function changeOf(plan: PlanRow, subscription: SubscriptionRow): Plan['change'] {
  const { status } = subscription
  if (subscription.plan.id === plan.id && status !== 'lapsed') return 'current'
  if (plan.id === FREE_PLAN && status !== 'active') return status === 'trial' ? 'at_end' : 'now'
  if (plan.is_trial) return 'now'
  return planChangeOf(paidPeriod(subscription), pricedPlan(plan))
}

function planWire(plan: PlanRow, subscription: SubscriptionRow, usage: Usage): Plan {
  const { id, price, plan_type, people, storage, runs, ...rest } = plan
  return {
    ...rest,
    id: PlanId.parse(id),
    plan_type,
    price: plan_type === 'enterprise' ? null : price,
    limits: { people, storage, runs },
    change: changeOf(plan, subscription),
    exceeded: exceededBy(plan, usage),
  }
}

/** A trial is offered once, and only to a workspace that has not paid. */
const isOffered = (plan: PlanRow, { plan: own, trial_used, period_to }: SubscriptionRow) =>
  !plan.is_trial || plan.id === own.id || (!trial_used && period_to === null)

async function ownOf({ db, tenantId }: ReadTx) {
  const subscription = await liveSubscription(db, tenantId)
  if (!subscription) throw notFound('The subscription')
  return { subscription, usage: await findUsage(db, tenantId, monthOf(subscription.today)) }
}

/** Nothing is offered where nothing can be paid. */
export const listPlans = (ctx: Context, provider: PaymentProvider | undefined, viewer: Viewer, country: string) =>
  readTenant(ctx, viewer, async (tx) => {
    if (!provider) return []
    const { subscription, usage } = await ownOf(tx)
    const plans = await findPlans(tx.db, country)
    return plans.filter((plan) => isOffered(plan, subscription)).map((plan) => planWire(plan, subscription, usage))
  })

export const readPlan = (ctx: Context, viewer: Viewer, id: PlanId) =>
  readTenant(ctx, viewer, async (tx) => {
    const plan = await findPlan(tx.db, id)
    if (!plan) throw notFound('This plan')
    const { subscription, usage } = await ownOf(tx)
    return planWire(await soldPlan(tx, subscription, plan), subscription, usage)
  })
