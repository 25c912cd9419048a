import { sql } from 'kysely'
import type { JsonObject, JsonValue } from '../../core/db/schema.gen.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { EntryRow } from './audit.queries.ts'

/** Where rows name members and teams by their ids. */
const NAMING = new Set(['to', 'assigned_to', 'reviewer', 'members', 'teams'])
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy in which each of these ids is replaced by what `name` makes of it. */
function replaceIds(data: JsonObject, name: (id: string) => string): JsonObject {
  const replaced = (key: string, value: JsonValue | undefined): JsonValue | undefined => {
    if (key === 'before' || key === 'after') return isObject(value) ? replaceIds(value, name) : value
    if (!NAMING.has(key)) return value
    if (Array.isArray(value)) return value.map((one) => (isId(one) ? name(one) : one))
    return isId(value) ? name(value) : value
  }
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, replaced(key, value)]))
}

/** With the names that members and teams have today. */
export async function withNames({ db, tenantId }: ReadTx, rows: readonly EntryRow[]): Promise<EntryRow[]> {
  const ids = new Set<string>()
  for (const { data } of rows) {
    replaceIds(data, (id) => {
      ids.add(id)
      return id
    })
  }
  if (ids.size === 0) return [...rows]
  const found = await sql<{ id: string; name: string }>`
    select id, name from members where tenant_id = ${tenantId} and id = any (${[...ids]}::uuid[])
    union all select id, name from teams where tenant_id = ${tenantId} and id = any (${[...ids]}::uuid[])`.execute(db)
  const names = new Map(found.rows.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, data: replaceIds(row.data, (id) => names.get(id) ?? id) }))
}
