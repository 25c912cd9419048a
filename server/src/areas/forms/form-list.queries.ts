import type { FormFilter, FormSort } from '@throughline/contracts/forms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'
import { BEING_PURGED } from './forms.queries.ts'

/** Where a row stands in its order. */
export interface FormPosition {
  key: string
  id: string
}

/** The instant with all its digits, as a text that reads back as the same instant. */
const instant = (column: string) =>
  sql<string>`case when isfinite(${sql.ref(column)})
    then to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') else '-infinity' end`

interface Order {
  key: RawBuilder<string>
  /** Has an index in this very order. */
  by: RawBuilder<unknown>
  after(place: FormPosition): RawBuilder<boolean>
}

const ORDERS: Record<FormSort | 'trash', Order> = {
  response: {
    key: instant('f.response_sort'),
    by: sql`f.response_sort desc, f.id desc`,
    after: ({ key, id }) => sql`(f.response_sort, f.id) < (${key}::timestamptz, ${id}::uuid)`,
  },
  title: {
    key: sql`f.title_key`,
    by: sql`f.title_key, f.id`,
    after: ({ key, id }) => sql`(f.title_key, f.id) > (${key}, ${id}::uuid)`,
  },
  created: { key: sql`''`, by: sql`f.id desc`, after: ({ id }) => sql`f.id < ${id}::uuid` },
  trash: {
    key: instant('f.deleted_at'),
    by: sql`f.deleted_at desc, f.id desc`,
    after: ({ key, id }) => sql`(f.deleted_at, f.id) < (${key}::timestamptz, ${id}::uuid)`,
  },
}

/** Closed by hand, by its day, or by a number that is reached. The counter is only asked where there is such a number. */
const isClosed = (tenantId: string) => sql<boolean>`(f.closed_at is not null or coalesce(f.closes_at <= now(), false)
  or case when f.closes_after is null then false else f.closes_after <= (select coalesce(sum(c.n), 0) from counters c
    where c.tenant_id = ${tenantId} and c.name = 'form.submissions' and c.key = f.id::text) end)`

const statusOf = (tenantId: string) => sql<'draft' | 'closed' | 'active'>`case when f.current_version is null
  then 'draft' when ${isClosed(tenantId)} then 'closed' else 'active' end`

export interface ScannedForm extends FormPosition {
  status: 'draft' | 'closed' | 'active'
  title_key: string
  /** Whether its responses start the workflow that was asked for. */
  starts: boolean
}

interface FormScan {
  filter: FormFilter
  sort: FormSort
  workflow: string | undefined
}

/** The next rows of an order, whatever their status: the reader's filters are held against what was read. */
export async function scanForms(
  db: Db,
  tenantId: string,
  { filter, sort, workflow }: FormScan,
  after: FormPosition | undefined,
  limit: number,
): Promise<ScannedForm[]> {
  const order = ORDERS[filter === 'trash' ? 'trash' : sort]
  const state =
    filter === 'trash' ? sql`f.deleted_at is not null and f.deleted_at > ${BEING_PURGED}` : sql`f.deleted_at is null`
  const starts = workflow
    ? sql`exists (select from workflow_triggers t
        where t.tenant_id = ${tenantId} and t.workflow_id = ${workflow} and t.form_id = f.id)`
    : sql`true`
  const { rows } = await sql<ScannedForm>`
    select ${order.key} as key, f.id, f.title_key, ${statusOf(tenantId)} as status, ${starts} as starts
    from forms f where f.tenant_id = ${tenantId} and ${state} ${after ? sql`and ${order.after(after)}` : sql``}
    order by ${order.by} limit ${limit}`.execute(db)
  return rows
}

interface FormCounts {
  all: number
  active: number
  closed: number
  draft: number
}

/** Of the newest forms, as many as are looked at: a workspace with more has no use for the number. */
export async function countForms(db: Db, tenantId: string, visible: Visibility, most: number): Promise<FormCounts> {
  const { rows } = await sql<FormCounts>`
    select count(*)::int as all, count(*) filter (where status = 'active')::int as active,
      count(*) filter (where status = 'closed')::int as closed, count(*) filter (where status = 'draft')::int as draft
    from (select ${statusOf(tenantId)} as status from forms f
      where f.tenant_id = ${tenantId} and f.deleted_at is null and ${visible.ofForm('f.id')}
      order by f.id desc limit ${most}) found`.execute(db)
  return rows[0] ?? { all: 0, active: 0, closed: 0, draft: 0 }
}

export async function foldText(db: Db, text: string): Promise<string> {
  const { rows } = await sql<{ folded: string }>`select app.fold(${text}) as folded`.execute(db)
  return rows[0]?.folded ?? ''
}
