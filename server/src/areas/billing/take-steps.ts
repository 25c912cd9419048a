import { formatDay } from '@throughline/contracts/billing-days'
import { TenantId } from '@throughline/contracts/ids'
import { formatMoney } from '@throughline/contracts/money'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../core/db/repeat-on-lock.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { tenantKey } from '../../core/keys/tenant-key.ts'
import type { PaymentProvider } from '../../core/payments/provider.ts'
import { runsAvailable } from './billing.ports.ts'
import { liveSubscription, type SubscriptionRow } from './billing.queries.ts'
import { chargeRenewal, isChargeable, type RenewalCharge } from './charge-renewal.ts'
import { texts } from './mails/notice.texts.ts'
import { queueNotice } from './mails/notice.ts'
import {
  expireQuotes,
  findDueRenewal,
  findUncountedRefund,
  insertPayment,
  type NamedPayment,
} from './payments.queries.ts'
import { renewalQuote, renewedPlan } from './quotes.ts'
import { addReminder, findMethod, findPayer, findWorkspaceName, setFree, setLapsed } from './renewals.queries.ts'
import { factsOf, reschedule } from './reschedule.ts'
import { nextStep } from './steps.ts'

export interface SubscriptionRef {
  tenantId: string
  subscriptionId: string
}

/** A renewal waits for its four attempts, and a day more for banks that take their time. */
const RENEWAL_DAYS = 30

/** The order of the period that is due, made once, and anew where another plan was chosen since. */
export async function renewalPayment(tx: TenantTx, subscription: SubscriptionRow): Promise<NamedPayment> {
  const { db, tenantId } = tx
  await expireQuotes(db, tenantId, subscription.version)
  const known = await findDueRenewal(db, tenantId, subscription)
  if (known) return known
  const plan = await renewedPlan(tx, subscription)
  const member_id = await findPayer(db, tenantId)
  if (!member_id) throw new Error('what is renewed was never paid')
  const made = await insertPayment(db, tenantId, {
    kind: 'renewal',
    days: RENEWAL_DAYS,
    member_id,
    plan_id: plan.id,
    quote: await renewalQuote(tx, subscription, plan),
    basis: subscription.version,
    currency: plan.currency,
  })
  if (!made) throw new Error('two renewals of one subscription')
  return { ...made, plan_name: plan.name }
}

async function remindOfRenewal(ctx: Context, tx: TenantTx, subscription: SubscriptionRow): Promise<void> {
  const { period_to: on } = subscription
  const plan = await renewedPlan(tx, subscription)
  if (on === null || plan.price === 0) return
  const { to, total } = await renewalQuote(tx, subscription, plan)
  const method = await findMethod(tx.db, tx.tenantId)
  const isStored = isChargeable(method, total)
  const facts = {
    plan: plan.name,
    amount: formatMoney(total, plan.currency),
    on: formatDay(on),
    to: formatDay(to),
    card: isStored ? `card ending in ${method.last4}` : null,
    isTooMuch: !isStored && method !== undefined && method.token_ref !== null,
    expires: isStored && method.expires !== null && method.expires < on.slice(0, 7),
  }
  await queueNotice(ctx, tx, texts.reminder(facts))
}

async function remind(ctx: Context, tx: TenantTx, subscription: SubscriptionRow): Promise<void> {
  const { id, status, period_to, told, plan } = subscription
  if (status !== 'trial') await remindOfRenewal(ctx, tx, subscription)
  else if (period_to !== null) {
    const days = told === 0 ? 7 : 1
    await queueNotice(ctx, tx, texts.trialEnds(plan.name, formatDay(period_to), days))
  }
  await addReminder(tx.db, tx.tenantId, id)
}

export async function becomeFree(ctx: Context, tx: TenantTx, { id, plan }: SubscriptionRow): Promise<void> {
  const { db, tenantId } = tx
  await setFree(db, tenantId, id)
  await expireQuotes(db, tenantId, null)
  const data = { name: plan.name, before: { plan: plan.name }, after: { plan: 'Free' } }
  tx.audit({ act: 'subscription.ended', kind: 'subscription', id, data })
  tx.emit({ type: 'subscription.changed', kind: 'subscription', id })
  await runsAvailable.call(tx)
  await queueNotice(ctx, tx, texts.free(await findWorkspaceName(db, tenantId), plan.name))
}

/** A trial ends on Free; what was canceled ends read-only. */
async function end(ctx: Context, tx: TenantTx, subscription: SubscriptionRow): Promise<void> {
  const { db, tenantId } = tx
  const { id, status, plan, today } = subscription
  if (status === 'trial') return becomeFree(ctx, tx, subscription)
  await setLapsed(db, tenantId, id, today)
  await expireQuotes(db, tenantId, subscription.version + 1)
  tx.audit({ act: 'subscription.ended', kind: 'subscription', id, data: { name: plan.name } })
  tx.emit({ type: 'subscription.changed', kind: 'subscription', id })
  await queueNotice(ctx, tx, texts.ended(await findWorkspaceName(db, tenantId), plan.name))
}

/** What the present plan becomes without a charge is done here; a charge is answered, since the provider makes it. */
async function renew(ctx: Context, tx: TenantTx, subscription: SubscriptionRow): Promise<RenewalCharge | 'again'> {
  const plan = await renewedPlan(tx, subscription)
  if (plan.price === 0) {
    await becomeFree(ctx, tx, subscription)
    return 'again'
  }
  const refunded = await findUncountedRefund(tx.db, tx.tenantId, subscription)
  const payment = refunded ?? (await renewalPayment(tx, subscription))
  const method = await findMethod(tx.db, tx.tenantId)
  const { id: subscriptionId, tries } = subscription
  return { subscriptionId, payment, method, attempt: tries.length, plan: payment.plan_name }
}

async function takeStep(ctx: Context, tx: TenantTx): Promise<RenewalCharge | 'again' | 'done'> {
  const subscription = await liveSubscription(tx.db, tx.tenantId, true)
  const next = subscription && nextStep(factsOf(subscription))
  if (!next || next.on > subscription.today) {
    if (subscription) await reschedule(tx)
    return 'done'
  }
  if (next.step === 'charge') return renew(ctx, tx, subscription)
  await (next.step === 'notice' ? remind : end)(ctx, tx, subscription)
  return 'again'
}

/**
 * Everything that is due for a subscription, one step after the other. Which step is next is read from its row each time,
 * so that doing this again, or twice at once, changes nothing.
 */
export async function takeSteps(ctx: Context, provider: PaymentProvider, ref: SubscriptionRef): Promise<void> {
  const scope = { tenantId: TenantId.parse(ref.tenantId) }
  await tenantKey(ctx, scope.tenantId)
  for (;;) {
    const step = await repeatOnLock(() => inTenant(ctx, scope, (tx) => takeStep(ctx, tx)))
    if (step === 'done') return
    if (step !== 'again' && (await chargeRenewal(ctx, provider, scope, step)) === 'unknown') return
  }
}
