import { sql } from 'kysely'
import { STAFF_LOG } from '../../core/audit/head-archive.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { StaffTx } from '../../core/db/in-staff.ts'
import type { JsonObject } from '../../core/db/schema.gen.ts'

/** What was looked at; what changes something writes its own row. */
export async function noteRead(tx: StaffTx, act: string, kind: string, id: string | null, data: JsonObject = {}) {
  await sql`select staff.log(${act}, ${kind}, ${id}, ${JSON.stringify(data)}::jsonb, ${tx.origin}::jsonb)`.execute(
    tx.db,
  )
}

export interface LogRow {
  seq: number | null
  at: string
  actor_id: string | null
  actor_name: string | null
  act: string
  entity_kind: string
  entity_id: string | null
  entity_name: string | null
  data: JsonObject
  request_id: string
  address: string
  device: string
  hash: Buffer | null
}

const COLUMNS = sql.raw('at, actor_id, act, entity_kind, entity_id, data, request_id, address, device')
/** To the microsecond, since pages go on behind it. */
const MOMENT = sql.raw(`to_char(w.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`)

/** Written out, since the index of what is about one of them has no other chain's rows. */
const OF_STAFF = sql.raw(`tenant_id = '${STAFF_LOG}'`)

/** Unsealed and sealed rows by one statement, so that a row on its way from one to the other is seen once. */
export async function logRows(
  db: Db,
  { about, before, limit }: { about: string | undefined; before: string | undefined; limit: number },
): Promise<LogRow[]> {
  const older = before === undefined ? sql`` : sql`and at < ${before}::timestamptz`
  const ofOne = about === undefined ? sql`` : sql`and entity_id = ${about}`
  const part = (table: 'audit_pending' | 'audit_log') => sql`(
    select ${sql.raw(table === 'audit_log' ? 'seq, hash' : 'null::bigint as seq, null::bytea as hash')}, ${COLUMNS}
    from ${sql.table(table)} where ${OF_STAFF} ${ofOne} ${older} order by at desc limit ${limit})`
  const found = await sql<LogRow>`
    select w.seq, ${MOMENT} as at, w.actor_id, coalesce(nullif(p.name, ''), p.username) as actor_name, w.act, w.entity_kind,
      w.entity_id, coalesce(nullif(e.name, ''), e.username, t.name, l.email) as entity_name, w.data, w.request_id, w.address,
      w.device, w.hash
    from (${part('audit_pending')} union all ${part('audit_log')}) w
    left join people p on p.id = w.actor_id
    left join feedback f on w.entity_kind = 'feedback' and f.id = w.entity_id
    left join people e on e.id = case w.entity_kind when 'person' then w.entity_id else f.person_id end
    left join tenants t on w.entity_kind = 'organization' and t.id = w.entity_id
    left join waitlist l on w.entity_kind = 'subscription' and l.reg_id = w.entity_id
    order by w.at desc limit ${limit}`.execute(db)
  return found.rows
}

/** Who of staff last changed this person's flags since their row had the version; older rows of the log name none. */
export async function changedSince({ db }: StaffTx, personId: string, version: number): Promise<string | undefined> {
  const part = (table: 'audit_pending' | 'audit_log') => sql`(
    select at, actor_id, data from ${sql.table(table)}
    where ${OF_STAFF} and entity_id = ${personId} and act = 'person.updated' order by at desc limit 1)`
  const found = await sql<{ name: string | null }>`
    select coalesce(nullif(p.name, ''), p.username) as name
    from (select * from (${part('audit_pending')} union all ${part('audit_log')}) b order by b.at desc limit 1) w
    left join people p on p.id = w.actor_id
    where (w.data->>'version')::int > ${version}`.execute(db)
  return found.rows[0]?.name ?? undefined
}
