import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'
import { wasReached } from './step-paths.ts'

/** The newest that are looked at, however few of them fit. */
const SCANNED = sql.lit(500)
/** Characters of a value, as JSON. */
const LONGEST = sql.lit(1_000)
const MAX_REACHED = sql.lit(20)
const MAX_ON_THEIR_WAY = sql.lit(5)

interface Wanted {
  workflowId: string
  step: string
  names: readonly string[]
}

export interface RecentRow {
  id: string
  prefix: string
  number: number
  name: string
  reached: boolean
  priority: number
  started_by: string | null
  started_at: Date | null
  created_at: Date
  due_date: Date | null
  due_sort: Date
  variables: unknown
  too_long: string[]
}

/** Only what was asked for is taken out of the variables; the rest of them never leaves the database. */
export async function findRecentValues(
  db: Db,
  tenantId: string,
  { workflowId, step, names }: Wanted,
  visible: Visibility,
): Promise<RecentRow[]> {
  const reached = sql<boolean>`(i.status = 'completed' or ${wasReached(tenantId, step, 1)})`
  const newest = (condition: RawBuilder<boolean>, isReached: boolean, most: RawBuilder<unknown>) => sql`(
    select i.*, ${sql.lit(isReached)} as reached from (
      select id, workflow_id, narrowed, status, prefix, number, name, priority, started_by, started_at, created_at,
        due_date, due_sort
      from instances where tenant_id = ${tenantId} and workflow_id = ${workflowId} and deleted_at is null
      order by id desc limit ${SCANNED}) i
    where ${visible.ofInstance('i')} and ${condition} order by i.id desc limit ${most})`
  const onItsWay = sql<boolean>`(i.status <> 'cancelled' and not ${reached})`
  const { rows } = await sql<RecentRow>`
    with recent as (
      ${newest(reached, true, MAX_REACHED)} union all ${newest(onItsWay, false, MAX_ON_THEIR_WAY)})
    select i.id, i.prefix, i.number, i.name, i.reached, i.priority, i.started_by, i.started_at, i.created_at, i.due_date,
      i.due_sort, held.variables, held.too_long
    from recent i
    join instance_state s on s.tenant_id = ${tenantId} and s.instance_id = i.id
    cross join lateral (
      select coalesce(jsonb_object_agg(n.name, n.value) filter (where length(n.value::text) <= ${LONGEST}), '{}') as variables,
        coalesce(array_agg(n.name) filter (where length(n.value::text) > ${LONGEST}), '{}') as too_long
      from jsonb_each(s.variables) n(name, value) where n.name = any (${names}::text[])) held
    order by i.id desc`.execute(db)
  return rows
}

export const findWorkingTime = (db: Db, tenantId: string) =>
  db
    .selectFrom('tenants')
    .select(['time_zone', 'working_days', 'holidays'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
