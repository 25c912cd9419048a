import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { Looker } from '../seen-instances.ts'
import type { StartReason } from '../start-reasons.ts'

export interface NewDelivery {
  id: string
  hookId: string
  state: 'started' | 'duplicate' | 'held' | 'refused' | 'forged'
  repeatKey?: string | undefined
  instanceId?: string | undefined
  heldId?: string | undefined
  reason?: StartReason | undefined
  tookMs: number
  bytes: number
  body?: { sealed: Buffer; keyNo: number } | undefined
}

/** Repeats of one call wait for each other; the id orders calls by when they came. */
export async function lockCall(db: Db, hookId: string, key: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id,
    pg_advisory_xact_lock(hashtextextended(${`call ${hookId} ${key}`}, 0))`.execute(db)
  const id = rows[0]?.id
  if (!id) throw new Error('a call got no id')
  return id
}

/** What the same call started, or waits as, within 24 hours before or after it came. */
export async function findSameCall(db: Db, tenantId: string, hookId: string, key: string, came?: Date) {
  const at = came ? sql`${came}::timestamptz` : sql`now()`
  const { rows } = await sql<{ instance_id: string | null; held_id: string | null }>`select instance_id, held_id
    from hook_deliveries where tenant_id = ${tenantId} and hook_id = ${hookId} and repeat_key = ${key}
      and state in ('started', 'held') and at between ${at} - interval '24 hours' and ${at} + interval '24 hours'
    order by id desc limit 1`.execute(db)
  return rows[0]
}

export const insertDelivery = (db: Db, tenantId: string, one: NewDelivery) =>
  db
    .insertInto('hook_deliveries')
    .values({
      tenant_id: tenantId,
      id: one.id,
      hook_id: one.hookId,
      state: one.state,
      repeat_key: one.repeatKey ?? null,
      instance_id: one.instanceId ?? null,
      held_id: one.heldId ?? null,
      reason: one.reason ? sql<string>`${JSON.stringify(one.reason)}::jsonb` : null,
      took_ms: one.tookMs,
      bytes: one.bytes,
      body: one.body?.sealed ?? null,
      key_no: one.body?.keyNo ?? null,
    })
    .execute()

interface CallsOfToday {
  /** For the row of this call. */
  id: string
  forged: number
  repeats: number
}

/** Counts a call that was not signed, or a repeat, and says how many of both there were today. */
export async function countCall(
  db: Db,
  tenantId: string,
  hookId: string,
  kind: 'forged' | 'repeat',
): Promise<CallsOfToday> {
  const forged = kind === 'forged' ? 1 : 0
  const { rows } = await sql<CallsOfToday>`insert into hook_forgeries as f (tenant_id, hook_id, day, calls, repeats)
    values (${tenantId}, ${hookId}, current_date, ${forged}::int, ${1 - forged}::int)
    on conflict (tenant_id, hook_id, day)
      do update set calls = f.calls + excluded.calls, repeats = f.repeats + excluded.repeats
    returning calls as forged, repeats, uuidv7() as id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a call was not counted')
  return row
}

/** Whether the same call has a row already: as the start that it waits as, or one that was rejected within a day. */
export async function hasSameCall(
  db: Db,
  tenantId: string,
  hookId: string,
  { key, heldId }: { key: string; heldId: string | undefined },
): Promise<boolean> {
  const same = heldId
    ? sql`held_id = ${heldId}`
    : sql`state = 'refused' and id > app.uuid_floor(now() - interval '24 hours')`
  const { rows } = await sql`select from hook_deliveries
    where tenant_id = ${tenantId} and hook_id = ${hookId} and repeat_key = ${key} and ${same} limit 1`.execute(db)
  return rows.length > 0
}

/** Why the newest rejected call was rejected. */
export async function lastRefusal(db: Db, tenantId: string, hookId: string): Promise<unknown> {
  const { rows } = await sql<{ reason: unknown }>`select reason from hook_deliveries
    where tenant_id = ${tenantId} and hook_id = ${hookId} and state in ('refused', 'forged') order by id desc limit 1`.execute(
    db,
  )
  return rows[0]?.reason
}

const deliveries = (db: Db, tenantId: string, hookId: string, looker: Looker) =>
  db
    .selectFrom('hook_deliveries as d')
    .leftJoin('held_starts as h', (join) =>
      join.onRef('h.tenant_id', '=', 'd.tenant_id').onRef('h.id', '=', 'd.held_id'),
    )
    .leftJoin('instances as i', (join) =>
      join
        .onRef('i.tenant_id', '=', 'd.tenant_id')
        .on('i.id', '=', sql<string>`coalesce(d.instance_id, h.instance_id)`),
    )
    .select(['d.id', 'd.at', 'd.state', 'd.reason', 'd.took_ms', 'd.repeat_key', 'd.body', 'd.files'])
    .select([
      'd.held_id',
      'h.started_at',
      'h.reason as held_reason',
      'i.id as instance_id',
      'i.prefix',
      'i.number',
      'i.status',
    ])
    .select(['i.deleted_at', looker.ofInstance('i').as('instance_seen')])
    .where('d.tenant_id', '=', tenantId)
    .where('d.hook_id', '=', hookId)

export type DeliveryRow = Awaited<ReturnType<typeof deliveryRows>>[number]

/** The newest first. */
export const deliveryRows = (
  db: Db,
  tenantId: string,
  hookId: string,
  looker: Looker,
  { before, limit, rejected }: { before: string | undefined; limit: number; rejected: boolean },
) =>
  deliveries(db, tenantId, hookId, looker)
    .$if(before !== undefined, (query) => query.where('d.id', '<', before ?? ''))
    .$if(rejected, (query) => query.where(sql<boolean>`d.state in ('refused', 'forged')`))
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute()

export const findDelivery = (db: Db, tenantId: string, hookId: string, looker: Looker, id: string) =>
  deliveries(db, tenantId, hookId, looker).where('d.id', '=', id).executeTakeFirst()

export const setDelivered = (
  db: Db,
  tenantId: string,
  id: string,
  { state, instanceId, heldId }: { state: 'started' | 'duplicate' | 'held'; instanceId?: string; heldId?: string },
) =>
  sql`update hook_deliveries set state = ${state}, instance_id = ${instanceId ?? null}, held_id = ${heldId ?? null},
      reason = null
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
