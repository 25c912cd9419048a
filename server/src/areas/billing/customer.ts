import type { Currency } from '@throughline/contracts/money'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx, Scope } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import type { PaymentProvider, ProviderPayment } from '../../core/payments/provider.ts'
import { findDetails } from './billing.queries.ts'
import { type PaymentRow, setOrder } from './payments.queries.ts'
import { findMethod, findWorkspaceName, putCard, putCustomer } from './renewals.queries.ts'

/** Indian banks ask the holder of a card before more than 15,000 rupees are charged at once. */
const MOST: Record<Currency, number | null> = { INR: 1_500_000, USD: null, EUR: null }

/** To the address for receipts, or to the person who paid. */
export async function receiptsAddress({ db, tenantId }: ReadTx, memberId: string): Promise<string | undefined> {
  const details = await findDetails(db, tenantId)
  if (details?.receipts_email) return details.receipts_email
  const member = db.selectFrom('members').select('email').where('tenant_id', '=', tenantId).where('id', '=', memberId)
  return (await member.executeTakeFirst())?.email
}

/** The workspace as the provider knows it. */
async function customerOf(ctx: Context, provider: PaymentProvider, scope: Scope, memberId: string) {
  const { name, email, known } = await readTenant(ctx, scope, async (tx) => ({
    name: await findWorkspaceName(tx.db, tx.tenantId),
    email: (await receiptsAddress(tx, memberId)) ?? '',
    known: (await findMethod(tx.db, tx.tenantId))?.customer_ref,
  }))
  if (known) return { email, customer: known }
  const made = await provider.createCustomer({ name, email })
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
  if (known?.token_ref === token || known?.customer_ref !== customer) return
  const card = await provider.cardOf(customer, token)
  await inTenant(ctx, scope, async (tx) => {
    const { id, currency } = payment
    if (!(await putCard(tx.db, tx.tenantId, id, { ...card, token, most: MOST[currency] }))) return
    const data = { network: card.network, last4: card.last4 }
    tx.audit({ act: 'payment_method.changed', kind: 'payment', id, data })
    tx.emit({ type: 'subscription.changed', kind: 'subscription', id })
  })
}
