import { type BillingEntry, type Subscription, VOLUMES } from '@throughline/contracts/billing'
import { daysBetween, formatDay } from '@throughline/contracts/billing-days'
import { InvoiceId, PaymentId, PlanId, SubscriptionId } from '@throughline/contracts/ids'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { heldStarts } from './billing.ports.ts'
import { findUsage, type PlanRow, type SubscriptionRow, type Usage } from './billing.queries.ts'
import { isChargeable } from './charge-renewal.ts'
import { limitsOf } from './entitlements.service.ts'
import { findHistory, findOpenRenewal, type HistoryRow } from './payments.queries.ts'
import { monthOf } from './plans.service.ts'
import { renewalQuote, renewedPlan } from './quotes.ts'
import { findMethod, type MethodRow } from './renewals.queries.ts'
import { factsOf } from './reschedule.ts'
import { attemptDays, reminderOf } from './steps.ts'

const HISTORY = 100

/** A subscription whose renewal was canceled stays active until its end. */
export function statusOf({ canceled_at, period_to, today, status }: SubscriptionRow, viewer: Viewer) {
  if (canceled_at && (period_to === null || period_to <= today)) return 'Canceled'
  // Judged where access is judged, so that page and gate never differ.
  if (!viewer.user.subscription_active) return 'Lapsed'
  return status === 'trial' ? 'Trial' : 'Active'
}

const STATUSES: Record<HistoryRow['status'], BillingEntry['status']> = {
  open: 'Open',
  paid: 'Paid',
  expired: 'Failed',
  refunding: 'Refunded',
  refunded: 'Refunded',
  set_aside: 'In review',
}

const documentOf = (id: string | null, number: string | null) =>
  id !== null && number !== null ? { id: InvoiceId.parse(id), number } : null

const entryOf = (row: HistoryRow): BillingEntry => ({
  id: PaymentId.parse(row.id),
  date: (row.credited_at ?? row.created_at).toISOString(),
  description: `Subscription to ${row.plan_name}`,
  detail: `${row.plan_name}, ${formatDay(row.quote.from)} – ${formatDay(row.quote.to)}`,
  amount: row.amount,
  currency: row.currency,
  status: STATUSES[row.status],
  problem: row.problem,
  invoice: documentOf(row.invoice_id, row.invoice_number),
  credit_note: documentOf(row.credit_note_id, row.credit_note_number),
})

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

/** What is charged next, or is due already. */
async function renewalOf(
  tx: ReadTx,
  row: SubscriptionRow,
  method: MethodRow | undefined,
): Promise<Pick<Subscription, 'renewal' | 'due'>> {
  const { period_to: on, today, tries } = row
  const plan = isRenewing(row) ? await renewedPlan(tx, row) : undefined
  if (on === null || !plan || plan.price === 0) return { renewal: null, due: null }
  if (on > today) {
    const { to, total: amount } = await renewalQuote(tx, row, plan)
    const [charges_card, remind_on] = [isChargeable(method, amount), reminderOf(factsOf(row))]
    return { due: null, renewal: { on, to, plan_name: plan.name, amount, charges_card, remind_on } }
  }
  const open = await findOpenRenewal(tx.db, tx.tenantId)
  const days = attemptDays(row)
  const attempts = days.map((day, at) => ({
    on: day,
    outcome: at < tries.length ? ('declined' as const) : at === tries.length ? ('next' as const) : ('planned' as const),
    problem: at === tries.length - 1 ? (open?.problem ?? null) : null,
  }))
  const amount = open?.amount ?? (await renewalQuote(tx, row, plan)).total
  const next_attempt_on = days[tries.length] ?? today
  return {
    renewal: null,
    due: {
      amount,
      plan_name: open?.plan_name ?? plan.name,
      attempts,
      next_attempt_on,
      read_only_on: days.at(-1) ?? today,
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

const nextPlanOf = ({ next_plan_id: id, next_plan_name: name }: SubscriptionRow): Subscription['next_plan'] =>
  id !== null && name !== null ? { id: PlanId.parse(id), name } : null

const planOf = ({ id, name, billing_period }: PlanRow) => ({ plan: PlanId.parse(id), plan_name: name, billing_period })

export async function subscriptionWire(
  tx: ReadTx,
  row: SubscriptionRow,
  viewer: Viewer,
  history: boolean,
): Promise<Subscription> {
  const usage = await findUsage(tx.db, tx.tenantId, monthOf(row.today))
  const rows = history ? await findHistory(tx.db, tx.tenantId, HISTORY) : []
  const limits = await limitsOf(tx)
  const method = await findMethod(tx.db, tx.tenantId)
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
    ...(await renewalOf(tx, row, method)),
    trial: trialOf(row),
    lapsed_on: row.lapsed_on,
    warnings: warningsOf(limits, usage),
    held_starts: await heldStarts.call(tx),
    next_plan: nextPlanOf(row),
    usage,
    limits,
    payments: rows.map(entryOf),
  }
}
