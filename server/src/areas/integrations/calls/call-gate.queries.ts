import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

export interface GateRow {
  name: string
  tool_id: string
  member_id: string
  usable_by: string
  max_at_once: number
  max_per_minute: number
  failures: number
  rejections: number
  /** How many calls of late were answered. */
  answered: number
  paused_until: Date | null
  signed_out_at: Date | null
  signed_out_text: string | null
  rotated_at: Date | null
  ending_at: Date | null
  /** By the database's clock, read once the row is locked: workers' clocks differ. */
  now: Date
}

/** Until the transaction ends nobody else admits a call or ends one. */
export async function lockGate(db: Db, tenantId: string, id: string): Promise<GateRow | undefined> {
  const { rows } = await sql<Omit<GateRow, 'now'>>`
    select name, tool_id, member_id, usable_by, max_at_once, max_per_minute, failures, rejections,
      cardinality(recent_ms) as answered, paused_until, signed_out_at, signed_out_text, rotated_at, ending_at
    from integrations where tenant_id = ${tenantId} and id = ${id} for no key update`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { rows: clock } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return { ...row, now: clock[0]?.now ?? new Date() }
}

/** What ended more than a minute ago counts in no limit any more. */
export async function dropEndedCalls(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`delete from connection_calls where tenant_id = ${tenantId} and integration_id = ${id}
    and began_at < clock_timestamp() - interval '1 minute'
    and (ended_at is not null or ends_by < clock_timestamp())`.execute(db)
}

export async function callsUnderWay(db: Db, tenantId: string, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from connection_calls
    where tenant_id = ${tenantId} and integration_id = ${id} and ended_at is null
      and ends_by > clock_timestamp()`.execute(db)
  return rows[0]?.n ?? 0
}

/** When fewer than so many calls began within a minute; undefined where that is so now. */
export async function roomInMinute(db: Db, tenantId: string, id: string, limit: number): Promise<Date | undefined> {
  const { rows } = await sql<{ from: Date }>`select began_at + interval '1 minute' as from from connection_calls
    where tenant_id = ${tenantId} and integration_id = ${id} and began_at > clock_timestamp() - interval '1 minute'
    order by began_at desc offset ${limit - 1} limit 1`.execute(db)
  return rows[0]?.from
}

export async function beginCall(db: Db, tenantId: string, id: string, call: { id: string; lastsMs: number }) {
  await sql`insert into connection_calls (tenant_id, integration_id, id, began_at, ends_by)
    values (${tenantId}, ${id}, ${call.id}, clock_timestamp(),
      clock_timestamp() + ${call.lastsMs} * interval '1 millisecond')`.execute(db)
}

export async function endCall(db: Db, tenantId: string, id: string, callId: string): Promise<void> {
  await sql`update connection_calls set ended_at = clock_timestamp()
    where tenant_id = ${tenantId} and integration_id = ${id} and id = ${callId}`.execute(db)
}

export interface GateChange {
  failures?: number
  rejections?: number
  paused_until?: Date | null
  signed_out_at?: Date | null
  signed_out_text?: string | null
  admins_told_at?: Date | null
  last_problem?: string | null
  last_called_at?: Date
  worked_since?: Date | null
}

export async function putGate(db: Db, tenantId: string, id: string, change: GateChange): Promise<void> {
  await db.updateTable('integrations').set(change).where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

/** Health looks at the last twenty, and at what was usual before them. */
const KEPT_TIMES = 120
const KEPT_DAYS = 14

export async function countCall(
  db: Db,
  tenantId: string,
  id: string,
  call: { isDone: boolean; isAnswered: boolean; took: number },
) {
  const failed = call.isDone ? 0 : 1
  const { rows } = await sql<{ calls: number }>`
    insert into connection_days as d (tenant_id, integration_id, day, calls, failed)
    values (${tenantId}, ${id}, (now() at time zone 'UTC')::date, 1, ${failed})
    on conflict (tenant_id, integration_id, day)
      do update set calls = d.calls + 1, failed = d.failed + excluded.failed returning calls`.execute(db)
  if (rows[0]?.calls === 1)
    await sql`delete from connection_days where tenant_id = ${tenantId} and integration_id = ${id}
      and day <= (now() at time zone 'UTC')::date - ${KEPT_DAYS}::int`.execute(db)
  if (call.isAnswered)
    await sql`update integrations set recent_ms = (recent_ms || ${Math.round(call.took)}::int)[
        greatest(1, cardinality(recent_ms) + 2 - ${KEPT_TIMES}::int):]
      where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

/** Whether its sign-in is refused; who reconnects it waits for the transaction, and so finds what was held in it. */
export async function lockSignIn(db: Db, tenantId: string, id: string | null): Promise<boolean> {
  const { rows } = await sql<{ signed_out_at: Date | null }>`select signed_out_at from integrations
    where tenant_id = ${tenantId} and id = ${id} for share`.execute(db)
  return rows[0]?.signed_out_at != null
}
