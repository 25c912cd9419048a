import { type Subscription, VOLUMES } from '@throughline/contracts/billing'
import { daysBetween } from '@throughline/contracts/billing-days'
import { PlanId, SubscriptionId } from '@throughline/contracts/ids'
import type { ReadTx, SalesTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { heldStarts } from './billing.ports.ts'
import { findUsage, type PlanRow, type SubscriptionRow, type Usage } from './billing.queries.ts'
import { isChargeable } from './charge-renewal.ts'
import { limitsOf } from './entitlements.service.ts'
import type { HistoryPage } from './history.service.ts'
import { findDueRenewal } from './payments.queries.ts'
import { monthOf } from './plans.service.ts'
import { findNextPlan, findRenewalQuote, type NextPlan, renewedPlanOf } from './quotes.ts'
import { findMethod, type MethodRow } from './renewals.queries.ts'
import { factsOf } from './reschedule.ts'
import { attemptDays, reminderOf } from './steps.ts'

/** A subscription whose renewal was canceled stays active until its end. */
export function statusOf({ canceled_at, period_to, today, status }: SubscriptionRow, viewer: Viewer) {
  if (canceled_at && (period_to === null || period_to <= today)) return 'Canceled'
  // Judged where access is judged, so that page and gate never differ.
  if (!viewer.user.subscription_active) return 'Lapsed'
  return status === 'trial' ? 'Trial' : 'Active'
}

/** Of each volume, the highest mark it has passed. */
function warningsOf(limits: Subscription['limits'], usage: Usage): Subscription['warnings'] {
  return VOLUMES.flatMap((volume) => {
    const of = limits[volume]
    if (of === null || usage[volume] * 100 < of * 80) return []
    return { volume, percent: usage[volume] < of ? 80 : 100 }
  })
}

const isRenewing = ({ status, price, auto_renew, period_to }: SubscriptionRow) =>
  status === 'active' && price > 0 && auto_renew && period_to !== null

const NOTHING_DUE = { renewal: null, due: null, renewal_unpriced: false } as const

/** What is charged next, or is due already. */
async function renewalOf(
  tx: ReadTx,
  row: SubscriptionRow,
  method: MethodRow | undefined,
  next: NextPlan | undefined,
): Promise<Pick<Subscription, 'renewal' | 'due' | 'renewal_unpriced'>> {
  const { period_to: on, today, tries } = row
  const plan = isRenewing(row) ? renewedPlanOf(row, next) : undefined
  if (on === null || !plan || plan.price === 0) return NOTHING_DUE
  const found = await findDueRenewal(tx.db, tx.tenantId, row)
  // An order from before another plan was chosen says nothing about what is charged next.
  const order = found?.basis === row.version ? found : undefined
  const quote = order?.quote ?? (await findRenewalQuote(tx, row, plan))
  if (!quote) return { ...NOTHING_DUE, renewal_unpriced: true }
  const { to, total } = quote
  const charges = isChargeable(method, total)
  // On the day itself nothing has failed until the first attempt has.
  if (on > today || (charges && tries.length === 0)) {
    const renewal = {
      on,
      to,
      plan_name: plan.name,
      amount: total,
      charges_card: charges,
      remind_on: reminderOf(factsOf(row)),
    }
    return { ...NOTHING_DUE, renewal }
  }
  const days = attemptDays(row)
  const attempts = days.map((day, at) => ({
    on: day,
    outcome: at < tries.length ? ('declined' as const) : at === tries.length ? ('next' as const) : ('planned' as const),
    problem: at === tries.length - 1 ? (order?.problem ?? null) : null,
  }))
  const next_attempt_on = days[tries.length] ?? today
  return {
    ...NOTHING_DUE,
    due: {
      amount: total,
      plan_name: order?.plan_name ?? plan.name,
      attempts,
      next_attempt_on,
      read_only_on: days.at(-1) ?? today,
      charges_card: charges,
    },
  }
}

function methodOf(method: MethodRow | undefined, row: SubscriptionRow): Subscription['payment_method'] {
  if (!method?.token_ref || !method.network || !method.last4) return null
  const { network, last4, expires } = method
  const day = row.period_to !== null && row.period_to > row.today ? row.period_to : row.today
  return { network, last4, expires, expires_before_charge: expires !== null && expires < monthOf(day) }
}

const trialOf = ({ status, period_to, today }: SubscriptionRow): Subscription['trial'] =>
  status === 'trial' && period_to !== null ? { ends_on: period_to, days_left: daysBetween(today, period_to) } : null

const nextPlanOf = (next: NextPlan | undefined): Subscription['next_plan'] =>
  next ? { id: PlanId.parse(next.plan.id), name: next.plan.name, fits: next.fits } : null

const planOf = ({ id, name, billing_period }: PlanRow) => ({ plan: PlanId.parse(id), plan_name: name, billing_period })

export async function subscriptionWire(
  tx: SalesTx,
  row: SubscriptionRow,
  viewer: Viewer,
  history: HistoryPage = { data: [], next: undefined },
): Promise<Subscription> {
  const usage = await findUsage(tx.db, tx.tenantId, monthOf(row.today))
  const limits = await limitsOf(tx)
  const method = await findMethod(tx.db, tx.tenantId)
  const next = await findNextPlan(tx, row)
  return {
    id: SubscriptionId.parse(row.id),
    ...planOf(row.plan),
    status: statusOf(row, viewer),
    current_period_end: row.period_to,
    start_date: row.period_from,
    end_date: row.period_to,
    price: row.price,
    currency: row.currency ?? row.plan.currency,
    auto_renew: row.auto_renew && !row.canceled_at,
    takes_payments: tx.takesPayments,
    payment_method: methodOf(method, row),
    ...(await renewalOf(tx, row, method, next)),
    trial: trialOf(row),
    lapsed_on: row.lapsed_on,
    warnings: warningsOf(limits, usage),
    held_starts: await heldStarts.call(tx),
    next_plan: nextPlanOf(next),
    usage,
    limits,
    payments: history.data,
    payments_next: history.next ?? null,
  }
}
