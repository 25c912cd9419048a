import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { LAST_CHARACTER } from './users.queries.ts'

export interface OrganizationRow {
  id: string
  name: string
  name_key: string
  logo_sha256: Buffer | null
  industry: string
  size: string
  website: string
  contact_email: string
  phone: string
  address: string
  created_at: Date
}

const ORGANIZATIONS = sql`
  select t.id, t.name, t.name_key, t.logo_sha256, t.industry, t.size, t.website, t.contact_email, t.phone, t.address,
    t.created_at
  from tenants t where t.kind = 'organization' and t.status <> 'closed'`

export async function organizationRows(db: Db, before: string | undefined, limit: number): Promise<OrganizationRow[]> {
  const older = before === undefined ? sql`` : sql`and t.id < ${before}`
  const found = await sql<OrganizationRow>`${ORGANIZATIONS} ${older} order by t.id desc limit ${limit}`.execute(db)
  return found.rows
}

/** By name: those whose folded name begins so. */
export async function organizationsNamed(
  db: Db,
  prefix: string,
  after: { key: string; id: string } | undefined,
  limit: number,
): Promise<OrganizationRow[]> {
  const further = after ? sql`and (t.name_key, t.id) > (${after.key}, ${after.id})` : sql``
  const found =
    await sql<OrganizationRow>`${ORGANIZATIONS} and t.name_key >= ${prefix} and t.name_key < ${prefix + LAST_CHARACTER}
    ${further} order by t.name_key, t.id limit ${limit}`.execute(db)
  return found.rows
}

/** As `app.fold` does, which this role may not call. */
export async function foldName(db: Db, name: string): Promise<string> {
  const folded = await sql<{ key: string }>`
    select casefold(regexp_replace(normalize(left(${name}, 80), NFKD), '[\\u0300-\\u036f]', '', 'g')) as key`.execute(
    db,
  )
  return folded.rows[0]?.key ?? ''
}

export async function organizationRow(db: Db, id: string): Promise<OrganizationRow | undefined> {
  return (await sql<OrganizationRow>`${ORGANIZATIONS} and t.id = ${id}`.execute(db)).rows[0]
}

interface PlanRow {
  time_zone: string
  plan: string | null
  subscription: 'trial' | 'active' | 'lapsed' | null
  auto_renew: boolean | null
  canceled_at: Date | null
  ends_at: Date | null
  period_from: string | null
  period_to: string | null
  last_active: string | null
}

/** With the plan, and the last day on which somebody worked. */
export async function planOf(db: Db, id: string): Promise<PlanRow | undefined> {
  const found = await sql<PlanRow>`
    select t.time_zone, coalesce(p.name, s.plan) as plan, s.status as subscription, s.auto_renew, s.canceled_at, s.ends_at,
      s.period_from::text as period_from, s.period_to::text as period_to,
      (select d.day::text from usage_days d where d.tenant_id = t.id and d.people > 0 order by d.day desc limit 1) as last_active
    from tenants t
    left join subscriptions s on s.tenant_id = t.id and s.live
    left join plans p on p.id = s.plan_id
    where t.id = ${id}`.execute(db)
  return found.rows[0]
}

interface DayRow {
  day: string
  people: number
  started: number
  ended: number
  late: number
  automations_done: number
  automations_failed: number
  automations_stopped: number
  refused_sign_ins: number
}

/** Of the last days that have ended there; the last of them first. */
export async function usageDays(db: Db, tenantId: string, days: number): Promise<DayRow[]> {
  const found = await sql<DayRow>`
    select day::text as day, people, started, ended, late, automations_done, automations_failed, automations_stopped,
      refused_sign_ins
    from usage_days where tenant_id = ${tenantId}
      and usage_days.day >= (select (now() at time zone t.time_zone)::date from tenants t where t.id = ${tenantId}) - ${days}::int
    order by usage_days.day desc`.execute(db)
  return found.rows
}

interface UsageRow {
  people: number
  people_limit: number | null
  storage: number
  storage_limit: number | null
  runs: number
  runs_limit: number | null
}

/** As the organization reads it itself. */
export async function usageOf(db: Db, tenantId: string, takesPayments: boolean): Promise<UsageRow | undefined> {
  return (await sql<UsageRow>`select * from staff.usage_of(${tenantId}, ${takesPayments})`.execute(db)).rows[0]
}

interface WaitingRow {
  automations_stopped: number
  oldest_duty: Date | null
}

/** What needs a look there right now. */
export async function waitingOf(db: Db, tenantId: string): Promise<WaitingRow | undefined> {
  return (await sql<WaitingRow>`select * from staff.waiting_of(${tenantId})`.execute(db)).rows[0]
}

interface ChainRow {
  seq: number
  sealed_at: Date
  signed_seq: number
  signed_at: Date | null
}

export async function chainOf(db: Db, tenantId: string): Promise<ChainRow | undefined> {
  return (await sql<ChainRow>`select * from staff.chain_of(${tenantId})`.execute(db)).rows[0]
}
