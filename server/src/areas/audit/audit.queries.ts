import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { JsonObject } from '../../core/db/schema.gen.ts'

export interface AuditFilter {
  actor_id?: string | undefined
  /** A whole act, or the area before its dot. */
  act?: string | undefined
  address?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** After the first `tied` rows of this very moment: where a row stands does not change when it is sealed. */
export interface AuditPosition {
  at: string
  tied: number
}

export interface EntryRow {
  seq: number | null
  at: string
  tie: number
  actor_id: string | null
  actor_name: string | null
  actor_photo: string | null
  act: string
  entity_kind: string
  entity_id: string | null
  entity_name: string | null
  instance: { key: string; name: string } | null
  data: JsonObject
  request_id: string
  address: string
  device: string
  hash: Buffer | null
  /** Whether the reader may know what it is about. */
  known: boolean
}

export interface ScannedPage {
  /** One more than asked for, where there are as many. */
  rows: EntryRow[]
  /** Everything there is was looked at. */
  ended: boolean
  /** The last row that was looked at, wanted or not. */
  last: AuditPosition | undefined
}

/** One page looks at no more rows than this, however few of them are wanted. */
const MAX_SCANNED = 2_000

const instant = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const all = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** The first is found by its index, together with the time; the others are looked at row by row. */
function conditionsOf({ actor_id, act, address }: AuditFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (actor_id) conditions.push(sql`actor_id = ${actor_id}::uuid`)
  if (address) conditions.push(sql`address = ${address}`)
  if (act?.includes('.')) conditions.push(sql`act = ${act}`)
  else if (act) conditions.push(sql`area = ${act}`)
  return conditions
}

function timesOf({ from, to }: AuditFilter, after: AuditPosition | undefined): RawBuilder<unknown>[] {
  const times: RawBuilder<unknown>[] = []
  if (from) times.push(sql`at >= ${from}::timestamptz`)
  if (to) times.push(sql`at <= ${to}::timestamptz`)
  if (after) times.push(sql`at <= ${after.at}::timestamptz`)
  return times
}

const COLUMNS = sql.raw('at, actor_id, act, area, entity_kind, entity_id, data, request_id, address, device')

/** What is known about a row's subject today. */
const entityName = (tenantId: string) => sql<string | null>`coalesce(case w.entity_kind
  when 'member' then (select name from members where tenant_id = ${tenantId} and id = w.entity_id)
  when 'team' then (select name from teams where tenant_id = ${tenantId} and id = w.entity_id)
  when 'organization' then (select name from tenants where id = ${tenantId} and id = w.entity_id)
end, w.data->>'name', case w.entity_kind
  when 'instance' then (select name from instances where tenant_id = ${tenantId} and id = w.entity_id)
  when 'task' then (select name from tasks where tenant_id = ${tenantId} and id = w.entity_id)
  when 'document' then (select name from documents where tenant_id = ${tenantId} and id = w.entity_id)
end)`

/** The case that a row belongs to, as it is called today. */
const instanceOf = (tenantId: string) => sql`case when w.entity_kind in ('instance', 'task', 'document') then (
  select json_build_object('key', i.prefix || '-' || i.number, 'name', i.name) from instances i
  where i.tenant_id = ${tenantId} and i.id = case w.entity_kind
    when 'task' then (select t.instance_id from tasks t where t.tenant_id = ${tenantId} and t.id = w.entity_id)
    when 'document' then (select d.instance_id from documents d where d.tenant_id = ${tenantId} and d.id = w.entity_id)
    else w.entity_id end) end`

type Answered = EntryRow & { found: boolean; scanned: number; last_at: string | null; last_tie: number | null }

/**
 * Unsealed and sealed rows are read by one statement, so that a row on its way from one to the other is seen once; both
 * are in order of their time, newest first. `known` is a condition on rows `w`.
 */
export async function scanAudit(
  db: Db,
  tenantId: string,
  filter: AuditFilter,
  after: AuditPosition | undefined,
  limit: number,
  known: RawBuilder<boolean>,
): Promise<ScannedPage> {
  const [byIndex, ...others] = conditionsOf(filter)
  const skipped = after?.tied ?? 0
  const most = others.length === 0 ? limit + 1 : MAX_SCANNED
  const found = all([sql`tenant_id = ${tenantId}`, ...(byIndex ? [byIndex] : []), ...timesOf(filter, after)])
  const unseen = after ? sql`at < ${after.at}::timestamptz or tie >= ${skipped}` : sql`true`
  const read = sql`limit ${most + skipped}`
  const answered = await sql<Answered>`
    with scanned as materialized (
      select *, row_number() over (partition by at order by seq desc nulls first, id desc) - 1 as tie from (
        (select null::bigint as seq, id, null::bytea as hash, ${COLUMNS}
          from (select *, split_part(act, '.', 1) as area from audit_pending) p
          where ${found} order by at desc, id desc ${read})
        union all
        (select seq, null::bigint as id, hash, ${COLUMNS}
          from audit_log where ${found} order by at desc, seq desc ${read})
        order by at desc, seq desc nulls first, id desc ${read}) u),
    seen as (select * from scanned where ${unseen}),
    ending as (select at, max(tie) as tie from seen group by at order by at limit 1),
    wanted as (select * from seen where ${all(others)} order by at desc, tie limit ${limit + 1})
    select (select count(*) from seen) as scanned, (select ${instant('at')} from ending) as last_at,
      (select tie from ending) as last_tie, w.at is not null as found, w.seq, ${instant('w.at')} as at, w.tie,
      w.actor_id, m.name as actor_name, m.photo as actor_photo, w.act, w.entity_kind, w.entity_id,
      ${entityName(tenantId)} as entity_name, ${instanceOf(tenantId)} as instance, w.data, w.request_id, w.address, w.device, w.hash, ${known} as known
    from (select) one left join wanted w on true
      left join members m on m.tenant_id = ${tenantId} and m.id = w.actor_id
    order by w.at desc, w.tie`.execute(db)
  const [first] = answered.rows
  return {
    rows: answered.rows.filter((row) => row.found),
    ended: (first?.scanned ?? 0) < most,
    last: first?.last_at && first.last_tie !== null ? { at: first.last_at, tied: first.last_tie + 1 } : undefined,
  }
}
