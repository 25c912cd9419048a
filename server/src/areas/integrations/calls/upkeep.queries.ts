import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

/** What there may be to do about a connection while nobody looks at it. */
export interface ConnectionUpkeep {
  name: string
  member_id: string
  signed_out_at: Date | null
  signed_out_text: string | null
  admins_told_at: Date | null
  release_from: Date | null
  worked_since: Date | null
  ending_at: Date | null
  has_previous: boolean
  now: Date
}

export async function lockUpkeep(db: Db, tenantId: string, id: string): Promise<ConnectionUpkeep | undefined> {
  const { rows } = await sql<ConnectionUpkeep>`
    select i.name, i.member_id, i.signed_out_at, i.signed_out_text, i.admins_told_at, i.release_from, i.worked_since,
      i.ending_at, s.previous_key_no is not null as has_previous, clock_timestamp() as now
    from integrations i
    left join connection_secrets s on s.tenant_id = ${tenantId} and s.integration_id = i.id
    where i.tenant_id = ${tenantId} and i.id = ${id} for no key update of i`.execute(db)
  return rows[0]
}

export async function noteAdminsTold(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update integrations set admins_told_at = clock_timestamp()
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

/** Unless somebody reconnected it once more meanwhile. */
export async function endRelease(db: Db, tenantId: string, id: string, from: Date): Promise<void> {
  await sql`update integrations set release_from = null
    where tenant_id = ${tenantId} and id = ${id} and release_from <= ${from}`.execute(db)
}

export async function erasePrevious(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update connection_secrets set previous = null, previous_key_no = null
    where tenant_id = ${tenantId} and integration_id = ${id}`.execute(db)
}

export async function noteNewestSecret(db: Db, tenantId: string, id: string, hasWorked: boolean): Promise<void> {
  await sql`update integrations set worked_since = case when ${hasWorked} then coalesce(worked_since, clock_timestamp()) end
    where tenant_id = ${tenantId} and id = ${id} and (worked_since is null) = ${hasWorked}`.execute(db)
}
