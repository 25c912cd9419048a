import { type BillingEntry, type Subscription, type SubscriptionSummary, VOLUMES } from '@throughline/contracts/billing'
import { formatDay } from '@throughline/contracts/billing-days'
import { InvoiceId, PaymentId, PlanId, SubscriptionId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { momentOf } from '../../core/zone-clock.ts'
import { heldStarts } from './billing.ports.ts'
import {
  changeAutoRenew,
  findUsage,
  liveSubscription,
  type PlanRow,
  type SubscriptionRow,
  type Usage,
} from './billing.queries.ts'
import { findHistory, type HistoryRow } from './payments.queries.ts'
import { monthOf } from './plans.service.ts'

const HISTORY = 100

async function requireSubscription({ db, tenantId }: ReadTx, lock = false): Promise<SubscriptionRow> {
  const row = await liveSubscription(db, tenantId, lock)
  if (!row) throw notFound('The subscription')
  return row
}

/** A subscription whose renewal was canceled stays active until its end. */
function statusOf({ canceled_at, period_to, today, status }: SubscriptionRow, viewer: Viewer) {
  if (canceled_at && (period_to === null || period_to <= today)) return 'Canceled'
  // Judged where access is judged, so that page and gate never differ.
  if (!viewer.user.subscription_active) return 'Lapsed'
  return status === 'trial' ? 'Trial' : 'Active'
}

/** Periods are days of the organization; the summary has always named moments. */
const beginningOf = ({ time_zone }: SubscriptionRow, day: string | null): Date | undefined =>
  day === null ? undefined : new Date(momentOf(time_zone, Date.parse(`${day}T00:00:00Z`)))

export const subscription = (ctx: Context, viewer: Viewer): Promise<SubscriptionSummary> =>
  readTenant(ctx, viewer, async (tx) => {
    const row = await requireSubscription(tx)
    return {
      plan: row.plan.name,
      status: statusOf(row, viewer),
      start_date: (beginningOf(row, row.period_from) ?? row.starts_at).toISOString(),
      end_date: (beginningOf(row, row.period_to) ?? row.ends_at)?.toISOString() ?? null,
      auto_renew: row.auto_renew && !row.canceled_at,
    }
  })

const STATUSES: Record<HistoryRow['status'], BillingEntry['status']> = {
  open: 'Open',
  paid: 'Paid',
  expired: 'Expired',
  refunding: 'Refunded',
  refunded: 'Refunded',
  set_aside: 'In review',
}

const entryOf = (row: HistoryRow): BillingEntry => ({
  id: PaymentId.parse(row.id),
  date: (row.credited_at ?? row.created_at).toISOString(),
  description: `Subscription to ${row.plan_name}`,
  detail: `${row.plan_name}, ${formatDay(row.quote.from)} – ${formatDay(row.quote.to)}`,
  amount: row.amount,
  currency: row.currency,
  status: STATUSES[row.status],
  problem: row.problem,
  invoice:
    row.invoice_id && row.invoice_number ? { id: InvoiceId.parse(row.invoice_id), number: row.invoice_number } : null,
  credit_note: null,
})

/** Of each volume, the highest mark it has passed. */
function warningsOf(plan: PlanRow, usage: Usage): Subscription['warnings'] {
  return VOLUMES.flatMap((volume) => {
    const of = plan[volume]
    if (of === null || usage[volume] * 100 < of * 80) return []
    return { volume, percent: usage[volume] < of ? 80 : 100 }
  })
}

async function wireOf(
  ctx: Context,
  tx: ReadTx,
  row: SubscriptionRow,
  viewer: Viewer,
  history: boolean,
): Promise<Subscription> {
  const { plan } = row
  const usage = await findUsage(tx.db, tx.tenantId, monthOf(row.today))
  const rows = history ? await findHistory(tx.db, tx.tenantId, HISTORY) : []
  return {
    id: SubscriptionId.parse(row.id),
    plan: PlanId.parse(plan.id),
    plan_name: plan.name,
    status: statusOf(row, viewer),
    current_period_end: row.period_to,
    start_date: row.period_from,
    end_date: row.period_to,
    price: row.price,
    currency: row.currency ?? plan.currency,
    billing_period: plan.billing_period,
    auto_renew: row.auto_renew && !row.canceled_at,
    takes_payments: ctx.config.PAYMENTS_KEY_ID !== undefined,
    payment_method: null,
    renewal: null,
    due: null,
    trial: null,
    lapsed_on: null,
    warnings: warningsOf(plan, usage),
    held_starts: await heldStarts.call(tx),
    next_plan:
      row.next_plan_id && row.next_plan_name ? { id: PlanId.parse(row.next_plan_id), name: row.next_plan_name } : null,
    usage,
    limits: { people: plan.people, storage: plan.storage, runs: plan.runs },
    payments: rows.map(entryOf),
  }
}

export const listSubscriptions = (ctx: Context, viewer: Viewer, history: boolean) =>
  readTenant(ctx, viewer, async (tx) => [await wireOf(ctx, tx, await requireSubscription(tx), viewer, history)])

/** Canceling ends nothing: what is paid stays until its end. */
export const renew = (ctx: Context, viewer: Viewer, id: SubscriptionId, autoRenew: boolean) =>
  inTenant(ctx, viewer, async (tx) => {
    const row = await requireSubscription(tx, true)
    if (row.id !== id) throw notFound('The subscription')
    if (row.period_to === null) throw conflict('nothing_to_renew', 'A free plan has no renewal.')
    if (row.auto_renew !== autoRenew) {
      await changeAutoRenew(tx.db, tx.tenantId, id, autoRenew)
      const data = { before: row.auto_renew, after: autoRenew }
      tx.audit({ act: 'subscription.renewal_changed', kind: 'subscription', id, data })
      tx.emit({ type: 'subscription.changed', kind: 'subscription', id })
    }
    return wireOf(ctx, tx, await requireSubscription(tx), viewer, true)
  })
