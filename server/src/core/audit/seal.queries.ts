import type pg from 'pg'
import { execute } from '../db/statement.ts'
import { AUDIT_COLUMNS, type AuditRow, type SealedRow } from './canonical.ts'
import type { Head } from './verify-chain.ts'

const LOCK_CLASS = 7_215_003

export type PendingRow = Omit<AuditRow, 'seq'> & { id: number; waited: number }

/** There is one appender at a time in the whole installation. */
export async function lockChain(client: pg.ClientBase): Promise<boolean> {
  const tried = await execute<{ mine: boolean }>(client, 'select pg_try_advisory_xact_lock($1::int, 0) as mine', [
    LOCK_CLASS,
  ])
  return tried.rows[0]?.mine ?? false
}

/** The name of a member is looked up when a row is read. Sealed, it would stay when the person is erased. */
export async function takePending(client: pg.ClientBase, limit: number): Promise<PendingRow[]> {
  const taken = await execute<PendingRow>(
    client,
    `select id, extract(epoch from clock_timestamp() - p.at)::float8 as waited, ${AUDIT_COLUMNS}
     from (select id, tenant_id, at, actor_id, act, entity_kind, entity_id, request_id, address, device,
         case entity_kind when 'member' then data - 'name' else data end as data
       from audit_pending order by id limit $1) p order by id`,
    [limit],
  )
  return taken.rows
}

export async function readHeads(client: pg.ClientBase, tenants: string[]): Promise<Map<string, Head>> {
  const found = await execute<Head & { tenant_id: string }>(
    client,
    'select tenant_id, seq, hash from audit_heads where tenant_id = any ($1::uuid[])',
    [tenants],
  )
  return new Map(found.rows.map((row) => [row.tenant_id, row]))
}

const columnOf = <K extends keyof SealedRow>(rows: SealedRow[], name: K) => rows.map((row) => row[name])

export const appendSealed = (client: pg.ClientBase, rows: SealedRow[]) =>
  execute(
    client,
    `insert into audit_log (tenant_id, seq, at, actor_id, act, entity_kind, entity_id, data, request_id, address, device,
       prev_hash, hash)
     select * from unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::uuid[], $5::text[], $6::text[], $7::uuid[],
       $8::jsonb[], $9::text[], $10::text[], $11::text[], $12::bytea[], $13::bytea[])`,
    [
      columnOf(rows, 'tenant_id'),
      columnOf(rows, 'seq'),
      columnOf(rows, 'at'),
      columnOf(rows, 'actor_id'),
      columnOf(rows, 'act'),
      columnOf(rows, 'entity_kind'),
      columnOf(rows, 'entity_id'),
      columnOf(rows, 'data'),
      columnOf(rows, 'request_id'),
      columnOf(rows, 'address'),
      columnOf(rows, 'device'),
      columnOf(rows, 'prev_hash'),
      columnOf(rows, 'hash'),
    ],
  )

export const moveHeads = (client: pg.ClientBase, heads: ReadonlyMap<string, Head>) =>
  execute(
    client,
    `insert into audit_heads as h (tenant_id, seq, hash)
     select * from unnest($1::uuid[], $2::bigint[], $3::bytea[])
     on conflict (tenant_id) do update set seq = excluded.seq, hash = excluded.hash, sealed_at = now()`,
    [[...heads.keys()], [...heads.values()].map((head) => head.seq), [...heads.values()].map((head) => head.hash)],
  )

export const deletePending = (client: pg.ClientBase, ids: number[]) =>
  execute(client, 'delete from audit_pending where id = any ($1::bigint[])', [ids])
