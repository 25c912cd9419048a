import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

export type Dated = 'instances' | 'tasks'

const OPEN = { instances: ['pending', 'in_progress', 'failed'], tasks: ['pending', 'in_progress', 'review', 'failed'] }

export const findZone = (db: Db, tenantId: string) =>
  db.selectFrom('tenants').select('time_zone').where('id', '=', tenantId).executeTakeFirstOrThrow()

/** Of rows under this name: it has a time of day, which falls on another day in this zone than the one it stands on. */
const fallsElsewhere = (row: string, zone: string) => sql<boolean>`(${sql.ref(`${row}.due_at`)} is not null
  and ${sql.ref(`${row}.due_date`)} <> (${sql.ref(`${row}.due_at`)} at time zone ${zone})::date)`

interface Chunk {
  after: string
  limit: number
  zone: string
}

/**
 * The days that the next of them are due on without a time, whether others stand on a day on which their time no longer
 * falls, and where the ones after those begin.
 */
export async function daysAfter(db: Db, tenantId: string, table: Dated, { after, limit, zone }: Chunk) {
  const { rows } = await sql<{ last: string | null; days: string[]; has_strays: boolean }>`
    with looked as materialized (
      select id, status, due_date, due_at from ${sql.table(table)}
      where tenant_id = ${tenantId} and id > ${after}::uuid order by id limit ${limit}),
    open as (select due_date, due_at from looked where due_date is not null and status = any (${OPEN[table]}::text[]))
    select (select id from looked order by id desc limit 1) as last,
      array(select distinct due_date::text from open where due_at is null) as days,
      exists (select from open where ${fallsElsewhere('open', zone)}) as has_strays`.execute(db)
  return rows[0] ?? { last: null, days: [], has_strays: false }
}

interface Stretch {
  after: string
  last: string
}

/** Before their tasks, as everyone does, and by id. */
async function lockInstances(db: Db, tenantId: string, table: Dated, { after, last }: Stretch): Promise<void> {
  const among = sql`tenant_id = ${tenantId} and id > ${after}::uuid and id <= ${last}::uuid`
  const ids =
    table === 'instances'
      ? sql`select id from instances where ${among}`
      : sql`select instance_id from tasks where ${among}`
  await sql`select from instances where tenant_id = ${tenantId} and id in (${ids}) order by id for no key update`.execute(
    db,
  )
}

/**
 * The moments of open ones due on a day without a time; what is copied to people's lists goes along. Answers the tasks
 * that it concerns.
 */
export async function setMoments(
  db: Db,
  tenantId: string,
  table: Dated,
  { after, last }: Stretch,
  moments: readonly { day: string; at: Date }[],
): Promise<string[]> {
  await lockInstances(db, tenantId, table, { after, last })
  const first =
    table === 'instances' ? sql`, due_first = case when x.due_first = x.due_sort then m.at else x.due_first end` : sql``
  const changed = sql`update ${sql.table(table)} x set due_sort = m.at ${first}
    from unnest(${moments.map(({ day }) => day)}::date[], ${moments.map(({ at }) => at)}::timestamptz[]) as m (day, at)
    where x.tenant_id = ${tenantId} and x.id > ${after}::uuid and x.id <= ${last}::uuid and x.due_date = m.day
      and x.due_at is null and x.due_sort <> m.at and x.status = any (${OPEN[table]}::text[])`
  if (table === 'instances') {
    await changed.execute(db)
    return []
  }
  const { rows } = await sql<{ id: string }>`with changed as (${changed} returning x.id, x.due_sort),
    copied as (update task_people p set due_sort = c.due_sort from changed c
      where p.tenant_id = ${tenantId} and p.task_id = c.id)
    select id from changed`.execute(db)
  return rows.map(({ id }) => id)
}

/** Open ones with a time of day stay at their moment and go to the day on which that falls. */
export async function setDays(
  db: Db,
  tenantId: string,
  table: Dated,
  { after, last }: Stretch,
  zone: string,
): Promise<void> {
  await lockInstances(db, tenantId, table, { after, last })
  await sql`update ${sql.table(table)} x set due_date = (x.due_at at time zone ${zone})::date
    where x.tenant_id = ${tenantId} and x.id > ${after}::uuid and x.id <= ${last}::uuid and ${fallsElsewhere('x', zone)}
      and x.status = any (${OPEN[table]}::text[])`.execute(db)
}
