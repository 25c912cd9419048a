import type { DocumentSort } from '@throughline/contracts/documents'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { type Condition, changedSince, type Entered } from './document-filter.ts'

/** So many rows are looked at for a page; those that are filtered out are passed over. */
export const MAX_SCANNED = 2_000
/** Written out: of a limit it does not know the plan expects little, and takes the index that is quickest entered. */
const SCANNED = sql.lit(MAX_SCANNED)

export type Order = DocumentSort | 'trashed'
interface Mark {
  key: string
  id: string
}

interface Sorting {
  column: RawBuilder<unknown>
  key: RawBuilder<string>
  read: (key: string) => RawBuilder<unknown>
}

const moment = (column: string): Sorting => ({
  column: sql.ref(column),
  key: sql<string>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`,
  read: (key) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`,
})
const text = (column: string): Sorting => ({
  column: sql.ref(column),
  key: sql<string>`${sql.ref(column)}`,
  read: (key) => sql`${key}`,
})

const SORTINGS: Record<Order, Sorting> = {
  updated: moment('d.updated_at'),
  trashed: moment('d.deleted_at'),
  created: moment('d.created_at'),
  name: text('d.name_key'),
  client: text('d.client_key'),
  entity: text('d.entity_key'),
}

export const isMoment = (order: Order): boolean => order === 'updated' || order === 'created' || order === 'trashed'

const COLUMNS = sql`d.id, d.created_at, d.updated_at, d.deleted_at, d.name_key, d.client_key, d.entity_key, d.status, d.family, d.category,
  d.client_id, d.workflow_id, d.step, d.uploaded_by, d.instance_id, d.task_id, d.form_id, d.narrowed`

const all = (conditions: readonly Condition[]) =>
  conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``

/** What went with its instance is in neither list: nothing can be done with it until the instance is back. */
const listed = (order: Order) =>
  sql`d.deleted_at ${order === 'trashed' ? sql`is not null` : sql`is null`} and not d.in_trash`

export interface Scan {
  order: Order
  descending: boolean
  entered: Entered
  after: Mark | undefined
  limit: number
}

/** Two bounds on one side are one: of two a search may take the wider and pass over all that lies between them. */
function bounds({ column, read }: Sorting, { after, descending, entered: { since } }: Scan) {
  const from = since ? sql`and ${changedSince(since)}` : sql``
  if (!after) return from
  if (descending) return sql`${from} and (${column}, d.id) < (${read(after.key)}, ${after.id}::uuid)`
  const key = since ? sql`greatest(${read(after.key)}, ${since})` : read(after.key)
  return sql`and (${column}, d.id) > (${key}, ${after.id}::uuid)`
}

/** Ids of a page and where the next one begins; a short page where much was filtered out. */
export async function scanDocuments(
  db: Db,
  tenantId: string,
  scan: Scan,
): Promise<{ ids: string[]; next: Mark | undefined }> {
  const { order, descending, entered, limit } = scan
  const sorting = SORTINGS[order]
  const way = descending ? sql`desc` : sql`asc`
  const ordered = sql`order by ${sorting.column} ${way}, d.id ${way}`
  const scanned = sql`from documents d where d.tenant_id = ${tenantId} and ${listed(order)} ${all(entered.inside)}
    ${bounds(sorting, scan)} ${ordered}`
  const { rows } =
    await sql<Mark>`select d.id, ${sorting.key} as key from (select ${COLUMNS} ${scanned} limit ${SCANNED}) d
    where true ${all(entered.outside)} ${ordered} limit ${limit + 1}`.execute(db)
  const ids = rows.slice(0, limit).map(({ id }) => id)
  if (rows.length > limit) return { ids, next: rows[limit - 1] }
  const { rows: last } = await sql<Mark>`
    select d.id, ${sorting.key} as key ${scanned} offset ${sql.lit(MAX_SCANNED - 1)} limit 1`.execute(db)
  return { ids, next: last[0] }
}

/** Counted so far and no further. */
const MAX_COUNTED = 1_000

/** How many of each way in, at most so many; `more`: there may be others. */
export async function countDocuments(
  db: Db,
  tenantId: string,
  groups: readonly ({ key: string } & Entered)[],
): Promise<Map<string, { count: number; more: boolean }>> {
  if (groups.length === 0) return new Map()
  const counts = groups.map(
    ({
      key,
      inside,
      since,
      outside,
    }) => sql`select ${key}::text as key, count(*) filter (where s.counted)::int as n, count(*)::int as looked_at
      from (select true ${all(outside)} as counted from (select ${COLUMNS} from documents d
        where d.tenant_id = ${tenantId} and d.deleted_at is null and not d.in_trash ${all(inside)}
        ${since ? sql`and ${changedSince(since)}` : sql``} order by d.updated_at desc, d.id desc limit ${SCANNED}) d) s`,
  )
  const { rows } = await sql<{
    key: string
    n: number
    looked_at: number
  }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return new Map(
    rows.map(({ key, n, looked_at }) => [
      key,
      { count: Math.min(n, MAX_COUNTED), more: n > MAX_COUNTED || looked_at === MAX_SCANNED },
    ]),
  )
}
