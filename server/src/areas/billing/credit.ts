import { formatMoney } from '@throughline/contracts/money'
import type { Context } from '../../core/context.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import type { ProviderPayment } from '../../core/payments/provider.ts'
import { runsAvailable } from './billing.ports.ts'
import { findPlan, liveSubscription, type SubscriptionRow } from './billing.queries.ts'
import { insertCreditNote } from './credit-note.ts'
import { beginPeriod, insertInvoice } from './invoices.queries.ts'
import { queueReceipt } from './mails/receipt.ts'
import {
  findPayment,
  insertSecondPayment,
  type PaymentRow,
  setCredited,
  setProblem,
  setRefund,
  setRefunding,
  setStatus,
} from './payments.queries.ts'
import { reschedule } from './reschedule.ts'

export type CreditOutcome = 'credited' | 'already' | 'refund' | 'set_aside'

const isSame = (payment: PaymentRow, paid: ProviderPayment) =>
  paid.order_id === payment.order_ref && paid.amount === payment.amount && paid.currency === payment.currency

async function setAside({ db, tenantId, log }: TenantTx, payment: PaymentRow, paid: ProviderPayment) {
  log.error(
    { payment_id: payment.id, provider_payment: paid.id, amount: paid.amount, currency: paid.currency },
    'a payment is not what was ordered: somebody has to look at it',
  )
  await setStatus(db, tenantId, payment.id, 'set_aside', paid.id)
  await setProblem(db, tenantId, payment.id, 'The payment doesn’t match the order')
}

/** Subscription, invoice, audit, event and mail come with the credit, or not at all. */
async function begin(ctx: Context, tx: TenantTx, payment: PaymentRow, subscription: SubscriptionRow): Promise<void> {
  const { db, tenantId } = tx
  const plan = await findPlan(db, payment.plan_id)
  if (!plan) throw new Error('a plan that was paid is not there')
  await beginPeriod(db, tenantId, subscription, plan, payment)
  await reschedule(tx)
  const [before, after] = [{ plan: subscription.plan.name }, { plan: plan.name }]
  const data = { name: plan.name, amount: formatMoney(payment.amount, payment.currency), until: payment.quote.to }
  tx.audit({ act: 'subscription.paid', kind: 'subscription', id: subscription.id, data: { ...data, before, after } })
  tx.emit({ type: 'subscription.changed', kind: 'subscription', id: subscription.id })
  await runsAvailable.call(tx)
  // Last, since the numbers of a seller's invoices are taken one after the other.
  const invoice = await insertInvoice(tx, payment, plan, subscription)
  await queueReceipt(ctx, tx, payment, { plan: plan.name, ...invoice, until: payment.quote.to })
}

/** What was billed and given back since, by somebody at the provider, has a credit note. */
async function noteRefund(tx: TenantTx, payment: PaymentRow, paid: ProviderPayment): Promise<void> {
  const { db, tenantId } = tx
  const amount = paid.amount_refunded - payment.refunded
  if (amount <= 0) return
  const note = await insertCreditNote(tx, payment, amount)
  await setRefund(db, tenantId, payment, paid.amount_refunded)
  const data = { name: formatMoney(amount, payment.currency), number: note.number }
  tx.audit({ act: 'payment.refunded', kind: 'payment', id: payment.id, data })
  tx.emit({ type: 'subscription.changed', kind: 'subscription', id: payment.id })
}

/**
 * The one way in which a payment that was taken becomes a subscription: from the checkout's answer, the provider's webhook
 * and asking afterwards. A payment is credited once; one for what is paid already, or for a subscription that has changed
 * since the quote, is refunded. One that was given back before we heard of it buys nothing; of one that was given back in
 * part, the invoice has its credit note at once.
 */
export async function credit(ctx: Context, tx: TenantTx, id: string, paid: ProviderPayment): Promise<CreditOutcome> {
  const { db, tenantId } = tx
  const payment = await findPayment(db, tenantId, id, true)
  if (!payment) return 'already'
  if (payment.payment_ref === paid.id) {
    // Somebody has looked at it and refunded it.
    if (payment.status === 'set_aside' && paid.status === 'refunded') {
      await setStatus(db, tenantId, id, 'refunded', paid.id)
      tx.emit({ type: 'subscription.changed', kind: 'subscription', id })
    }
    if (payment.status === 'refunding') return 'refund'
    if (payment.credited_at) await noteRefund(tx, payment, paid)
    return 'already'
  }
  // Whatever became of the first one, that of a set-aside order included.
  if (payment.payment_ref !== null) {
    await insertSecondPayment(db, tenantId, payment, paid)
    return 'refund'
  }
  if (!isSame(payment, paid)) {
    await setAside(tx, payment, paid)
    return 'set_aside'
  }
  const subscription = await liveSubscription(db, tenantId, true)
  // What stores a card pays for nothing, and neither does what somebody has given back already.
  const isForNothing = payment.kind === 'card' || paid.status === 'refunded'
  if (isForNothing || !subscription || subscription.version !== payment.basis) {
    await setRefunding(db, tenantId, id, paid.id)
    return 'refund'
  }
  if (!(await setCredited(db, tenantId, id, paid))) return 'already'
  await begin(ctx, tx, payment, subscription)
  await noteRefund(tx, payment, paid)
  return 'credited'
}
