import type { AmountLine } from '@throughline/contracts/billing-amounts'
import { daysBetween, formatDay } from '@throughline/contracts/billing-days'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import {
  type DetailsRow,
  findDetails,
  findSeller,
  type PlanRow,
  paidPeriod,
  type SellerRow,
  type SubscriptionRow,
} from './billing.queries.ts'
import type { PaymentRow } from './payments.queries.ts'
import { findWorkspaceName } from './renewals.queries.ts'

/** A longer or first period begins its own count of days; a renewal and the rest of a paid period keep it. */
export async function beginPeriod(
  db: Db,
  tenantId: string,
  subscription: SubscriptionRow,
  plan: PlanRow,
  { quote, kind }: Pick<PaymentRow, 'quote' | 'kind'>,
): Promise<void> {
  const isRest = paidPeriod(subscription)?.to === quote.to
  const isRenewal = kind === 'renewal'
  // The same plan again costs what was agreed upon.
  const price = isRenewal && plan.id === subscription.plan.id ? sql`price` : plan.price
  await sql`update subscriptions set plan_id = ${plan.id}, price = ${price}, currency = ${plan.currency},
      status = 'active', auto_renew = ${isRenewal ? sql`auto_renew` : true}, told = 0, tries = '{}', lapsed_on = null,
      canceled_at = ${isRenewal ? sql`canceled_at` : null}, next_plan_id = null, version = version + 1,
      period_from = ${isRest ? sql`period_from` : quote.from}, period_to = ${quote.to},
      anchor = ${isRest || isRenewal ? sql`anchor` : quote.from}
    where tenant_id = ${tenantId} and id = ${subscription.id}`.execute(db)
}

export interface InvoiceLine extends AmountLine {
  kind: 'plan' | 'tax'
}

/** "2026", or "26-27" where a seller's year begins within one. */
function yearOf(day: string, yearBegins: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  if (yearBegins === 1) return String(year)
  const first = month >= yearBegins ? year : year - 1
  return `${String(first).slice(-2)}-${String(first + 1).slice(-2)}`
}

const NUMBER_DIGITS = 6

export async function nextNumber(
  db: Db,
  { series, year_begins }: Pick<SellerRow, 'series' | 'year_begins'>,
  day: string,
): Promise<string> {
  const year = yearOf(day, year_begins)
  const { rows } = await sql<{ n: number }>`select auth.next_invoice_number(${series}, ${year}) as n`.execute(db)
  return `${series}-${year}-${String(rows[0]?.n).padStart(NUMBER_DIGITS, '0')}`
}

/** What happened, in a sentence or two. */
function wordsOf(company: string, subscription: SubscriptionRow, plan: PlanRow, { quote, kind }: PaymentRow): string {
  const before = paidPeriod(subscription)
  if (kind === 'renewal' && before?.id === plan.id)
    return `${company} renewed ${plan.name} on ${formatDay(quote.from)}, paid until ${formatDay(quote.to)}.`
  if (!before) return `${company} began ${plan.name} on ${formatDay(quote.from)}, paid until ${formatDay(quote.to)}.`
  const moved = `${company} moved from ${before.name} to ${plan.name} on ${formatDay(quote.from)}.`
  if (before.to !== quote.to) return `${moved} This invoice covers a new period, which ends on ${formatDay(quote.to)}.`
  const days = daysBetween(quote.from, quote.to)
  const period = plan.billing_period === 'yearly' ? 'year' : 'month'
  const left = days === 1 ? 'the day left' : `the ${days} days left`
  return `${moved} This invoice covers ${left} in the ${period} already paid for, which ends on ${formatDay(quote.to)}.`
}

/** As the buyer is called by now; as it was when the taxes were quoted, if other taxes would be due by now. */
async function billedTo(db: Db, tenantId: string, quoted: DetailsRow | undefined): Promise<DetailsRow | undefined> {
  const now = await findDetails(db, tenantId)
  if (!now || !quoted) return now ?? quoted
  const isSame = (['country', 'region', 'tax_number'] as const).every((key) => now[key] === quoted[key])
  return isSame ? now : quoted
}

/** With seller and buyer as they are called today: later changes do not reach what was billed. */
export async function insertInvoice(
  { db, tenantId }: TenantTx,
  payment: PaymentRow,
  plan: PlanRow,
  subscription: SubscriptionRow,
): Promise<{ number: string; id: string }> {
  const { quote } = payment
  const seller = plan.seller === null ? undefined : await findSeller(db, plan.seller)
  if (!seller) throw new Error('what was paid has no seller')
  const details = await billedTo(db, tenantId, quote.buyer)
  const company = details?.company || (await findWorkspaceName(db, tenantId))
  const buyer = { ...details, company }
  const words = wordsOf(company, subscription, plan, payment)
  const number = await nextNumber(db, seller, subscription.today)
  const { rows } = await sql<{
    id: string
  }>`insert into invoices (tenant_id, number, payment_id, plan_name, seller, buyer,
      words, issued_on, issued_at, currency, net, tax, total)
    values (${tenantId}, ${number}, ${payment.id}, ${plan.name}, ${JSON.stringify(seller)}::jsonb,
      ${JSON.stringify(buyer)}::jsonb, ${words}, ${subscription.today}, app.billing_now(), ${payment.currency},
      ${quote.net}, ${quote.total - quote.net}, ${quote.total}) returning id`.execute(db)
  const id = rows[0]?.id ?? ''
  await insertLines(db, tenantId, id, [
    ...quote.lines.map((line) => ({ ...line, kind: 'plan' as const })),
    ...quote.taxes.map((line) => ({ ...line, kind: 'tax' as const })),
  ])
  return { number, id }
}

export async function insertLines(db: Db, tenantId: string, invoice_id: string, lines: InvoiceLine[]): Promise<void> {
  await db
    .insertInto('invoice_lines')
    .values(lines.map((line, at) => ({ ...line, tenant_id: tenantId, invoice_id, line: at + 1 })))
    .execute()
}
