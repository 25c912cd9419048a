import type pg from 'pg'

export type ColumnType = 'text' | 'number' | 'boolean' | 'date' | 'timestamp' | 'uuid' | 'json'
export interface ViewColumn {
  view: string
  column: string
  type: ColumnType
}

const TYPES: Record<string, ColumnType> = {
  text: 'text',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  date: 'date',
  'timestamp with time zone': 'timestamp',
  uuid: 'uuid',
  jsonb: 'json',
}

/** The columns of all views, from the catalogue. */
export async function columnsOfViews(admin: pg.Client): Promise<ViewColumn[]> {
  const { rows } = await admin.query<{ view: string; column: string; type: string }>(
    `select c.relname as view, a.attname as column, format_type(a.atttypid, null) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'report'::regnamespace and c.relkind = 'v' order by 1, a.attnum`,
  )
  return rows.map(({ view, column, type }) => {
    const known = TYPES[type]
    if (!known) throw new Error(`${view}.${column} has the type ${type}, which the generator does not know`)
    return { view, column, type: known }
  })
}
