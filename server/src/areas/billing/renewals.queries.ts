import { BUILTIN_ROLES } from '@throughline/contracts/permissions'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { FREE_PLAN } from './billing.queries.ts'

/** In the beginning of the day, or in some minutes where it is not known yet what became of a charge. */
export async function setNextAt(db: Db, tenantId: string, id: string, next: string | null | { minutes: number }) {
  const at =
    next === null || typeof next === 'string'
      ? sql`(${next}::date)::timestamp at time zone (select time_zone from tenants where id = ${tenantId})`
      : sql`app.billing_now() + make_interval(mins => ${next.minutes}::int)`
  await sql`update subscriptions set next_at = ${at} where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

export async function addReminder(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update subscriptions set told = told + 1 where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

export async function addTry(db: Db, tenantId: string, id: string, day: string): Promise<void> {
  await sql`update subscriptions set tries = tries || ${day}::date where tenant_id = ${tenantId} and id = ${id}`.execute(
    db,
  )
}

/** Read-only from now on. The higher version ends every quote, an order that is paid later is given back. */
export async function setLapsed(db: Db, tenantId: string, id: string, today: string): Promise<void> {
  await sql`update subscriptions set status = 'lapsed', lapsed_on = ${today}, next_plan_id = null, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

export async function setFree(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update subscriptions set plan_id = ${FREE_PLAN}, status = 'active', price = 0, currency = null, period_from = null,
      period_to = null, anchor = null, auto_renew = true, canceled_at = null, next_plan_id = null, lapsed_on = null, told = 0,
      tries = '{}', version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

export async function setTrial(db: Db, tenantId: string, id: string, plan: { id: string; from: string; to: string }) {
  await sql`update subscriptions set plan_id = ${plan.id}, status = 'trial', price = 0, currency = null,
      period_from = ${plan.from}, period_to = ${plan.to}, anchor = null, trial_used = true, told = 0, tries = '{}',
      version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

/**
 * Only what renews has a plan that comes next. The higher version ends every quote: the order of a renewal that is due is
 * for the plan that came next before.
 */
export async function setNextPlan(db: Db, tenantId: string, id: string, planId: string | null): Promise<void> {
  const isChosen = planId !== null
  await sql`update subscriptions set next_plan_id = ${planId}, version = version + 1,
      auto_renew = auto_renew or ${isChosen}, canceled_at = case when ${isChosen} then null else canceled_at end
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

export interface MethodRow {
  customer_ref: string
  token_ref: string | null
  network: string | null
  last4: string | null
  /** As 2027-02. */
  expires: string | null
  most: number | null
  /** The payment that stored it. */
  payment_id: string | null
}

export const findMethod = (db: Db, tenantId: string): Promise<MethodRow | undefined> =>
  db
    .selectFrom('payment_methods')
    .select(['customer_ref', 'token_ref', 'network', 'last4', 'expires', 'most', 'payment_id'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()

export async function putCustomer(db: Db, tenantId: string, customer: string): Promise<string> {
  const { rows } = await sql<{ customer_ref: string }>`insert into payment_methods (tenant_id, customer_ref)
    values (${tenantId}, ${customer}) on conflict (tenant_id) do update set customer_ref = payment_methods.customer_ref
    returning customer_ref`.execute(db)
  return rows[0]?.customer_ref ?? customer
}

interface StoredCard {
  token: string
  network: string
  last4: string
  expires: string | null
  most: number | null
}

/** Whether it was stored: the card of an earlier payment never replaces that of a later one. */
export async function putCard(db: Db, tenantId: string, paymentId: string, card: StoredCard): Promise<boolean> {
  const done = await sql`update payment_methods set token_ref = ${card.token}, network = ${card.network},
      last4 = ${card.last4}, expires = ${card.expires}, most = ${card.most}, payment_id = ${paymentId}
    where tenant_id = ${tenantId} and (payment_id is null or payment_id < ${paymentId})`.execute(db)
  return done.numAffectedRows === 1n
}

/** A card that was stored already stays as it is, and a later check of it says so. */
export async function keepCard(db: Db, tenantId: string, paymentId: string): Promise<void> {
  await sql`update payment_methods set payment_id = ${paymentId}
    where tenant_id = ${tenantId} and payment_id < ${paymentId}`.execute(db)
}

/** In whose name a renewal is paid: that of the person who paid last. */
export async function findPayer(db: Db, tenantId: string): Promise<string | undefined> {
  const { rows } = await sql<{ member_id: string }>`select member_id from payments where tenant_id = ${tenantId}
    and credited_at is not null order by id desc limit 1`.execute(db)
  return rows[0]?.member_id
}

const MAX_ADMINISTRATORS = 20
const PAYING_ROLES = BUILTIN_ROLES.filter(({ permissions }) => permissions.includes('billing.manage')).map(
  ({ name }) => name,
)

/** Those who can pay, the owner first. */
export async function findAdministrators(db: Db, tenantId: string) {
  const { rows } = await sql<{ name: string; email: string }>`select m.name, m.email from members m
    join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
    where m.tenant_id = ${tenantId} and m.status = 'active'
      and case when r.builtin then r.name = any(${PAYING_ROLES}) else 'billing.manage' = any(r.permissions) end
    order by r.rank, m.id limit ${MAX_ADMINISTRATORS}`.execute(db)
  return rows
}

/** Whether this is the first time in that period. */
export async function putNotice(db: Db, tenantId: string, notice: string, period: string): Promise<boolean> {
  const done =
    await sql`insert into billing_notices (tenant_id, notice, period) values (${tenantId}, ${notice}, ${period})
    on conflict do nothing`.execute(db)
  return done.numAffectedRows === 1n
}

export async function findWorkspaceName(db: Db, tenantId: string): Promise<string> {
  const row = await db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirstOrThrow()
  return row.name
}
