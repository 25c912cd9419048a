import { TenantId } from '@throughline/contracts/ids'
import { formatMoney } from '@throughline/contracts/money'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../core/db/repeat-on-lock.ts'
import { execute } from '../../core/db/statement.ts'
import type { Scope, TenantTx } from '../../core/db/tenant-tx.ts'
import { tenantKey } from '../../core/keys/tenant-key.ts'
import type { PaymentProvider, ProviderPayment } from '../../core/payments/provider.ts'
import { credit } from './credit.ts'
import { storeCard } from './customer.ts'
import { texts } from './mails/notice.texts.ts'
import { queueNotice } from './mails/notice.ts'
import { beginAsk, findPayment, type PaymentRow, setNextAsk, setProblem, setRefunded } from './payments.queries.ts'

export interface PaymentRef {
  tenantId: string
  paymentId: string
}

/** Has the provider asked about an order, once this has committed. */
export const pokeSettling = (tx: TenantTx, paymentId: string) =>
  tx.poke(paymentId, {
    workflow: 'settlePayment',
    workflowId: `settle:${tx.tenantId}:${paymentId}`,
    args: { tenantId: tx.tenantId, paymentId },
  })

/** Given back by itself, and said: the money of a second payment is never kept. */
async function giveBack(
  ctx: Context,
  provider: PaymentProvider,
  scope: Scope,
  payment: PaymentRow,
  paid: ProviderPayment,
) {
  const { id, kind, currency } = payment
  await provider.refund(paid.id)
  await inTenant(ctx, scope, async (tx) => {
    if (!(await setRefunded(tx.db, tx.tenantId, paid.id))) return
    const data = { name: formatMoney(paid.amount, currency) }
    tx.audit({ act: 'payment.refunded', kind: 'payment', id, data })
    tx.emit({ type: 'subscription.changed', kind: 'subscription', id })
    // The tab may be closed by now; of a card check everybody was told beforehand.
    if (kind !== 'card') await queueNotice(ctx, tx, texts.refunded(data.name))
  })
}

/**
 * Asks the provider what was paid on an order and acts on that alone: reports only say when to ask, so neither their order
 * nor a forged one can do harm.
 */
export async function settlePayment(ctx: Context, provider: PaymentProvider, ref: PaymentRef): Promise<void> {
  const scope = { tenantId: TenantId.parse(ref.tenantId) }
  const payment = await readTenant(ctx, scope, ({ db, tenantId }) => findPayment(db, tenantId, ref.paymentId))
  if (!payment?.order_ref) return
  const attempts = await provider.paymentsOf(payment.order_ref)
  // For the receipt: the transaction of the credit waits for no second connection.
  await tenantKey(ctx, scope.tenantId)
  const taken = attempts.filter(({ status }) => status === 'captured' || status === 'refunded')
  for (const paid of taken) {
    const outcome = await repeatOnLock(() => inTenant(ctx, scope, (tx) => credit(ctx, tx, payment.id, paid)))
    if (outcome === 'refund') await giveBack(ctx, provider, scope, payment, paid)
    await storeCard(ctx, provider, scope, payment, paid)
  }
  // What the bank declined before is no problem of an order that was paid since.
  if (taken.length > 0) return
  const failed = attempts.findLast(({ status }) => status === 'failed')
  if (failed?.error_description) {
    const { error_description } = failed
    await inTenant(ctx, scope, ({ db, tenantId }) => setProblem(db, tenantId, payment.id, error_description))
  }
}

const LOT = 100
/** Each hour until somebody has done something about it. */
const OVERDUE = 'money is still not given back after a hundred tries: somebody has to look at it'

/** A lost report and a closed tab cost nothing: every open order is asked about a few times. */
export async function askOpenPayments(ctx: Context, provider: PaymentProvider): Promise<number> {
  const due = await execute<{ tenant_id: string; payment_id: string }>(
    ctx.pools.tenant,
    'select tenant_id, payment_id from auth.payments_to_ask(app.billing_now(), $1)',
    [LOT],
  )
  for (const { tenant_id, payment_id } of due.rows) {
    const scope = { tenantId: TenantId.parse(tenant_id) }
    const { isOverdue } = await inTenant(ctx, scope, ({ db, tenantId }) => beginAsk(db, tenantId, payment_id))
    try {
      await settlePayment(ctx, provider, { tenantId: tenant_id, paymentId: payment_id })
      await inTenant(ctx, scope, ({ db, tenantId }) => setNextAsk(db, tenantId, payment_id))
    } catch (error) {
      ctx.log.error({ err: error, payment_id }, isOverdue ? OVERDUE : 'a payment could not be asked about')
    }
  }
  return due.rows.length
}
