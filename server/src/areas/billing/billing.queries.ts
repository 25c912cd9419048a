import type { PaidPeriod, PricedPlan } from '@throughline/contracts/billing-amounts'
import type { BillingPeriod } from '@throughline/contracts/billing-days'
import type { Currency } from '@throughline/contracts/money'
import type { TaxParty, TaxRule } from '@throughline/contracts/taxes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** Every workspace begins on it. */
export const FREE_PLAN = '00000000-0000-7000-8000-000000000001'

export interface PlanRow {
  id: string
  name: string
  description: string
  plan_type: 'individual' | 'business' | 'enterprise'
  country: string
  seller: string | null
  billing_period: BillingPeriod
  currency: Currency
  price: number
  rank: number
  people: number | null
  storage: number | null
  runs: number | null
  features: string[]
  recommended: boolean
  is_trial: boolean
  trial_days: number | null
  /** Whether it can be bought now. */
  is_sold: boolean
}

export interface SubscriptionRow {
  id: string
  status: 'trial' | 'active' | 'lapsed'
  auto_renew: boolean
  starts_at: Date
  ends_at: Date | null
  canceled_at: Date | null
  period_from: string | null
  period_to: string | null
  price: number
  currency: Currency | null
  version: number
  /** The day on which the first of these periods began. */
  anchor: string | null
  told: number
  tries: string[]
  lapsed_on: string | null
  trial_used: boolean
  next_plan_id: string | null
  next_plan_name: string | null
  /** The latest invoice of the workspace. */
  invoice: string | null
  time_zone: string
  /** In the organization's zone, by the clock of billing. */
  today: string
  now: Date
  plan: PlanRow
}

async function rowsOf<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows
}

const PLAN = sql`id, name, description, plan_type, country, seller, billing_period, currency, price, rank, people, storage, runs,
  features, recommended, is_trial, trial_days, valid_from <= app.billing_now()
    and (valid_to is null or valid_to > app.billing_now()) as is_sold`

export const findPlans = (db: Db, country: string) =>
  rowsOf(
    db,
    sql<PlanRow>`select ${PLAN} from plans where country in (${country}, '*') and valid_from <= app.billing_now()
      and (valid_to is null or valid_to > app.billing_now()) order by rank, billing_period, id`,
  )

export async function findPlan(db: Db, id: string): Promise<PlanRow | undefined> {
  const [found] = await rowsOf(db, sql<PlanRow>`select ${PLAN} from plans where id = ${id}`)
  return found
}

/** The row that is sold in the place of one that was replaced. */
export async function findSuccessor(db: Db, { name, plan_type, country, billing_period, currency }: PlanRow) {
  const [found] = await rowsOf(
    db,
    sql<PlanRow>`select ${PLAN} from plans where name = ${name} and plan_type = ${plan_type} and country = ${country}
      and billing_period = ${billing_period} and currency = ${currency} and not is_trial
      and valid_from <= app.billing_now() and (valid_to is null or valid_to > app.billing_now())
      order by valid_from desc, id desc limit 1`,
  )
  return found
}

type FlatSubscription = Omit<SubscriptionRow, 'plan'> & { plan_id: string }

/** Every workspace that is not closed has one. `lock` keeps others from changing it until the commit. */
export async function liveSubscription(db: Db, tenantId: string, lock = false): Promise<SubscriptionRow | undefined> {
  const [found] = await rowsOf(
    db,
    sql<FlatSubscription>`select s.id, s.status, s.auto_renew, s.starts_at, s.ends_at, s.canceled_at,
      s.period_from::text, s.period_to::text, s.price, s.currency, s.version, s.plan_id, s.next_plan_id,
      s.anchor::text, s.told, s.tries::text[] as tries, s.lapsed_on::text, s.trial_used,
      (select n.name from plans n where n.id = s.next_plan_id) as next_plan_name,
      (select i.number from invoices i where i.tenant_id = s.tenant_id and i.kind = 'invoice' order by i.issued_at desc limit 1) as invoice,
      t.time_zone, (app.billing_now() at time zone t.time_zone)::date::text as today, app.billing_now() as now
    from subscriptions s join tenants t on t.id = s.tenant_id
    where s.tenant_id = ${tenantId} and s.live and t.status <> 'closed' ${lock ? sql`for update of s` : sql``}`,
  )
  const plan = found && (await findPlan(db, found.plan_id))
  return plan && { ...found, plan }
}

export const pricedPlan = ({ id, name, rank, billing_period, price, currency }: PlanRow): PricedPlan => ({
  id,
  name,
  rank,
  period: billing_period,
  price,
  currency,
})

/** What is paid; undefined of what is free, a trial, or has lapsed. */
export function paidPeriod({ plan, ...row }: SubscriptionRow): PaidPeriod | undefined {
  const { period_from: from, period_to: to, currency, price, invoice, status } = row
  if (from === null || to === null || currency === null || status !== 'active') return undefined
  return { ...pricedPlan(plan), price, currency, from, to, invoice }
}

export interface SellerRow extends TaxParty {
  id: string
  name: string
  address: string
  series: string
  year_begins: number
}

export async function findSeller(db: Db, id: string): Promise<SellerRow | undefined> {
  const [found] = await rowsOf(
    db,
    sql<SellerRow>`select id, name, address, country, region, tax_number, series, year_begins from sellers where id = ${id}`,
  )
  return found
}

export const findTaxRules = (db: Db, seller: string) =>
  rowsOf(
    db,
    sql<TaxRule>`select buyer_country, region, number, kind, name, rate, note from tax_rules
      where seller = ${seller} and valid_from <= app.billing_now() and (valid_to is null or valid_to > app.billing_now())
      order by valid_from desc, id`,
  )

export interface DetailsRow extends TaxParty {
  company: string
  address: string
  receipts_email: string
}

export const findDetails = (db: Db, tenantId: string): Promise<DetailsRow | undefined> =>
  db
    .selectFrom('billing_details')
    .select(['company', 'address', 'country', 'region', 'tax_number', 'receipts_email'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()

export async function putDetails(db: Db, tenantId: string, details: DetailsRow): Promise<void> {
  await db
    .insertInto('billing_details')
    .values({ tenant_id: tenantId, ...details })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(details))
    .execute()
}

export interface Usage {
  people: number
  storage: number
  runs: number
}

/** Seats are everybody who is active, invited or suspended; runs are those of this month, in the organization's zone. */
export async function findUsage(db: Db, tenantId: string, month: string): Promise<Usage> {
  const [found] = await rowsOf(
    db,
    sql<Usage>`select coalesce(sum(n) filter (where name = 'members.status'), 0)::bigint as people,
      coalesce(sum(n) filter (where name = 'storage'), 0)::bigint as storage,
      coalesce(sum(n) filter (where name = 'runs'), 0)::bigint as runs
    from counters where tenant_id = ${tenantId} and ((name = 'members.status' and key in ('active', 'invited', 'suspended'))
      or (name = 'storage' and key = 'bytes') or (name = 'runs' and key = ${month}))`,
  )
  return found ?? { people: 0, storage: 0, runs: 0 }
}

/** Canceling raises the version, which ends every quote: a charge that is under way is given back. */
export async function changeAutoRenew(db: Db, tenantId: string, id: string, autoRenew: boolean): Promise<void> {
  await sql`update subscriptions set auto_renew = ${autoRenew},
    next_plan_id = case when ${autoRenew} then next_plan_id end,
    version = version + case when ${autoRenew} then 0 else 1 end,
    canceled_at = ${autoRenew ? null : sql`coalesce(canceled_at, app.billing_now())`}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}
