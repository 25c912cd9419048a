import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { LAST_CHARACTER } from './users.queries.ts'

export interface OrganizationRow {
  id: string
  name: string
  name_key: string
  time_zone: string
  created_at: Date
  plan: string | null
  subscription: 'trial' | 'active' | 'lapsed' | null
  auto_renew: boolean | null
  canceled_at: Date | null
  ends_at: Date | null
  period_from: string | null
  period_to: string | null
  people_limit: number | null
  storage_limit: number | null
  runs_limit: number | null
  members: number | null
  file_bytes: number | null
  last_active: string | null
}

/** With the plan, and the last day that was counted. */
const ORGANIZATIONS = sql`
  select t.id, t.name, t.name_key, t.time_zone, t.created_at, coalesce(p.name, s.plan) as plan, s.status as subscription, s.auto_renew,
    s.canceled_at, s.ends_at, s.period_from::text as period_from, s.period_to::text as period_to, p.people as people_limit,
    p.storage as storage_limit, p.runs as runs_limit, u.members, u.file_bytes, w.day::text as last_active
  from tenants t
  left join subscriptions s on s.tenant_id = t.id and s.live
  left join plans p on p.id = s.plan_id
  left join lateral (
    select d.members, d.file_bytes from usage_days d where d.tenant_id = t.id order by d.day desc limit 1) u on true
  left join lateral (
    select d.day from usage_days d where d.tenant_id = t.id and d.people > 0 order by d.day desc limit 1) w on true
  where t.kind = 'organization' and t.status <> 'closed'`

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

interface DayRow {
  day: string
  people: number
  started: number
  ended: number
  late: number
  automations_done: number
  automations_failed: number
  automations_stopped: number
}

/** The last of them first. */
export async function usageDays(db: Db, tenantId: string, days: number): Promise<DayRow[]> {
  const found = await sql<DayRow>`
    select day::text as day, people, started, ended, late, automations_done, automations_failed, automations_stopped
    from usage_days where tenant_id = ${tenantId} order by usage_days.day desc limit ${days}`.execute(db)
  return found.rows
}

/** Runs since the period began, or this month; stopped automations of all days. */
export async function usageSums(db: Db, tenantId: string, since: string | null) {
  const found = await sql<{ runs: number; stopped: number }>`
    select coalesce(sum(started) filter (where day >= coalesce(${since}::date, date_trunc('month', now())::date)), 0)::bigint as runs,
      coalesce(sum(automations_stopped), 0)::bigint as stopped
    from usage_days where tenant_id = ${tenantId}`.execute(db)
  return found.rows[0] ?? { runs: 0, stopped: 0 }
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
