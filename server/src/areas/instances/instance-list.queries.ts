import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'
import { type CountedFilter, countedConditions } from './counted-filter.ts'
import {
  type Branch,
  branchesByState,
  branchesOf,
  type InstancePosition,
  isUpTo,
  ORDERS,
  type Sort,
  STATUSES,
  type Status,
} from './instance-order.ts'

/** A branch looks at no more rows than this for a page, however few of them fit. */
export const MAX_SCANNED = 2_000
/**
 * Written out: were it a value the plan does not know, it would expect few rows to be wanted and take the index that is
 * quickest entered, without the state, instead of the one that has only rows that fit.
 */
const SCANNED = sql.lit(MAX_SCANNED)

export interface InstanceFilter {
  sort: Sort
  statuses: readonly Status[] | undefined
  workflowId: string | undefined
  clientId: string | undefined
  startedBy: string | undefined
  /** The beginning of a word, folded. */
  word: string | undefined
  /** What a figure counted. */
  counted: CountedFilter | undefined
  /** The rest of what figures open, of rows named `i`. */
  more: readonly RawBuilder<boolean>[]
}

const startsWord = (column: RawBuilder<unknown>, word: string) =>
  sql<boolean>`(${column} ^@ ${word} or strpos(${column}, ${` ${word}`}) > 0 or strpos(${column}, ${`-${word}`}) > 0)`

type Conditions = Partial<Pick<InstanceFilter, 'statuses' | 'workflowId' | 'clientId' | 'startedBy'>>

/** What an index answers in this order; everything else is asked of each row of a branch. */
function indexed({ sort, statuses, workflowId, clientId, startedBy }: InstanceFilter): Conditions {
  if (sort === 'trash') return {}
  const byTime = sort === 'newest' || sort === 'oldest'
  if (startedBy && byTime) return { startedBy }
  if (clientId && byTime) return { clientId }
  return branchesByState(sort) ? { statuses, workflowId } : { workflowId }
}

function filterOf(wanted: InstanceFilter, visible: Visibility): RawBuilder<unknown> {
  const { statuses, workflowId, clientId, startedBy, word, counted, more } = wanted
  const by = indexed(wanted)
  return sql.join(
    [
      visible.ofInstance('i'),
      ...(statuses && !by.statuses ? [sql`i.status = any (${statuses}::text[])`] : []),
      ...(workflowId && !by.workflowId ? [sql`i.workflow_id = ${workflowId}`] : []),
      ...(clientId && !by.clientId ? [sql`i.client_id = ${clientId}`] : []),
      ...(startedBy && !by.startedBy ? [sql`i.started_by = ${startedBy}`] : []),
      ...(word ? [sql`(${startsWord(sql`i.name_key`, word)} or ${startsWord(sql`i.title_key`, word)})`] : []),
      ...(counted ? countedConditions('i', counted) : []),
      ...more,
    ],
    sql` and `,
  )
}

function rowsOf(tenantId: string, wanted: InstanceFilter, { where, after }: Branch, end = sql`true`) {
  const { workflowId, clientId, startedBy } = indexed(wanted)
  return sql`
  from instances where tenant_id = ${tenantId} and ${where} and ${end}
    and deleted_at is ${wanted.sort === 'trash' ? sql`not null` : sql`null`}
    ${workflowId ? sql`and workflow_id = ${workflowId}` : sql``}
    ${clientId ? sql`and client_id = ${clientId}` : sql``}
    ${startedBy ? sql`and started_by = ${startedBy}` : sql``}
    ${after ? sql`and ${after}` : sql``}
    order by ${ORDERS[wanted.sort].by}`
}

const COLUMNS = sql`id, workflow_id, workflow_version, client_id, started_by, narrowed, status, name_key, title_key, deleted_at,
  created_at, completed_at, due_sort, due_first`

interface Page {
  found: InstancePosition[]
  /** Where the next page begins; undefined at the end of the list. */
  end: InstancePosition | undefined
}

/** Where the first branch that was not read to its end, or as far as `end`, stopped. */
async function firstStop(
  db: Db,
  tenantId: string,
  wanted: InstanceFilter,
  branches: readonly Branch[],
  end: InstancePosition | undefined,
) {
  const stops = branches.flatMap((branch) => {
    const bound = end ? branch.upTo(end) : sql`true`
    return bound
      ? [
          sql`(select ${branch.key} as key, id ${rowsOf(tenantId, wanted, branch, bound)}
            offset ${sql.lit(MAX_SCANNED - 1)} limit 1)`,
        ]
      : []
  })
  if (stops.length === 0) return undefined
  const { rows } = await sql<InstancePosition>`select key, id from (${sql.join(stops, sql` union all `)}) stopped
    order by ${ORDERS[wanted.sort].merged} limit 1`.execute(db)
  return rows[0]
}

const OPEN = ['pending', 'in_progress', 'failed'] as const

/** What was open at a moment is open now, or ended since: neither passes over all that ended before. */
function branchesFor(wanted: InstanceFilter, after: InstancePosition | undefined): Branch[] {
  const { sort, counted } = wanted
  const { statuses } = indexed(wanted)
  if (counted?.ended !== 'no' || statuses || !(sort === 'newest' || sort === 'oldest'))
    return branchesOf(sort, statuses, after)
  const since = sql`status in ('completed', 'cancelled') and completed_at >= ${counted.asOf}`
  return [
    ...branchesOf(sort, OPEN, after),
    ...branchesOf(sort, undefined, after).map((branch) => ({ ...branch, where: since })),
  ]
}

/** The next rows that fit, in order: a short page where much was passed over. */
export async function scanInstances(
  db: Db,
  tenantId: string,
  wanted: InstanceFilter,
  visible: Visibility,
  after: InstancePosition | undefined,
  limit: number,
): Promise<Page> {
  const { sort } = wanted
  const branches = branchesFor(wanted, after)
  if (branches.length === 0) return { found: [], end: undefined }
  const { by, merged } = ORDERS[sort]
  const filter = filterOf(wanted, visible)
  const fitting = branches.map(
    (branch) => sql`(select i.key, i.id from (
      select ${branch.key} as key, ${COLUMNS} ${rowsOf(tenantId, wanted, branch)} limit ${SCANNED}) i
      where ${filter} order by ${by} limit ${limit + 1})`,
  )
  const { rows } = await sql<InstancePosition>`select key, id from (${sql.join(fitting, sql` union all `)}) found
    order by ${merged} limit ${limit + 1}`.execute(db)
  const page = rows.slice(0, limit)
  const full = rows.length > limit ? page.at(-1) : undefined
  // What one branch alone was asked for, and has, was found in order.
  if (full && branches.length === 1) return { found: page, end: full }
  const stop = await firstStop(db, tenantId, wanted, branches, full)
  if (!stop) return { found: page, end: full }
  // What lies behind the place comes with the next page, which begins there.
  return { found: branches.length === 1 ? page : page.filter((place) => isUpTo(sort, place, stop)), end: stop }
}

/** Numbers that begin with these digits, each range by its own part of the index. */
const numbersFrom = (tenantId: string, { prefix, digits }: { prefix: string; digits: number }) =>
  [1, 10, 100, 1_000].map(
    (
      times,
    ) => sql`(select ${COLUMNS}, number from instances where tenant_id = ${tenantId} and prefix_key = app.fold(${prefix})
      and number between ${digits * times} and ${digits * times + times - 1} order by number limit ${SCANNED})`,
  )

/** By the beginning of a key, INV-1; the lowest numbers first. */
export async function scanKeys(
  db: Db,
  tenantId: string,
  key: { prefix: string; digits: number },
  { sort, statuses, workflowId, clientId, startedBy, counted, more }: InstanceFilter,
  visible: Visibility,
  limit: number,
): Promise<string[]> {
  const conditions = [...(counted ? countedConditions('i', counted) : []), ...more]
  const { rows } = await sql<{
    id: string
  }>`select i.id from (${sql.join(numbersFrom(tenantId, key), sql` union all `)}) i
    where i.deleted_at is ${sort === 'trash' ? sql`not null` : sql`null`} and ${visible.ofInstance('i')}
      ${statuses ? sql`and i.status = any (${statuses}::text[])` : sql``}
      ${workflowId ? sql`and i.workflow_id = ${workflowId}` : sql``}
      ${clientId ? sql`and i.client_id = ${clientId}` : sql``}
      ${startedBy ? sql`and i.started_by = ${startedBy}` : sql``}
      ${conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``}
    order by i.number, i.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many a workflow has in each state, none counted past the most. */
export async function countStates(db: Db, tenantId: string, workflowId: string, visible: Visibility, most: number) {
  const counts = STATUSES.map(
    (status) => sql`select ${status}::text as status, (select count(*)::int from (select from (
      select id, workflow_id, narrowed from instances where tenant_id = ${tenantId} and workflow_id = ${workflowId}
        and status = ${status} and deleted_at is null limit ${SCANNED}) i
      where ${visible.ofInstance('i')} limit ${most}) counted) as n`,
  )
  const { rows } = await sql<{ status: Status; n: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ status, n }) => [status, n]))
}
