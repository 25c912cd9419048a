import { formatMoney, portionOf } from '@throughline/contracts/money'
import { sql } from 'kysely'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import type { SellerRow } from './billing.queries.ts'
import { type InvoiceLine, insertLines, nextNumber } from './invoices.queries.ts'
import type { PaymentRow } from './payments.queries.ts'

interface BilledRow {
  id: string
  number: string
  seller: Pick<SellerRow, 'series' | 'year_begins'>
  company: string
  plan_name: string
  total: number
  today: string
}

/** Each tax in its proportion; the rest is the plan's, so that the lines add up whatever was rounded. */
function linesOf(billed: BilledRow, lines: InvoiceLine[], amount: number): InvoiceLine[] {
  const taxes = lines
    .filter(({ kind }) => kind === 'tax')
    .map((line) => ({ ...line, amount: -portionOf(line.amount, amount, billed.total) }))
  const rest = taxes.reduce((sum, tax) => sum - tax.amount, -amount)
  return [{ kind: 'plan', title: `Refund of ${billed.number}`, detail: billed.plan_name, amount: rest }, ...taxes]
}

/** For money that was given back after it was billed: an invoice below zero, with numbers of its own. */
export async function insertCreditNote(
  { db, tenantId }: TenantTx,
  payment: PaymentRow,
  amount: number,
): Promise<{ number: string }> {
  const { rows } =
    await sql<BilledRow>`select i.id, i.number, i.seller, i.buyer ->> 'company' as company, i.plan_name, i.total,
      (app.billing_now() at time zone t.time_zone)::date::text as today
    from invoices i join tenants t on t.id = i.tenant_id
    where i.tenant_id = ${tenantId} and i.payment_id = ${payment.id} and i.kind = 'invoice'`.execute(db)
  const [billed] = rows
  if (!billed) throw new Error('what was credited has no invoice')
  const { rows: before } = await sql<InvoiceLine>`select kind, title, detail, amount from invoice_lines
    where tenant_id = ${tenantId} and invoice_id = ${billed.id} order by line`.execute(db)
  const lines = linesOf(billed, before, amount)
  const net = lines[0]?.amount ?? 0
  const words = `${formatMoney(amount, payment.currency)} of ${billed.number} was refunded to ${billed.company}.`
  const series = { ...billed.seller, series: `${billed.seller.series}-CN` }
  const number = await nextNumber(db, series, billed.today)
  const made = await sql<{
    id: string
  }>`insert into invoices (tenant_id, kind, corrects, number, payment_id, plan_name, seller,
      buyer, words, issued_on, issued_at, currency, net, tax, total)
    select tenant_id, 'credit_note', id, ${number}, payment_id, plan_name, seller, buyer, ${words}, ${billed.today},
      app.billing_now(), currency, ${net}, ${-amount - net}, ${-amount}
    from invoices where tenant_id = ${tenantId} and id = ${billed.id} returning id`.execute(db)
  await insertLines(db, tenantId, made.rows[0]?.id ?? '', lines)
  return { number }
}
