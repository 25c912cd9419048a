import type { Plan } from '@throughline/contracts/billing'
import { planChangeOf } from '@throughline/contracts/billing-amounts'
import { PlanId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import type { PaymentProvider } from '../../core/payments/provider.ts'
import {
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

const LIMITS = ['people', 'storage', 'runs'] as const

const exceededBy = (plan: PlanRow, usage: Usage) =>
  LIMITS.filter((limit) => {
    const most = plan[limit]
    return most !== null && usage[limit] > most
  })

export const monthOf = (day: string) => day.slice(0, 7)

function planWire(plan: PlanRow, subscription: SubscriptionRow, usage: Usage): Plan {
  const { id, price, plan_type, people, storage, runs, ...rest } = plan
  const isOwn = subscription.plan.id === id && subscription.status !== 'lapsed'
  return {
    ...rest,
    id: PlanId.parse(id),
    plan_type,
    price: plan_type === 'enterprise' ? null : price,
    limits: { people, storage, runs },
    change: isOwn ? 'current' : planChangeOf(paidPeriod(subscription), pricedPlan(plan)),
    exceeded: exceededBy(plan, usage),
  }
}

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
    return (await findPlans(tx.db, country)).map((plan) => planWire(plan, subscription, usage))
  })

export const readPlan = (ctx: Context, viewer: Viewer, id: PlanId) =>
  readTenant(ctx, viewer, async (tx) => {
    const plan = await findPlan(tx.db, id)
    if (!plan) throw notFound('This plan')
    const { subscription, usage } = await ownOf(tx)
    return planWire(plan, subscription, usage)
  })
