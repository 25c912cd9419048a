import { sql } from 'kysely'
import type { Db } from '../../db/bound-kysely.ts'

export type MailKind = 'step' | 'invitation'

/** Mails to outside addresses within any hour, and within any day. */
export interface MailLimits {
  hour: number
  day: number
}

const KEPT = sql`interval '7 days'`

const bytesOf = (addresses: readonly string[]) => addresses.map((address) => Buffer.from(address, 'hex'))

/** Until the transaction ends nobody else counts mails of this tenant. */
export async function lockBudget(db: Db, tenantId: string): Promise<void> {
  await sql`insert into mail_budgets as b (tenant_id) values (${tenantId})
    on conflict (tenant_id) do update set tenant_id = b.tenant_id`.execute(db)
}

export async function isInFirstWeek(db: Db, tenantId: string): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    select created_at > now() - interval '7 days' as is_new from tenants where id = ${tenantId}`.execute(db)
  return rows[0]?.is_new !== false
}

/** Those that do not count under this key yet: a repeated call counts once. */
export async function notCounted(
  db: Db,
  tenantId: string,
  key: string,
  addresses: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select encode(a, 'hex') as address from unnest(${bytesOf(addresses)}::bytea[]) a
    where not exists (select from outside_mails m where m.tenant_id = ${tenantId} and m.key = ${key} and m.address = a)
    `.execute(db)
  return rows.map(({ address }) => address)
}

/** How many addresses a run of a step would have written to, with these. */
export async function addressesOfStep(db: Db, tenantId: string, stepRun: string, addresses: readonly string[]) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select address from outside_mails where tenant_id = ${tenantId} and step_run = ${stepRun}
      union select unnest(${bytesOf(addresses)}::bytea[])) a`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * When so many more fit into both windows; undefined where they do now. The clock is read after the lock was taken:
 * the transaction's own moment may lie before those of others who counted meanwhile.
 */
export async function roomFrom(
  db: Db,
  tenantId: string,
  kind: MailKind,
  mails: number,
  { hour, day }: MailLimits,
): Promise<Date | undefined> {
  const nth = (n: number) => sql`select counted_at from outside_mails
    where tenant_id = ${tenantId} and kind = ${kind} order by counted_at desc offset ${n} limit 1`
  const { rows } = await sql<{ fits_at: Date }>`
    select w.fits_at from (select greatest(
      (${nth(hour - mails)}) + interval '1 hour', (${nth(day - mails)}) + interval '1 day') as fits_at) w
    where w.fits_at > clock_timestamp()`.execute(db)
  return rows[0]?.fits_at
}

interface CountedMails {
  kind: MailKind
  key: string
  addresses: readonly string[]
  stepRun: string
}

export async function countMails(db: Db, tenantId: string, { kind, key, addresses, stepRun }: CountedMails) {
  await sql`delete from outside_mails
    where tenant_id = ${tenantId} and kind = ${kind} and counted_at < now() - ${KEPT}`.execute(db)
  await sql`insert into outside_mails (tenant_id, kind, key, address, step_run, counted_at)
    select ${tenantId}, ${kind}, ${key}, a, ${stepRun}, clock_timestamp()
    from unnest(${bytesOf(addresses)}::bytea[]) a on conflict do nothing`.execute(db)
}

export async function unsubscribedAmong(
  db: Db,
  tenantId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select encode(address, 'hex') as address from mail_unsubscribes
    where tenant_id = ${tenantId} and address = any (${bytesOf(addresses)}::bytea[])`.execute(db)
  return new Set(rows.map(({ address }) => address))
}

/** A second time changes nothing, and of an organization that is gone nothing is kept. */
export async function insertUnsubscribe(db: Db, tenantId: string, address: string): Promise<void> {
  await sql`insert into mail_unsubscribes (tenant_id, address)
    select id, ${Buffer.from(address, 'hex')} from tenants where id = ${tenantId} and status <> 'closed'
    on conflict do nothing`.execute(db)
}

/** Whether the admins are to be notified now: at most once an hour. */
export async function takeNotice(db: Db, tenantId: string): Promise<boolean> {
  const { rows } = await sql`update mail_budgets set admins_notified_at = now()
    where tenant_id = ${tenantId} and coalesce(admins_notified_at < now() - interval '1 hour', true)
    returning tenant_id`.execute(db)
  return rows.length > 0
}
