import { formatDay } from '@throughline/contracts/billing-days'
import { formatMoney } from '@throughline/contracts/money'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../core/db/repeat-on-lock.ts'
import type { Scope, TenantTx } from '../../core/db/tenant-tx.ts'
import { attemptOf, type PaymentProvider, ProviderError } from '../../core/payments/provider.ts'
import { liveSubscription, type SubscriptionRow } from './billing.queries.ts'
import { orderOf } from './customer.ts'
import { texts } from './mails/notice.texts.ts'
import { queueNotice } from './mails/notice.ts'
import { expireQuotes, findPayment, type PaymentRow, REFUNDED, setProblem } from './payments.queries.ts'
import { addTry, findWorkspaceName, type MethodRow, setLapsed, setNextAt } from './renewals.queries.ts'
import { settlePayment } from './settle.ts'
import { attemptDays, TRIES } from './steps.ts'

export interface RenewalCharge {
  subscriptionId: string
  payment: PaymentRow
  method: MethodRow | undefined
  /** How many attempts were declined before. */
  attempt: number
  plan: string
}

type StoredMethod = MethodRow & { token_ref: string }

/** Whether a card is stored that may be charged this much. */
export const isChargeable = (method: MethodRow | undefined, amount: number): method is StoredMethod =>
  method !== undefined && method.token_ref !== null && (method.most === null || amount <= method.most)

const NO_CARD = 'No card is stored that may be charged this amount'
const ASK_AGAIN_MINUTES = 10
const PENDING = ['created', 'authorized']

type Outcome = { kind: 'paid' } | { kind: 'unknown' } | { kind: 'declined'; problem: string }

/** What became of this attempt, as the provider tells it; undefined where it was never made. */
async function outcomeAt(provider: PaymentProvider, order: string, attempt: string): Promise<Outcome | undefined> {
  const made = await provider.paymentsOf(order)
  if (made.some(({ status }) => status === 'captured' || status === 'refunded')) return { kind: 'paid' }
  // Somebody may be paying by hand at this moment.
  if (made.some(({ status }) => PENDING.includes(status))) return { kind: 'unknown' }
  const own = made.find((one) => attemptOf(one) === attempt)
  return own && { kind: 'declined', problem: own.error_description ?? 'The bank declined the payment' }
}

/** An attempt whose outcome is not known is asked about, never made anew. */
async function attemptCharge(
  provider: PaymentProvider,
  { payment, method, attempt, plan }: RenewalCharge,
  order: string,
  email: string,
): Promise<Outcome> {
  const key = String(attempt)
  const known = await outcomeAt(provider, order, key)
  if (known) return known
  const { amount, currency } = payment
  if (!isChargeable(method, amount)) return { kind: 'declined', problem: NO_CARD }
  const { customer_ref: customer, token_ref: token } = method
  const description = `Subscription to ${plan}`
  try {
    await provider.chargeCard({ order, amount, currency, customer, token, email, description, attempt: key })
  } catch (error) {
    if (!(error instanceof ProviderError) || error.refusal === undefined) throw error
    const asked = await outcomeAt(provider, order, key)
    return asked ?? { kind: 'declined', problem: error.refusal }
  }
  return (await outcomeAt(provider, order, key)) ?? { kind: 'unknown' }
}

/** The fourth time in vain makes the workspace read-only. */
async function noteDeclined(ctx: Context, tx: TenantTx, charge: RenewalCharge, problem: string): Promise<void> {
  const { db, tenantId } = tx
  const { payment, attempt, subscriptionId: id } = charge
  const before = await liveSubscription(db, tenantId, true)
  if (!before || before.version !== payment.basis || before.tries.length !== attempt) return
  await addTry(db, tenantId, id, before.today)
  await setProblem(db, tenantId, payment.id, problem)
  const amount = formatMoney(payment.amount, payment.currency)
  const data = { name: charge.plan, amount, attempt: attempt + 1, problem }
  tx.audit({ act: 'subscription.payment_declined', kind: 'subscription', id, data })
  tx.emit({ type: 'subscription.changed', kind: 'subscription', id })
  const now = { ...before, tries: [...before.tries, before.today] }
  await (now.tries.length < TRIES ? warn : lapse)(ctx, tx, charge, { now, problem })
}

interface Declined {
  now: SubscriptionRow
  problem: string
}

async function warn(ctx: Context, tx: TenantTx, charge: RenewalCharge, { now, problem }: Declined): Promise<void> {
  const { payment, method, attempt, plan } = charge
  const days = attemptDays(now)
  const facts = {
    plan,
    amount: formatMoney(payment.amount, payment.currency),
    reason: problem === REFUNDED ? `${REFUNDED}.` : texts.bankSays(problem),
    next: formatDay(days[attempt + 1] ?? now.today),
    readOnly: formatDay(days.at(-1) ?? now.today),
    workspace: await findWorkspaceName(tx.db, tx.tenantId),
  }
  await queueNotice(ctx, tx, (isChargeable(method, payment.amount) ? texts.declined : texts.payNow)(facts))
}

async function lapse(ctx: Context, tx: TenantTx, charge: RenewalCharge, { now }: Declined): Promise<void> {
  const { payment, method, plan } = charge
  const { db, tenantId } = tx
  await setLapsed(db, tenantId, now.id, now.today)
  await expireQuotes(db, tenantId, now.version + 1)
  tx.audit({ act: 'subscription.lapsed', kind: 'subscription', id: now.id, data: { name: plan } })
  const amount = formatMoney(payment.amount, payment.currency)
  const text = isChargeable(method, payment.amount) ? texts.lapsed : texts.lapsedUnpaid
  await queueNotice(ctx, tx, text(await findWorkspaceName(db, tenantId), amount))
}

/**
 * What was given back by staff is not charged again at once, as if it had been declined. What was paid but is not what was
 * ordered is looked at by somebody, and nothing else is charged until they refund it.
 */
async function settledOutcome(ctx: Context, provider: PaymentProvider, scope: Scope, id: string): Promise<Outcome> {
  await settlePayment(ctx, provider, { tenantId: scope.tenantId, paymentId: id })
  const after = await readTenant(ctx, scope, ({ db, tenantId }) => findPayment(db, tenantId, id))
  if (after && after.credited_at !== null) return { kind: 'paid' }
  return after?.status === 'refunded' ? { kind: 'declined', problem: REFUNDED } : { kind: 'unknown' }
}

/** Charges the stored card, and says whether it is known what became of it. */
export async function chargeRenewal(
  ctx: Context,
  provider: PaymentProvider,
  scope: Scope,
  charge: RenewalCharge,
): Promise<'known' | 'unknown'> {
  const { id, status } = charge.payment
  const { order, email } = await orderOf(ctx, provider, scope, charge.payment)
  // An order that took money already is only asked about.
  const attempted: Outcome = status === 'open' ? await attemptCharge(provider, charge, order, email) : { kind: 'paid' }
  const outcome = attempted.kind === 'paid' ? await settledOutcome(ctx, provider, scope, id) : attempted
  if (outcome.kind === 'paid') return 'known'
  if (outcome.kind === 'declined') {
    await repeatOnLock(() => inTenant(ctx, scope, (tx) => noteDeclined(ctx, tx, charge, outcome.problem)))
    return 'known'
  }
  await inTenant(ctx, scope, ({ db, tenantId }) =>
    setNextAt(db, tenantId, charge.subscriptionId, { minutes: ASK_AGAIN_MINUTES }),
  )
  return 'unknown'
}
