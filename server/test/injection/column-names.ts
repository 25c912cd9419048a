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
