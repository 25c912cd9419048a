import type {
  openPayment as openEndpoint,
  Quote,
  verifyPayment as verifyEndpoint,
} from '@throughline/contracts/billing'
import { planChangeOf, upgradeAmounts } from '@throughline/contracts/billing-amounts'
import type { Body, Made } from '@throughline/contracts/endpoint'
import { PaymentId, type PlanId } from '@throughline/contracts/ids'
import { ruleFor, type TaxParty, taxLines } from '@throughline/contracts/taxes'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, conflict, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { type PaymentProvider, ProviderError } from '../../core/payments/provider.ts'
import {
  findDetails,
  findPlan,
  findSeller,
  findTaxRules,
  liveSubscription,
  type PlanRow,
  paidPeriod,
  pricedPlan,
  type SubscriptionRow,
} from './billing.queries.ts'
import {
  expireQuotes,
  findOpenPayment,
  findPayment,
  insertPayment,
  type PaymentRow,
  setOrder,
} from './payments.queries.ts'
import { pokeSettling, settlePayment } from './settle.ts'

const noPayments = () => conflict('payments_off', 'Payments aren’t set up on this installation.')
const notSold = () => conflict('not_sold', 'This plan isn’t sold anymore. Reload the plans and choose again.')

/** Who has given no invoice details yet buys where the plan is offered. */
async function buyerOf({ db, tenantId }: ReadTx, plan: PlanRow): Promise<TaxParty> {
  const details = await findDetails(db, tenantId)
  if (!details) return { country: plan.country === '*' ? 'US' : plan.country, region: null, tax_number: null }
  if ((plan.country === 'IN') !== (details.country === 'IN'))
    throw conflict('other_country', 'This price is for another country than your invoice details name.')
  return details
}

/** What beginning this plan today costs: the screen, the order and the invoice print these lines. */
async function quoteFor(tx: ReadTx, subscription: SubscriptionRow, plan: PlanRow): Promise<Quote> {
  const seller = plan.seller === null ? undefined : await findSeller(tx.db, plan.seller)
  if (!plan.is_sold || plan.is_trial || plan.plan_type === 'enterprise' || !seller) throw notSold()
  const current = paidPeriod(subscription)
  const change = planChangeOf(current, pricedPlan(plan))
  if (change === 'current') throw conflict('current_plan', 'This is your plan already.')
  if (change === 'other_currency') throw conflict('other_currency', 'Your plan is paid in another currency.')
  if (change === 'at_end') throw conflict('smaller_plan', 'This plan can begin when what you’ve paid for ends.')
  const amounts = upgradeAmounts(current, pricedPlan(plan), subscription.today)
  const buyer = await buyerOf(tx, plan)
  const rule = ruleFor(await findTaxRules(tx.db, seller.id), seller, buyer)
  if (!rule) throw conflict('not_sold_there', 'We can’t sell to your country yet.')
  const taxes = taxLines(rule, buyer, amounts.net)
  const total = taxes.reduce((sum, { amount }) => sum + amount, amounts.net)
  if (total === 0) throw conflict('nothing_to_pay', 'There’s nothing to pay for this change. Please contact support.')
  return { ...amounts, taxes, total }
}

/** The same person, plan and period have one open order, as long as its quote is good. */
async function quotedPayment(
  tx: TenantTx,
  viewer: Viewer,
  planId: string,
): Promise<PaymentRow & { plan_name: string }> {
  const { db, tenantId } = tx
  const subscription = await liveSubscription(db, tenantId)
  const plan = await findPlan(db, planId)
  if (!plan || !subscription) throw notSold()
  await expireQuotes(db, tenantId, subscription.version)
  const known = await findOpenPayment(db, tenantId, viewer.memberId, planId)
  if (known) return { ...known, plan_name: plan.name }
  const quote = await quoteFor(tx, subscription, plan)
  const made = {
    member_id: viewer.memberId,
    plan_id: planId,
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
): Promise<Made<typeof openEndpoint>> {
  if (!provider) throw noPayments()
  const payment = await inTenant(ctx, viewer, (tx) => quotedPayment(tx, viewer, planId))
  const { id, amount, currency, plan_name, quote, quote_until } = payment
  const order = payment.order_ref ?? (await orderFor(ctx, provider, viewer, payment))
  return {
    key_id: provider.keyId,
    amount,
    currency,
    plan_name,
    description: `Subscription to ${plan_name}`,
    razorpay_order_id: order,
    payment_id: PaymentId.parse(id),
    user_name: viewer.user.name,
    user_email: viewer.user.email,
    user_contact: '',
    script_url: provider.scriptUrl,
    quote,
    quote_until: quote_until.toISOString(),
  }
}

async function orderFor(ctx: Context, provider: PaymentProvider, viewer: Viewer, { id, amount, currency }: PaymentRow) {
  const made = await provider.createOrder({ amount, currency, receipt: id }).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.error({ err: error, payment_id: id }, 'an order could not be opened')
    throw new AppError(
      502,
      'provider_away',
      'The payment provider can’t be reached. Nothing was charged. Try again soon.',
    )
  })
  const order = await inTenant(ctx, viewer, ({ db, tenantId }) => setOrder(db, tenantId, id, made))
  if (!order) throw notFound('This payment')
  return order
}

const STATUSES = { paid: 'success', refunding: 'refunded', refunded: 'refunded' } as const
const statusOf = (status: PaymentRow['status']) =>
  status === 'paid' || status === 'refunding' || status === 'refunded' ? STATUSES[status] : 'pending'

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
  await settleNow(ctx, provider, viewer, id)
  const after = await readPayment(ctx, viewer, id)
  const status = statusOf(after?.status ?? 'open')
  const valid_until = status === 'success' ? payment.quote.to : null
  return { status, plan_name: payment.plan_name, valid_until }
}

/** While the provider is away or has not confirmed it, a workflow goes on asking. */
async function settleNow(ctx: Context, provider: PaymentProvider, viewer: Viewer, paymentId: string): Promise<void> {
  const { tenantId } = viewer
  try {
    await settlePayment(ctx, provider, { tenantId, paymentId })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error, payment_id: paymentId }, 'a signed payment waits for the provider')
    await inTenant(ctx, { tenantId }, async (tx) => pokeSettling(tx, paymentId))
  }
}
