import type { Quote } from '@throughline/contracts/billing'
import type { Currency } from '@throughline/contracts/money'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { ProviderPayment } from '../../core/payments/provider.ts'
import type { DetailsRow, SubscriptionRow } from './billing.queries.ts'

/** What is charged, and of whom: the taxes are those of this buyer, whatever the details say by the time it is paid. */
export type StoredQuote = Quote & { buyer?: DetailsRow }

export interface PaymentRow {
  id: string
  kind: 'purchase' | 'renewal' | 'card'
  member_id: string
  plan_id: string
  quote: StoredQuote
  quote_until: Date
  basis: number
  amount: number
  currency: Currency
  status: 'open' | 'paid' | 'expired' | 'refunding' | 'refunded' | 'set_aside'
  order_ref: string | null
  payment_ref: string | null
  problem: string | null
  created_at: Date
  credited_at: Date | null
  /** Of what was billed and given back since. */
  refunded: number
}

const COLUMNS = sql`id, kind, member_id, plan_id, quote, quote_until, basis, amount, currency, status, order_ref, payment_ref, problem,
  created_at, credited_at, refunded`

export async function findPayment(db: Db, tenantId: string, id: string, lock = false): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`select ${COLUMNS} from payments where tenant_id = ${tenantId} and id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/** What became of one payment at the provider: an order may have been paid more than once. */
export async function findStatusOf(
  db: Db,
  tenantId: string,
  paymentRef: string,
): Promise<PaymentRow['status'] | undefined> {
  const { rows } = await sql<Pick<PaymentRow, 'status'>>`select status from payments
    where tenant_id = ${tenantId} and payment_ref = ${paymentRef}`.execute(db)
  return rows[0]?.status
}

/** Minutes after which the provider is asked about an order, whatever it reports by itself. */
const ASK_AFTER = [2, 10, 60, 1_440]

/**
 * A quote holds for a day, and for the subscription and the invoice details it was made for. The bank may be busy with a
 * renewal: that one ends with its subscription's period alone. Somebody may be paying what ends here, so the provider is
 * asked about it once more.
 */
export async function expireQuotes(db: Db, tenantId: string, version: number | null): Promise<void> {
  await sql`update payments set status = 'expired', ask_at = case when order_ref is not null
      then least(ask_at, app.billing_now() + make_interval(mins => ${ASK_AFTER[0]}::int)) end
    where tenant_id = ${tenantId} and status = 'open'
    and (quote_until <= app.billing_now() or basis <> ${version}
      or (${version}::bigint is null and kind <> 'renewal'))`.execute(db)
}

export async function findOpenPayment(db: Db, tenantId: string, memberId: string, planId: string) {
  const { rows } = await sql<PaymentRow>`select ${COLUMNS} from payments where tenant_id = ${tenantId}
    and member_id = ${memberId} and plan_id = ${planId} and status = 'open' and kind <> 'renewal'`.execute(db)
  return rows[0]
}

export type NamedPayment = PaymentRow & { plan_name: string }

const NAMED = sql`${COLUMNS}, (select n.name from plans n where n.id = payments.plan_id) as plan_name`

/**
 * The order of the period that is due. By hand or by the stored card, the same one is paid. As long as money that was taken
 * for this period is kept for somebody to look at, or is still being refunded, no other order takes its place, even where
 * another plan was chosen since.
 */
export async function findDueRenewal(
  db: Db,
  tenantId: string,
  { period_to }: Pick<SubscriptionRow, 'period_to'>,
): Promise<NamedPayment | undefined> {
  const { rows } = await sql<NamedPayment>`select ${NAMED} from payments
    where tenant_id = ${tenantId} and kind = 'renewal' and (status = 'open'
      or (status in ('refunding', 'set_aside') and quote ->> 'from' = ${period_to} and order_ref is not null))
    order by status = 'open', id desc limit 1`.execute(db)
  return rows[0]
}

/** The problem of a renewal that was refunded, from when that counts as a declined attempt. */
export const REFUNDED = 'The payment was refunded'

/** A renewal that was refunded before it bought anything, and does not count as a declined attempt yet. */
export async function findUncountedRefund(
  db: Db,
  tenantId: string,
  { version }: Pick<SubscriptionRow, 'version'>,
): Promise<NamedPayment | undefined> {
  const { rows } = await sql<NamedPayment>`select ${NAMED} from payments
    where tenant_id = ${tenantId} and kind = 'renewal' and status = 'refunded' and basis = ${version}
      and order_ref is not null and credited_at is null and problem is distinct from ${REFUNDED}
    order by id desc limit 1`.execute(db)
  return rows[0]
}

export interface NewPayment {
  kind: PaymentRow['kind']
  /** For how many days the quote is good. */
  days: number
  member_id: string
  plan_id: string
  quote: StoredQuote
  basis: number
  currency: Currency
}

/** Undefined where one was opened meanwhile. */
export async function insertPayment(db: Db, tenantId: string, made: NewPayment): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`insert into payments
      (tenant_id, kind, member_id, plan_id, quote, quote_until, basis, amount, currency, created_at)
    values (${tenantId}, ${made.kind}, ${made.member_id}, ${made.plan_id}, ${JSON.stringify(made.quote)}::jsonb,
      app.billing_now() + make_interval(days => ${made.days}::int), ${made.basis}, ${made.quote.total}, ${made.currency}, app.billing_now())
    on conflict do nothing returning ${COLUMNS}`.execute(db)
  return rows[0]
}

/** Of two who opened it at once, the first order stays; nobody is shown the other. */
export async function setOrder(db: Db, tenantId: string, id: string, order: string): Promise<string | undefined> {
  const { rows } = await sql<{ order_ref: string }>`update payments set order_ref = coalesce(order_ref, ${order}),
      ask_at = coalesce(ask_at, app.billing_now() + make_interval(mins => ${ASK_AFTER[0]}::int))
    where tenant_id = ${tenantId} and id = ${id} returning order_ref`.execute(db)
  return rows[0]?.order_ref
}

/** So often a question that nobody answered is repeated a minute later. */
const MAX_ASKS = 100
/** And for so many days after the order was made each hour from then on: the provider may be away for long. */
const ASK_DAYS = 3

/** A second payment stands under no order of its own: its money is given back when that of the first is asked about. */
const OWES = sql`(status = 'refunding' or exists (select from payments other where other.tenant_id = payments.tenant_id
  and other.status = 'refunding' and other.order_ref is null))`

/**
 * Before asking: where the answer gets lost, the same question comes again, in the end hourly. What has to be given back is
 * asked about until it was: then it is overdue.
 */
export async function beginAsk(db: Db, tenantId: string, id: string): Promise<{ isOverdue: boolean }> {
  const { rows } = await sql<{ isOverdue: boolean }>`update payments set asks = asks + 1,
      ask_at = app.billing_now() + case when asks < ${MAX_ASKS} then interval '1 minute'
        when ${OWES} or created_at > app.billing_now() - make_interval(days => ${ASK_DAYS}::int) then interval '1 hour' end
    where tenant_id = ${tenantId} and id = ${id}
    returning asks > ${MAX_ASKS} and ${OWES} as "isOverdue"`.execute(db)
  return rows[0] ?? { isOverdue: false }
}

/** After an answer: what may still be paid in a window is asked about later on, and nothing else. */
export async function setNextAsk(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update payments set ask_at = case when status in ('open', 'expired') then
      (select min(created_at + make_interval(mins => after)) from unnest(${ASK_AFTER}::int[]) as after
        where created_at + make_interval(mins => after) > app.billing_now()) end
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

/** The provider is asked in a minute. Where it doesn’t answer, the tries are counted from here. */
async function askSoon(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update payments set ask_at = app.billing_now() + interval '1 minute', asks = 0
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

export async function setProblem(db: Db, tenantId: string, id: string, problem: string): Promise<void> {
  await sql`update payments set problem = ${problem.slice(0, 500)}
    where tenant_id = ${tenantId} and id = ${id} and credited_at is null`.execute(db)
}

const methodOf = ({ card, method }: ProviderPayment) =>
  card ? `${card.network} ending in ${card.last4}` : (method ?? '')

/**
 * The one place where a payment is credited: a second caller changes nothing. The provider is asked once more, since the
 * card that paid is stored afterwards, and that may fail.
 */
export async function setCredited(db: Db, tenantId: string, id: string, paid: ProviderPayment): Promise<boolean> {
  const done = await sql`update payments set credited_at = app.billing_now(), status = 'paid', payment_ref = ${paid.id},
      method = ${methodOf(paid)}, problem = null
    where tenant_id = ${tenantId} and id = ${id} and credited_at is null`.execute(db)
  if (done.numAffectedRows !== 1n) return false
  await askSoon(db, tenantId, id)
  return true
}

/** What stores a card, or pays for what has changed since, is given back. */
export async function setRefunding(db: Db, tenantId: string, id: string, paymentRef: string): Promise<void> {
  await setStatus(db, tenantId, id, 'refunding', paymentRef)
  await askSoon(db, tenantId, id)
}

export async function setStatus(
  db: Db,
  tenantId: string,
  id: string,
  status: PaymentRow['status'],
  paymentRef: string,
): Promise<void> {
  await sql`update payments set status = ${status}, payment_ref = ${paymentRef}, ask_at = null
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

/** A second payment on one order is a row of its own, which is refunded. */
export async function insertSecondPayment(db: Db, tenantId: string, { id }: PaymentRow, paid: ProviderPayment) {
  const made =
    await sql`insert into payments (tenant_id, kind, member_id, plan_id, quote, quote_until, basis, amount, currency, status,
      payment_ref, method, created_at)
    select tenant_id, kind, member_id, plan_id, quote, quote_until, basis, ${paid.amount}, currency, 'refunding', ${paid.id},
      ${methodOf(paid)}, app.billing_now()
    from payments where tenant_id = ${tenantId} and id = ${id}
    on conflict (payment_ref) do nothing`.execute(db)
  if (made.numAffectedRows === 1n) await askSoon(db, tenantId, id)
}

export async function setRefunded(db: Db, tenantId: string, paymentRef: string): Promise<boolean> {
  const done = await sql`update payments set status = 'refunded', ask_at = null where tenant_id = ${tenantId}
    and payment_ref = ${paymentRef} and status = 'refunding'`.execute(db)
  return done.numAffectedRows === 1n
}

/** Of what was billed; wholly given back, it is refunded. */
export async function setRefund(db: Db, tenantId: string, { id, amount }: PaymentRow, refunded: number): Promise<void> {
  const status = refunded >= amount ? 'refunded' : 'paid'
  await sql`update payments set refunded = ${refunded}, status = ${status}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

export interface HistoryRow extends NamedPayment {
  invoice_id: string | null
  invoice_number: string | null
  credit_note_id: string | null
  credit_note_number: string | null
}

/** What was charged or tried, and the order that can still be paid. Who only looked at a price finds no trace of that. */
export async function findHistory(
  db: Db,
  tenantId: string,
  before: string | undefined,
  limit: number,
): Promise<HistoryRow[]> {
  const { rows } =
    await sql<HistoryRow>`select p.id, p.amount, p.currency, p.status, p.problem, p.created_at, p.credited_at, p.quote,
      n.name as plan_name, i.id as invoice_id, i.number as invoice_number, c.id as credit_note_id, c.number as credit_note_number
    from payments p join plans n on n.id = p.plan_id
    left join invoices i on i.tenant_id = p.tenant_id and i.payment_id = p.id and i.kind = 'invoice'
    left join lateral (select id, number from invoices c where c.tenant_id = p.tenant_id and c.corrects = i.id
      order by c.id desc limit 1) c on true
    where p.tenant_id = ${tenantId} and p.kind <> 'card' and (p.problem is not null or p.status not in ('open', 'expired')
      or (p.status = 'open' and p.quote_until > app.billing_now())) ${before ? sql`and p.id < ${before}` : sql``}
    order by p.id desc limit ${limit}`.execute(db)
  return rows
}
