import type { BillingEntry, listPayments } from '@throughline/contracts/billing'
import { formatDay } from '@throughline/contracts/billing-days'
import type { Query } from '@throughline/contracts/endpoint'
import { InvoiceId, PaymentId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { findHistory, type HistoryRow } from './payments.queries.ts'

export interface HistoryPage {
  data: BillingEntry[]
  next: string | undefined
}

const STATUSES: Record<HistoryRow['status'], BillingEntry['status']> = {
  open: 'Open',
  paid: 'Paid',
  expired: 'Failed',
  refunding: 'Refunded',
  refunded: 'Refunded',
  set_aside: 'In review',
}

const documentOf = (id: string | null, number: string | null) =>
  id !== null && number !== null ? { id: InvoiceId.parse(id), number } : null

const entryOf = (row: HistoryRow): BillingEntry => ({
  id: PaymentId.parse(row.id),
  date: (row.credited_at ?? row.created_at).toISOString(),
  description: `Subscription to ${row.plan_name}`,
  detail: `${row.plan_name}, ${formatDay(row.quote.from)} – ${formatDay(row.quote.to)}`,
  amount: row.amount,
  currency: row.currency,
  status: STATUSES[row.status],
  problem: row.problem,
  invoice: documentOf(row.invoice_id, row.invoice_number),
  credit_note: documentOf(row.credit_note_id, row.credit_note_number),
})

export async function historyPage(
  ctx: Context,
  { db, tenantId }: ReadTx,
  { cursor, limit }: Query<typeof listPayments>,
): Promise<HistoryPage> {
  const cursors = cursorsOf(ctx, tenantId, 'payments', null)
  const [before] = cursors.decode(cursor) ?? []
  const rows = await findHistory(db, tenantId, before, limit + 1)
  const { data, next } = pageOf(rows, limit, ({ id }) => cursors.encode([id]))
  return { data: data.map(entryOf), next }
}

export const readPayments = (ctx: Context, viewer: Viewer, query: Query<typeof listPayments>) =>
  readTenant(ctx, viewer, (tx) => historyPage(ctx, tx, query))
