import type { PaymentOrder, verifyPayment as verifyEndpoint } from '@throughline/contracts/billing'
import type { Body, Made } from '@throughline/contracts/endpoint'
import { PaymentId, type PlanId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, conflict, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { type PaymentProvider, ProviderError } from '../../core/payments/provider.ts'
import { FREE_PLAN, findPlan, liveSubscription, type SubscriptionRow } from './billing.queries.ts'
import { orderOf } from './customer.ts'
import {
  expireQuotes,
  findOpenPayment,
  findPayment,
  findStatusOf,
  insertPayment,
  type NamedPayment,
  type PaymentRow,
} from './payments.queries.ts'
import { notSold, quoteFor, renewedPlan, soldPlan } from './quotes.ts'
import { findMethod } from './renewals.queries.ts'
import { pokeSettling, settlePayment } from './settle.ts'
import { renewalPayment } from './take-steps.ts'

const noPayments = () => conflict('payments_off', 'Payments aren’t set up on this installation.')

const QUOTE_DAYS = 1

/** A period that is due is paid by one order, no matter who pays and which plan comes next. */
const isDue = ({ status, period_to, today, auto_renew, price }: SubscriptionRow) =>
  status === 'active' && price > 0 && auto_renew && period_to !== null && period_to <= today

/** It is asked for by the plan that comes next, or by the present one where nothing is known of another. */
async function dueRenewal(
  tx: TenantTx,
  subscription: SubscriptionRow,
  planId: string,
): Promise<NamedPayment | undefined> {
  if (!isDue(subscription)) return undefined
  const { id, price } = await renewedPlan(tx, subscription)
  const isWanted = planId === id || planId === subscription.plan.id
  if (!isWanted || price === 0) return undefined
  const payment = await renewalPayment(tx, subscription)
  if (!payment)
    throw conflict(
      'renewal_unpriced',
      'We can’t work out the tax for your next period right now. Nothing was charged. Try again later.',
    )
  if (payment.status === 'open') return payment
  throw conflict(
    'payment_in_review',
    'Your last payment for this period is still being reviewed or refunded. Try again later.',
  )
}

/** The same person, plan and period have one open order, as long as its quote is good. */
async function quotedPayment(tx: TenantTx, viewer: Viewer, planId: string): Promise<NamedPayment> {
  const { db, tenantId } = tx
  const subscription = await liveSubscription(db, tenantId)
  const asked = await findPlan(db, planId)
  if (!asked || !subscription) throw notSold()
  const due = await dueRenewal(tx, subscription, planId)
  if (due) return due
  const plan = await soldPlan(tx, subscription, asked)
  await expireQuotes(db, tenantId, subscription.version)
  const known = await findOpenPayment(db, tenantId, viewer.memberId, plan.id)
  if (known) return { ...known, plan_name: plan.name }
  const quote = await quoteFor(tx, subscription, plan)
  const made = {
    kind: 'purchase' as const,
    days: QUOTE_DAYS,
    member_id: viewer.memberId,
    plan_id: plan.id,
    quote,
    basis: subscription.version,
    currency: plan.currency,
  }
  const payment = await insertPayment(db, tenantId, made)
  return payment ? { ...payment, plan_name: plan.name } : quotedPayment(tx, viewer, planId)
}

/** The quote is kept before the provider hears of it, and the order before anybody can pay it. */
export async function openPayment(
  ctx: Context,
  provider: PaymentProvider | undefined,
  viewer: Viewer,
  planId: PlanId,
): Promise<PaymentOrder> {
  if (!provider) throw noPayments()
  const payment = await inTenant(ctx, viewer, (tx) => quotedPayment(tx, viewer, planId))
  return orderWire(ctx, provider, viewer, payment, `Subscription to ${payment.plan_name}`)
}

async function orderWire(
  ctx: Context,
  provider: PaymentProvider,
  viewer: Viewer,
  payment: NamedPayment,
  description: string,
): Promise<PaymentOrder> {
  const { id, amount, currency, plan_name, quote, quote_until } = payment
  const { order, customer } = await orderOf(ctx, provider, viewer, payment).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.error({ err: error, payment_id: id }, 'an order could not be opened')
    throw new AppError(
      502,
      'provider_away',
      'The payment provider can’t be reached. Nothing was charged. Try again soon.',
    )
  })
  return {
    key_id: provider.keyId,
    amount,
    currency,
    plan_name,
    description,
    razorpay_order_id: order,
    payment_id: PaymentId.parse(id),
    customer_id: customer,
    user_name: viewer.user.name,
    user_email: viewer.user.email,
    user_contact: '',
    script_url: provider.scriptUrl,
    quote,
    quote_until: quote_until.toISOString(),
  }
}

/** Enough for a bank to say whether the card is good; given back as soon as it was taken. */
const CHECK_AMOUNT = 100

/** The card that pays this order is charged for renewals from then on. It belongs to no plan, and stands under Free. */
export async function openCardCheck(ctx: Context, provider: PaymentProvider | undefined, viewer: Viewer) {
  if (!provider) throw noPayments()
  const payment = await inTenant(ctx, viewer, async ({ db, tenantId }) => {
    const subscription = await liveSubscription(db, tenantId)
    if (!subscription) throw notFound('The subscription')
    await expireQuotes(db, tenantId, subscription.version)
    const { today, version, currency } = subscription
    const known = await findOpenPayment(db, tenantId, viewer.memberId, FREE_PLAN)
    const line = { title: 'Card check', detail: 'Refunded right away', amount: CHECK_AMOUNT }
    const quote = { from: today, to: today, lines: [line], net: CHECK_AMOUNT, taxes: [], total: CHECK_AMOUNT }
    const made = { kind: 'card' as const, days: QUOTE_DAYS, member_id: viewer.memberId, plan_id: FREE_PLAN, quote }
    return known ?? (await insertPayment(db, tenantId, { ...made, basis: version, currency: currency ?? 'USD' }))
  })
  if (!payment) throw conflict('already_open', 'Another card check is already open. Try again.')
  return orderWire(ctx, provider, viewer, { ...payment, plan_name: 'Card check' }, 'Card check, refunded right away')
}

const STATUSES = { paid: 'success', refunding: 'refunded', refunded: 'refunded' } as const
const statusOf = (status: PaymentRow['status']): Made<typeof verifyEndpoint>['status'] =>
  status === 'paid' || status === 'refunding' || status === 'refunded' ? STATUSES[status] : 'pending'

/** What became of the payment that the window answered, which need not be the one that the order was credited with. */
const outcomeOf = (ctx: Context, viewer: Viewer, payment: PaymentRow, paid: string) =>
  readTenant(ctx, viewer, async ({ db, tenantId }) => {
    const status = statusOf((await findStatusOf(db, tenantId, paid)) ?? 'open')
    const card_stored = (await findMethod(db, tenantId))?.payment_id === payment.id
    return { status, card_stored, valid_until: status === 'success' ? payment.quote.to : null }
  })

const readPayment = (ctx: Context, viewer: Viewer, id: string) =>
  readTenant(ctx, viewer, async ({ db, tenantId }) => {
    const payment = await findPayment(db, tenantId, id)
    const plan = payment && (await findPlan(db, payment.plan_id))
    return plan && { ...payment, plan_name: plan.name }
  })

/** What the window answered is believed where the provider signed it; what was paid, the provider is asked. */
export async function verifyPayment(
  ctx: Context,
  provider: PaymentProvider | undefined,
  viewer: Viewer,
  body: Body<typeof verifyEndpoint>,
): Promise<Made<typeof verifyEndpoint>> {
  if (!provider) throw noPayments()
  const { payment_id: id, razorpay_order_id: order, razorpay_payment_id: paid, razorpay_signature: signature } = body
  const payment = await readPayment(ctx, viewer, id)
  if (!payment) throw notFound('This payment')
  if (payment.order_ref !== order || !provider.isSignedCheckout({ order, payment: paid, signature })) {
    ctx.log.warn({ payment_id: id, provider_payment: paid }, 'a payment was handed over that the provider did not sign')
    throw new AppError(422, 'payment_not_verified', 'Payment verification failed. Please contact support.')
  }
  const isSettled = await settleNow(ctx, provider, viewer, id)
  const outcome = { plan_name: payment.plan_name, ...(await outcomeOf(ctx, viewer, payment, paid)) }
  // Whether the card could be stored is known once everything was asked.
  return payment.kind === 'card' && !isSettled ? { ...outcome, status: 'pending' } : outcome
}

/** While the provider is away or has not confirmed it, a workflow goes on asking. */
async function settleNow(ctx: Context, provider: PaymentProvider, viewer: Viewer, paymentId: string): Promise<boolean> {
  const { tenantId } = viewer
  try {
    await settlePayment(ctx, provider, { tenantId, paymentId })
    return true
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error, payment_id: paymentId }, 'a signed payment waits for the provider')
    await inTenant(ctx, { tenantId }, async (tx) => pokeSettling(tx, paymentId))
    return false
  }
}
