import type { WorkflowFilter, WorkflowSort } from '@throughline/contracts/workflows'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** Where a row stands in its order. */
export interface WorkflowPosition {
  key: string
  id: string
}

/** The instant with all its digits, as a text that reads back as the same instant. */
const instant = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

interface Order {
  key: RawBuilder<string>
  /** Has an index in this very order, for each status. */
  by: RawBuilder<unknown>
  /** Of places read from two statuses: the same order. */
  merged: RawBuilder<unknown>
  after(place: WorkflowPosition): RawBuilder<boolean>
}

const ORDERS: Record<WorkflowSort | 'trash', Order> = {
  name: {
    key: sql`name_key`,
    by: sql`name_key, id`,
    merged: sql`key collate "C", id`,
    after: ({ key, id }) => sql`(name_key, id) > (${key}, ${id}::uuid)`,
  },
  created: {
    key: sql`''`,
    by: sql`id desc`,
    merged: sql`id desc`,
    after: ({ id }) => sql`id < ${id}::uuid`,
  },
  updated: {
    key: instant('saved_at'),
    by: sql`saved_at desc, id desc`,
    merged: sql`key desc, id desc`,
    after: ({ key, id }) => sql`(saved_at, id) < (${key}::timestamptz, ${id}::uuid)`,
  },
  trash: {
    key: instant('deleted_at'),
    by: sql`deleted_at desc, id desc`,
    merged: sql`key desc, id desc`,
    after: ({ key, id }) => sql`(deleted_at, id) < (${key}::timestamptz, ${id}::uuid)`,
  },
}

const STATUSES: Record<WorkflowFilter, readonly string[]> = {
  all: ['active', 'archived'],
  active: ['active'],
  archived: ['archived'],
  trash: [],
}

/** Each status has its branch of an index; two are read side by side and merged. */
export async function scanWorkflows(
  db: Db,
  tenantId: string,
  { status, sort }: { status: WorkflowFilter; sort: WorkflowSort },
  after: WorkflowPosition | undefined,
  limit: number,
): Promise<WorkflowPosition[]> {
  const order = ORDERS[status === 'trash' ? 'trash' : sort]
  const branch = (where: RawBuilder<unknown>) => sql`(select ${order.key} as key, id from workflows
    where tenant_id = ${tenantId} and ${where} ${after ? sql`and ${order.after(after)}` : sql``}
    order by ${order.by} limit ${limit})`
  const branches =
    status === 'trash'
      ? [branch(sql`deleted_at is not null`)]
      : STATUSES[status].map((one) => branch(sql`status = ${one} and deleted_at is null`))
  const { rows } = await sql<WorkflowPosition>`select key, id from (${sql.join(branches, sql` union all `)}) found
    order by ${order.merged} limit ${limit}`.execute(db)
  return rows
}

/** Sorts behind whatever a key can go on with. */
const LAST = '\u{10FFFF}'
const NO_ID = '00000000-0000-0000-0000-000000000000'

export interface WordPosition extends WorkflowPosition {
  status: string
  trashed: boolean
  /** Another of its words comes earlier in the same search. */
  repeated: boolean
}

/** By the words that match: every row of the range is looked at once, whatever its workflow's state. */
export async function scanWords(
  db: Db,
  tenantId: string,
  word: string,
  after: WorkflowPosition | undefined,
  limit: number,
): Promise<WordPosition[]> {
  const { key, id } = after ?? { key: word, id: NO_ID }
  const { rows } = await sql<WordPosition>`
    with scanned as materialized (
      select word_key, workflow_id from workflow_words
      where tenant_id = ${tenantId} and (word_key, workflow_id) > (${key}, ${id}::uuid) and word_key < ${word + LAST}
      order by word_key, workflow_id limit ${limit})
    select s.word_key as key, s.workflow_id as id, w.status, w.deleted_at is not null as trashed,
      exists (select from workflow_words o where o.tenant_id = ${tenantId} and o.workflow_id = s.workflow_id
        and o.word_key >= ${word} and o.word_key < s.word_key) as repeated
    from scanned s join workflows w on w.tenant_id = ${tenantId} and w.id = s.workflow_id
    order by s.word_key, s.workflow_id`.execute(db)
  return rows
}

/** How many of these are under a filter. */
export async function countAmong(db: Db, tenantId: string, ids: readonly string[], status: WorkflowFilter) {
  let query = db
    .selectFrom('workflows')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('deleted_at', status === 'trash' ? 'is not' : 'is', null)
  if (status === 'active' || status === 'archived') query = query.where('status', '=', status)
  return (await query.executeTakeFirst())?.n ?? 0
}
