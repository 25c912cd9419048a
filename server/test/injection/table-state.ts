import type { TestDatabase } from '../database.ts'

export interface Column {
  name: string
  type: string
}

const TABLES = `pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`

/** Every name that a column of any table has, each once. */
export const columnNames = (database: TestDatabase): Promise<Column[]> =>
  database.admin(async (client) => {
    const found = await client.query<Column>(
      `select a.attname as name, min(format_type(a.atttypid, null)) as type from pg_attribute a
       where a.attnum > 0 and not a.attisdropped and a.attrelid in (select c.oid from ${TABLES})
       group by a.attname order by a.attname`,
    )
    return found.rows
  })

interface Table {
  name: string
  owned: boolean
}

export interface TableState {
  /** What stands in each table. */
  content: Record<string, string>
  /** How many rows each has. */
  rows: Record<string, number>
  /** What stands there of this tenant alone. */
  ofTenant: Record<string, string>
}

const digest = (from: string) => `(select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from ${from})`

/** All tables as they are, past all policies. */
export const tableState = (database: TestDatabase, tenantId: string): Promise<TableState> =>
  database.admin(async (client) => {
    const { rows: tables } = await client.query<Table>(
      `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as owned
       from ${TABLES} and c.relname <> 'schema_migrations' order by 1`,
    )
    const each = tables.map(({ name, owned }) => {
      const theirs = owned ? digest(`${name} t where t.tenant_id = '${tenantId}'`) : 'null'
      return `select '${name}' as name, ${digest(`${name} t`)} as content, (select count(*)::int from ${name}) as n, ${theirs} as theirs`
    })
    const { rows } = await client.query<{ name: string; content: string; n: number; theirs: string | null }>(
      each.join(' union all '),
    )
    return {
      content: Object.fromEntries(rows.map((row) => [row.name, row.content])),
      rows: Object.fromEntries(rows.map((row) => [row.name, row.n])),
      ofTenant: Object.fromEntries(rows.flatMap((row) => (row.theirs === null ? [] : [[row.name, row.theirs]]))),
    }
  })

/** How many rows came and went in each table that changed in number. Which slot a counter uses is its connection's affair. */
export function difference(before: TableState, after: TableState): Record<string, number> {
  const changed = Object.keys(after.rows).flatMap((name) => {
    const by = (after.rows[name] ?? 0) - (before.rows[name] ?? 0)
    return by === 0 || name === 'counters' ? [] : [[name, by] as const]
  })
  return Object.fromEntries(changed)
}
