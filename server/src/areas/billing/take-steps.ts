import { daysBetween, formatDay } from '@throughline/contracts/billing-days'
import { TenantId } from '@throughline/contracts/ids'
import { formatMoney } from '@throughline/contracts/money'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../core/db/repeat-on-lock.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { tenantKey } from '../../core/keys/tenant-key.ts'
import type { PaymentProvider } from '../../core/payments/provider.ts'
import { runsAvailable } from './billing.ports.ts'
import { liveSubscription, type PlanRow, type SubscriptionRow } from './billing.queries.ts'
import { chargeRenewal, isChargeable, type RenewalCharge } from './charge-renewal.ts'
import { texts } from './mails/notice.texts.ts'
import { queueNotice } from './mails/notice.ts'
import {
  expireQuotes,
  findDueRenewal,
  findUncountedRefund,
  insertPayment,
  type NamedPayment,
  type StoredQuote,
} from './payments.queries.ts'
import { findNextPlan, findRenewalQuote, type NextPlan, renewedPlan, renewedPlanOf } from './quotes.ts'
import {
  addReminder,
  findMethod,
  findPayer,
  findWorkspaceName,
  putNotice,
  setFree,
  setLapsed,
  setNextAt,
} from './renewals.queries.ts'
import { factsOf, reschedule } from './reschedule.ts'
import { nextStep } from './steps.ts'

export interface SubscriptionRef {
  tenantId: string
  subscriptionId: string
}

/** Each day until there is a rule again: until then the workspace keeps its plan, and nothing is charged. */
const UNPRICED = 'a renewal can’t be priced, since no tax rule applies to it: somebody has to look at it'

/** A renewal waits for its four attempts, and a day more for banks that take their time. */
const RENEWAL_DAYS = 30

const DAY_MINUTES = 1_440

/**
 * The order of the period that is due, made once, and anew where another plan was chosen since. Undefined where the period
 * can't be priced.
 */
export async function renewalPayment(tx: TenantTx, subscription: SubscriptionRow): Promise<NamedPayment | undefined> {
  const { db, tenantId } = tx
  await expireQuotes(db, tenantId, subscription.version)
  const known = await findDueRenewal(db, tenantId, subscription)
  if (known) return known
  const plan = await renewedPlan(tx, subscription)
  const quote = await findRenewalQuote(tx, subscription, plan)
  if (!quote) return undefined
  const member_id = await findPayer(db, tenantId)
  if (!member_id) throw new Error('what is renewed was never paid')
  const made = await insertPayment(db, tenantId, {
    kind: 'renewal',
    days: RENEWAL_DAYS,
    member_id,
    plan_id: plan.id,
    quote,
    basis: subscription.version,
    currency: plan.currency,
  })
  if (made) return { ...made, plan_name: plan.name }
  // Somebody else made it at this moment, at a window or by the clock.
  const theirs = await findDueRenewal(db, tenantId, subscription)
  if (!theirs) throw new Error('an order for a renewal was neither made nor found')
  return theirs
}

type NextAct = 'again' | 'unpriced'

async function remindOfRenewal(ctx: Context, tx: TenantTx, subscription: SubscriptionRow): Promise<NextAct> {
  const { id, period_to: on } = subscription
  const plan = await renewedPlan(tx, subscription)
  if (on !== null && plan.price > 0) {
    const quote = await findRenewalQuote(tx, subscription, plan)
    if (!quote) return 'unpriced'
    await queueReminder(ctx, tx, { plan, quote, on })
  }
  await addReminder(tx.db, tx.tenantId, id)
  return 'again'
}

interface AnnouncedRenewal {
  plan: PlanRow
  quote: StoredQuote
  on: string
}

async function queueReminder(ctx: Context, tx: TenantTx, { plan, quote, on }: AnnouncedRenewal): Promise<void> {
  const { to, total } = quote
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

/** After an outage the next step may be due already: then this reminder would say what is no longer so. */
async function remindOfTrial(ctx: Context, tx: TenantTx, subscription: SubscriptionRow): Promise<NextAct> {
  const { id, period_to: to, told, plan, today } = subscription
  const next = nextStep({ ...factsOf(subscription), told: told + 1 })
  if (to !== null && next && next.on > today)
    await queueNotice(ctx, tx, texts.trialEnds(plan.name, formatDay(to), daysBetween(today, to)))
  await addReminder(tx.db, tx.tenantId, id)
  return 'again'
}

const remind = (ctx: Context, tx: TenantTx, subscription: SubscriptionRow): Promise<NextAct> =>
  (subscription.status === 'trial' ? remindOfTrial : remindOfRenewal)(ctx, tx, subscription)

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
async function end(ctx: Context, tx: TenantTx, subscription: SubscriptionRow): Promise<NextAct> {
  const { db, tenantId } = tx
  const { id, status, plan, today } = subscription
  if (status === 'trial') {
    await becomeFree(ctx, tx, subscription)
    return 'again'
  }
  await setLapsed(db, tenantId, id, today)
  await expireQuotes(db, tenantId, subscription.version + 1)
  tx.audit({ act: 'subscription.ended', kind: 'subscription', id, data: { name: plan.name } })
  tx.emit({ type: 'subscription.changed', kind: 'subscription', id })
  await queueNotice(ctx, tx, texts.ended(await findWorkspaceName(db, tenantId), plan.name))
  return 'again'
}

/** Of a smaller plan that was chosen and can't begin, once: the present one is charged instead. */
async function noteTooSmall(ctx: Context, tx: TenantTx, subscription: SubscriptionRow, next: NextPlan): Promise<void> {
  const { period_to: on, plan } = subscription
  if (on === null || !(await putNotice(tx.db, tx.tenantId, `${next.plan.id} too small`, on))) return
  await queueNotice(ctx, tx, texts.nextTooSmall(next.plan.name, formatDay(on), plan.name))
}

/** What the present plan becomes without a charge is done here; a charge is answered, since the provider makes it. */
async function renew(ctx: Context, tx: TenantTx, subscription: SubscriptionRow): Promise<RenewalCharge | NextAct> {
  const next = await findNextPlan(tx, subscription)
  if (renewedPlanOf(subscription, next).price === 0) {
    await becomeFree(ctx, tx, subscription)
    return 'again'
  }
  const refunded = await findUncountedRefund(tx.db, tx.tenantId, subscription)
  const payment = refunded ?? (await renewalPayment(tx, subscription))
  if (!payment) return 'unpriced'
  if (next && payment.plan_id !== next.plan.id) await noteTooSmall(ctx, tx, subscription, next)
  const method = await findMethod(tx.db, tx.tenantId)
  const { id: subscriptionId, tries } = subscription
  return { subscriptionId, payment, method, attempt: tries.length, plan: payment.plan_name }
}

const ACTS = { notice: remind, charge: renew, end } as const

async function takeStep(ctx: Context, tx: TenantTx): Promise<RenewalCharge | 'again' | 'done'> {
  const subscription = await liveSubscription(tx.db, tx.tenantId, true)
  const next = subscription && nextStep(factsOf(subscription))
  if (!next || next.on > subscription.today) {
    if (subscription) await reschedule(tx)
    return 'done'
  }
  const done = await ACTS[next.step](ctx, tx, subscription)
  if (done !== 'unpriced') return done
  const { id: subscription_id, plan } = subscription
  tx.log.error({ tenant_id: tx.tenantId, subscription_id, plan: plan.name }, UNPRICED)
  await setNextAt(tx.db, tx.tenantId, subscription_id, { minutes: DAY_MINUTES })
  return 'done'
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
