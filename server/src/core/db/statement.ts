import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Beyond this many different texts (lists of varying length make new ones) statements go unnamed, still extended. */
const MAX_NAMES = 5_000
const names = new Map<string, string>()

function nameOf(sql: string): string | undefined {
  let name = names.get(sql)
  if (!name && names.size < MAX_NAMES) {
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 24)
    names.set(sql, name)
  }
  return name
}

/**
 * Every statement with outside values goes through here: by the extended protocol, which takes exactly one statement,
 * and by name, so that PgBouncer and PostgreSQL parse and plan it once per connection.
 */
export function execute<R extends pg.QueryResultRow>(
  client: pg.ClientBase | pg.Pool,
  sql: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<R>> {
  const name = nameOf(sql)
  const query = { text: sql, values: [...values], queryMode: 'extended' }
  return client.query<R>(name ? { ...query, name } : query)
}
