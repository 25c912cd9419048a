import type pg from 'pg'
import { AUDIT_COLUMNS, type SealedRow } from '../src/core/audit/canonical.ts'
import { BEGINNING, type Broken, compareHead, followChain, type Head } from '../src/core/audit/verify-chain.ts'
import { execute } from '../src/core/db/statement.ts'
import type { TestDatabase } from './database.ts'

/** Committed acts of this tenant that wait for the sealer, a microsecond and more apart. */
export const putPending = (database: TestDatabase, tenant: string, count: number) =>
  database.admin((client) =>
    client.query(
      `insert into audit_pending (tenant_id, at, actor_id, act, entity_kind, entity_id, data, request_id, address, device)
       select $1, clock_timestamp() + n * interval '1 microsecond', uuidv7(), 'member.removed', 'member', uuidv7(),
         jsonb_build_object('n', n, 'amount', 12345678901234567890.10, 'Name', E'"Ada"\\n\\u00e9', 'a', null), 'r', '::1', 'd'
       from generate_series(1, $2::int) n`,
      [tenant, count],
    ),
  )

/** All of a tenant's sealed rows and its head. */
export async function chainOf(client: pg.ClientBase | pg.Pool, tenant: string): Promise<[SealedRow[], Head]> {
  const rows = await execute<SealedRow>(
    client,
    `select seq, prev_hash, hash, ${AUDIT_COLUMNS} from audit_log l where tenant_id = $1 order by seq`,
    [tenant],
  )
  const heads = await execute<Head>(client, 'select seq, hash from audit_heads where tenant_id = $1', [tenant])
  const head = heads.rows[0]
  if (!head) throw new Error('this tenant has no chain')
  return [rows.rows, head]
}

export type Verdict = { whole: true; rows: number } | ({ whole: false } & Broken)

/** What the product's own functions say about a whole chain. */
export function verdictOn(rows: Iterable<SealedRow>, head: Head): Verdict {
  const followed = followChain(rows, BEGINNING)
  const broken = 'broken' in followed ? followed.broken : compareHead(followed.last, head)
  return broken ? { whole: false, ...broken } : { whole: true, rows: head.seq }
}
