import type pg from 'pg'
import { execute } from '../db/statement.ts'

const LOCK_CLASS = 7_215_002

export interface WaitingRow {
  id: number
  tenant_id: string | null
  aggregate_id: string
  topic: string
  payload: unknown
  attempts: number
}

export interface Failure {
  id: number
  /** Seconds until the next try. */
  pause: number
  error: string
}

/** Shards with a row that is due above the given id, each with the seconds its oldest one has waited. */
export async function findDueShards(pool: pg.Pool, lows: readonly number[]) {
  const found = await execute<{ shard: number; waited: number }>(
    pool,
    `select s.shard, o.waited
     from unnest($1::smallint[], $2::bigint[]) as s (shard, low)
     cross join lateral (
       select extract(epoch from now() - created_at)::float8 as waited from outbox
       where shard = s.shard and id > s.low and available_at <= now() order by id limit 1) o`,
    [[...lows.keys()], lows],
  )
  return found.rows
}

/** One relay at a time has a shard; that is what keeps the order within an aggregate. */
export async function lockShard(client: pg.ClientBase, shard: number): Promise<boolean> {
  const tried = await execute<{ mine: boolean }>(client, 'select pg_try_advisory_xact_lock($1::int, $2::int) as mine', [
    LOCK_CLASS,
    shard,
  ])
  return tried.rows[0]?.mine ?? false
}

/** What is due, but nothing whose aggregate has an older row outside this selection; pokes neither wait nor hold up. */
export async function takeDue(client: pg.ClientBase, shard: number, low: number, limit: number) {
  const taken = await execute<WaitingRow>(
    client,
    `select o.id, o.tenant_id, o.aggregate_id, o.topic, o.payload, o.attempts from outbox o
     where o.shard = $1 and o.id > $2 and o.available_at <= now()
       and not exists (select from outbox older where older.shard = o.shard and older.aggregate_id = o.aggregate_id
         and older.id < o.id and (older.available_at > now() or older.id <= $2)
         and 'workflow.poke' not in (older.topic, o.topic))
     order by o.id limit $3 for update of o skip locked`,
    [shard, low, limit],
  )
  return taken.rows
}

export const deleteSent = (client: pg.ClientBase, shard: number, ids: number[]) =>
  execute(client, 'delete from outbox where shard = $1 and id = any ($2::bigint[])', [shard, ids])

export const postpone = (client: pg.ClientBase, shard: number, failures: Failure[]) =>
  execute(
    client,
    `update outbox o set attempts = o.attempts + 1, last_error = f.error,
       available_at = clock_timestamp() + make_interval(secs => f.pause)
     from unnest($2::bigint[], $3::float8[], $4::text[]) as f (id, pause, error)
     where o.shard = $1 and o.id = f.id`,
    [shard, failures.map((f) => f.id), failures.map((f) => f.pause), failures.map((f) => f.error)],
  )

export const bury = (client: pg.ClientBase, shard: number, failures: Failure[]) =>
  execute(
    client,
    `with gone as (
       delete from outbox o using unnest($2::bigint[], $3::text[]) as f (id, error)
       where o.shard = $1 and o.id = f.id
       returning o.id, o.tenant_id, o.aggregate_id, o.topic, o.payload, o.attempts + 1 as attempts, o.created_at, f.error)
     insert into outbox_dead (id, tenant_id, aggregate_id, topic, payload, attempts, created_at, last_error)
     select id, tenant_id, aggregate_id, topic, payload, attempts, created_at, error from gone`,
    [shard, failures.map((f) => f.id), failures.map((f) => f.error)],
  )
