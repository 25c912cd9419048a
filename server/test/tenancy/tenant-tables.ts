import type pg from 'pg'
import { GLOBAL_TABLES } from '../../src/core/global-tables.ts'
import type { TenantTable } from './probes.ts'
import { OURS } from './samples.ts'

/** Global tables that tl_app reaches by its tenant all the same. */
const SHARED: Record<string, string> = {
  tenants: 'id',
  public_addresses: 'tenant_id',
  outbox: 'tenant_id',
  audit_pending: 'tenant_id',
  feedback: 'tenant_id',
}

/** All of them, from the catalogue; a table without a sample row cannot be probed and is an error. */
export async function findTenantTables(client: pg.Client): Promise<TenantTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; readable: boolean }>(
    `select c.relname as name, has_any_column_privilege('tl_app', c.oid, 'select') as readable,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '' and a.attidentity = '') as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and (c.relname <> all ($1) or c.relname = any ($2))
     group by c.oid order by c.relname`,
    [Object.keys(GLOBAL_TABLES), Object.keys(SHARED)],
  )
  const tables: TenantTable[] = []
  for (const row of rows) {
    const owner = SHARED[row.name] ?? 'tenant_id'
    const found = await client.query<{ row: pg.QueryResultRow }>(
      `select to_jsonb(t) as row from ${row.name} t where ${owner} = $1`,
      [OURS.tenant],
    )
    const sample = found.rows[0]?.row
    if (!sample) throw new Error(`${row.name} has no sample row: add one to samples.ts`)
    tables.push({ ...row, owner, ours: found.rows.length, sample })
  }
  return tables
}
