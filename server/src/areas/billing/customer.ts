import type { Currency } from '@throughline/contracts/money'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx, Scope } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import { type PaymentProvider, ProviderError, type ProviderPayment } from '../../core/payments/provider.ts'
import { findDetails } from './billing.queries.ts'
import { type PaymentRow, setOrder } from './payments.queries.ts'
import { findMethod, findWorkspaceName, keepCard, putCard, putCustomer } from './renewals.queries.ts'

/** Indian banks ask the holder of a card before more than 15,000 rupees are charged at once. */
const MOST: Record<Currency, number | null> = { INR: 1_500_000, USD: null, EUR: null }

/** To the address for receipts, or to the person who paid. */
export async function receiptsAddress({ db, tenantId }: ReadTx, memberId: string): Promise<string | undefined> {
  const details = await findDetails(db, tenantId)
  if (details?.receipts_email) return details.receipts_email
  const member = db.selectFrom('members').select('email').where('tenant_id', '=', tenantId).where('id', '=', memberId)
  return (await member.executeTakeFirst())?.email
}

/** The workspace as the provider knows it: by its name alone, since anybody may type in any address. */
async function customerOf(ctx: Context, provider: PaymentProvider, scope: Scope, memberId: string) {
  const { name, email, known } = await readTenant(ctx, scope, async (tx) => ({
    name: await findWorkspaceName(tx.db, tx.tenantId),
    email: (await receiptsAddress(tx, memberId)) ?? '',
    known: (await findMethod(tx.db, tx.tenantId))?.customer_ref,
  }))
  if (known) return { email, customer: known }
  const made = await provider.createCustomer(name)
  const customer = await inTenant(ctx, scope, ({ db, tenantId }) => putCustomer(db, tenantId, made))
  return { email, customer }
}

/** The order of a payment at the provider: the payment is kept before, and the order before anybody can pay it. */
export async function orderOf(ctx: Context, provider: PaymentProvider, scope: Scope, payment: PaymentRow) {
  const { id, amount, currency, member_id, order_ref } = payment
  const { email, customer } = await customerOf(ctx, provider, scope, member_id)
  if (order_ref) return { order: order_ref, email, customer }
  const made = await provider.createOrder({ amount, currency, receipt: id, customer, most: MOST[currency] })
  const order = await inTenant(ctx, scope, ({ db, tenantId }) => setOrder(db, tenantId, id, made))
  if (!order) throw notFound('This payment')
  return { order, email, customer }
}

/** Undefined where the provider knows of no such card: asking again would change nothing. */
async function cardOf(
  ctx: Context,
  provider: PaymentProvider,
  paymentId: string,
  { customer, token }: { customer: string; token: string },
) {
  try {
    return await provider.cardOf(customer, token)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.refusal === undefined) throw error
    ctx.log.error({ err: error, payment_id: paymentId }, 'the card of a payment could not be stored')
    return undefined
  }
}

/** The card of a payment that was taken is charged for renewals from now on. */
export async function storeCard(
  ctx: Context,
  provider: PaymentProvider,
  scope: Scope,
  payment: PaymentRow,
  { token_id: token, customer_id: customer }: ProviderPayment,
): Promise<void> {
  if (!token || !customer) return
  const known = await readTenant(ctx, scope, ({ db, tenantId }) => findMethod(db, tenantId))
  if (known?.customer_ref !== customer) return
  const { id, kind, currency } = payment
  if (known.token_ref === token) {
    if (kind === 'card' && known.payment_id !== id)
      await inTenant(ctx, scope, ({ db, tenantId }) => keepCard(db, tenantId, id))
    return
  }
  const card = await cardOf(ctx, provider, id, { customer, token })
  if (!card) return
  await inTenant(ctx, scope, async (tx) => {
    if (!(await putCard(tx.db, tx.tenantId, id, { ...card, token, most: MOST[currency] }))) return
    const data = { name: `${card.network} ending in ${card.last4}` }
    tx.audit({ act: 'payment_method.changed', kind: 'payment', id, data })
    tx.emit({ type: 'subscription.changed', kind: 'subscription', id })
  })
}
