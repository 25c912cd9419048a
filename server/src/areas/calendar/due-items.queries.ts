import type { CalendarKind, CalendarStatus } from '@throughline/contracts/calendar-lists'
import { CALENDAR_STATUSES, MAX_DAY_COUNT } from '@throughline/contracts/calendar-lists'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'

/** One more than is counted, to tell that there are more. Written out, so that the plan knows how few are wanted. */
const OF_DAY = sql.lit(MAX_DAY_COUNT + 1)
/** Of the instances in which the viewer has a part, the newest: what is due near today is among them. */
const PARTS = sql.lit(20_000)
/** What the viewer is asked to do or could claim, wherever it belongs. */
const OWN = sql.lit(200)

const OPEN = sql`('pending', 'in_progress', 'review', 'failed')`
const OPEN_STATUSES = CALENDAR_STATUSES.filter((status) => status !== 'completed')

export interface Audience {
  tenantId: string
  memberId: string
  visible: Visibility
}

export interface DueRange {
  /** Days in the organisation's zone. */
  from: string
  to: string
  /** The moments between which what is due on these days becomes overdue. */
  begins: Date
  ends: Date
}

export interface DueFilter {
  kinds: readonly CalendarKind[]
  statuses: readonly CalendarStatus[]
  withoutTypes: readonly string[]
  mine: boolean
  limit: number
}

const TASK_COLUMNS = sql`id, due_date, due_sort, status, workflow_id, instance_id, narrowed`
const INSTANCE_COLUMNS = sql`id, due_date, due_sort, status, workflow_id, narrowed`
const TASKS_DUE = sql`due_date is not null and not in_trash and status <> 'cancelled'`
const INSTANCES_DUE = sql`due_date is not null and deleted_at is null and status <> 'cancelled'`

const partsOf = ({ tenantId, memberId }: Audience) => sql`parts as materialized (
  select instance_id from instance_people where tenant_id = ${tenantId} and member_id = ${memberId}
  order by instance_id desc limit ${PARTS})`

/** Said so that the parts are hashed once and not looked for anew for each of the many that are due. */
const takesPart = (instanceId: string) =>
  sql<boolean>`(${sql.ref(instanceId)} in (select instance_id from parts)) is true`

/** For rows read in the order of an index that also has their workflow: what is hidden is passed over without a look at it. */
const visibleIn = ({ visible }: Audience, table: string, instanceId: string): RawBuilder<boolean> =>
  visible.seesAll
    ? sql<boolean>`true`
    : sql<boolean>`(${visible.ofWorkflow(`${table}.workflow_id`)}
        and (not ${sql.ref(`${table}.narrowed`)} or ${takesPart(instanceId)}))`

/** Of what is asked for only what is done, or only the rest: what nobody wants must not take the room of what they do. */
function wanted(statuses: readonly CalendarStatus[], column: string): RawBuilder<unknown> {
  const done = statuses.includes('completed')
  const open = statuses.some((status) => status !== 'completed')
  if (done && open) return sql`true`
  if (done) return sql`${sql.ref(column)} = 'completed'`
  return open ? sql`${sql.ref(column)} <> 'completed'` : sql`false`
}

/** Of each day the first that everybody sees who sees the workflow, and of the narrowed ones those with a part for the viewer. */
function ofDays(
  audience: Audience,
  table: 'tasks' | 'instances',
  statuses: readonly CalendarStatus[],
): RawBuilder<unknown> {
  const { tenantId, visible } = audience
  const [columns, due, instanceId] =
    table === 'tasks' ? [TASK_COLUMNS, TASKS_DUE, 't.instance_id'] : [INSTANCE_COLUMNS, INSTANCES_DUE, 't.id']
  const rows = (condition: RawBuilder<unknown>, most: RawBuilder<unknown>) => sql`(
    select ${columns} from ${sql.table(table)} where tenant_id = ${tenantId} and due_date = d.day and ${due} and ${condition}
      and ${wanted(statuses, 'status')}
    order by due_sort, id limit ${most})`
  if (visible.seesAll) return sql`select t.* from days d cross join lateral ${rows(sql`true`, OF_DAY)} t`
  const ofWorkflow = visible.ofWorkflow('workflow_id')
  return sql`select t.* from days d cross join lateral ${rows(sql`not narrowed and ${ofWorkflow}`, OF_DAY)} t
    union all select t.* from days d cross join lateral ${rows(sql`narrowed and ${ofWorkflow}`, OF_DAY)} t
      where ${takesPart(instanceId)}`
}

interface OwnTasks {
  statuses: readonly CalendarStatus[]
  most: RawBuilder<unknown>
  /** The name of rows that are there already: they must not take the room of those that are not. */
  besides?: string
}

/**
 * What the viewer is asked for, by their own index; what is done makes way for what is not, and so does what ended with the
 * day before.
 */
function ownTasks(
  { tenantId, memberId }: Audience,
  { from, to, begins, ends }: DueRange,
  { statuses, most, besides }: OwnTasks,
): RawBuilder<unknown> {
  const others = besides ? sql`except select id, due_sort, status = 'completed' from ${sql.table(besides)}` : sql``
  return sql`(
  select t.id, t.due_date, t.due_sort, t.status, t.workflow_id
  from (select id from (
      select task_id as id, due_sort, status = 'completed' as done from task_people
      where tenant_id = ${tenantId} and member_id = ${memberId} and part <> 'watcher' and asked
        and status in ('pending', 'in_progress', 'review', 'failed', 'completed') and ${wanted(statuses, 'status')}
        and due_sort between ${begins} and ${ends}
      ${others}) own
    order by done, due_sort = ${begins}, due_sort limit ${most}) o
  join tasks t on t.tenant_id = ${tenantId} and t.id = o.id
  where t.due_date between ${from}::date and ${to}::date and not t.in_trash)`
}

/** When it is due, by what an index of queues has and by what it lacks. */
interface QueuedDue {
  moments: RawBuilder<unknown>
  days: RawBuilder<unknown>
}

const within = ({ from, to, begins, ends }: DueRange): QueuedDue => ({
  moments: sql`due_sort between ${begins} and ${ends}`,
  days: sql`due_date between ${from}::date and ${to}::date`,
})

/** What waits in a queue of the viewer's. The offset keeps the planner from reading whole days for each of their queues. */
function queuedTasks({ tenantId, memberId }: Audience, { moments, days }: QueuedDue, most: RawBuilder<unknown>) {
  const waiting = (column: 'team_id' | 'role_id', queues: RawBuilder<unknown>) => sql`
    select t.id, t.due_date, t.due_sort, t.status, t.workflow_id from (${queues}) q
    cross join lateral (
      select * from (
        select ${TASK_COLUMNS} from tasks where tenant_id = ${tenantId} and ${sql.ref(column)} = ${sql.ref(`q.${column}`)}
          and assigned_to is null and status in ${OPEN} and not in_trash and ${moments} order by due_sort, id offset 0) w
      where ${days} order by due_sort, id limit ${most}) t`
  const teams = sql`select team_id from team_members where tenant_id = ${tenantId} and member_id = ${memberId}`
  const role = sql`select role_id from members where tenant_id = ${tenantId} and id = ${memberId}`
  return sql`(${waiting('team_id', teams)} union all ${waiting('role_id', role)})`
}

function tasksDue(audience: Audience, range: DueRange, { mine, statuses }: DueFilter): RawBuilder<unknown> {
  const columns = sql`to_char(due_date, 'YYYY-MM-DD') as day, 'task' as kind, id, due_sort, status, workflow_id, true as taken`
  if (mine) return sql`select distinct ${columns} from ${ownTasks(audience, range, { statuses, most: OF_DAY })} t`
  if (audience.visible.seesAll) return sql`select ${columns} from (${ofDays(audience, 'tasks', statuses)}) t`
  const columnsOf = (rows: RawBuilder<unknown>) =>
    sql`select id, due_date, due_sort, status, workflow_id from ${rows} rows`
  const branches = [
    columnsOf(sql`of_days`),
    // What somebody could take they see wherever it belongs, and so with what they are asked to do.
    columnsOf(queuedTasks(audience, within(range), OWN)),
    columnsOf(ownTasks(audience, range, { statuses, most: OWN, besides: 'of_days' })),
  ]
  return sql`(with of_days as materialized (${ofDays(audience, 'tasks', statuses)})
    select distinct ${columns} from (${sql.join(branches, sql` union all `)}) t)`
}

function instancesDue(audience: Audience, { mine, statuses }: DueFilter): RawBuilder<unknown> {
  const taken = mine ? takesPart('i.id') : sql`true`
  return sql`select to_char(i.due_date, 'YYYY-MM-DD') as day, 'instance' as kind, i.id, i.due_sort, i.status, i.workflow_id,
      ${taken} as taken
    from (${ofDays(audience, 'instances', statuses)}) i`
}

/** So many of the last ended instances tell how a workflow usually ends; fewer than this tell nothing. */
const ENDED = sql.lit(100)
const ENOUGH = sql.lit(10)

/** Of the workflows of these rows that are open and near, those of whose ended instances more than half ended late. */
const lateAmong = (rows: string, tenantId: string, until: Date) => sql`late as materialized (
  select w.workflow_id from (select distinct workflow_id from ${sql.table(rows)}
    where status <> 'completed' and due_sort > now() and due_sort <= ${until}) w
  cross join lateral (
    select count(*) as ended, count(*) filter (where completed_at > due_sort) as late from (
      select completed_at, due_sort from instances where tenant_id = ${tenantId} and workflow_id = w.workflow_id
        and due_date is not null and deleted_at is null and status = 'completed' and not narrowed
      order by completed_at desc limit ${ENDED}) e) ends
  where ends.ended >= ${ENOUGH} and ends.late * 2 > ends.ended)`

/** What people read of how it stands: of rows `c`, beside those of `lateAmong`. */
const shownStatus = (until: Date) => sql<CalendarStatus>`case
  when c.status = 'completed' then 'completed'
  when c.due_sort <= now() then 'overdue'
  when c.due_sort <= ${until} and c.workflow_id in (select workflow_id from late) then 'at_risk'
  when c.kind = 'task' and c.status <> 'pending' or c.status = 'failed' then 'in_progress'
  when c.kind = 'instance' and c.status = 'pending' then 'pending'
  else 'on_track' end`

export interface DueItem {
  day: string
  kind: CalendarKind
  id: string
  shown: CalendarStatus
  /** Of its day and kind, all that fit the filter. */
  total: number
}

/** A day and kind of which there are more than are looked at. */
export interface FullDay {
  day: string
  kind: CalendarKind
}

type DueRow =
  | (DueItem & { what: 'item' })
  | (FullDay & { what: 'full' })
  | { what: 'type'; category: string; total: number }

/**
 * The first of each day and kind with how many there are, of which of them there are more, and how many of each category.
 * What is due `until` then is near.
 */
export async function dueItems(db: Db, audience: Audience, range: DueRange, filter: DueFilter, until: Date) {
  const { tenantId } = audience
  const branches = filter.kinds.map((kind) =>
    kind === 'task' ? tasksDue(audience, range, filter) : instancesDue(audience, filter),
  )
  if (branches.length === 0) return { items: [], types: [], full: [] }
  const { rows } = await sql<DueRow>`
    with days as (select d::date as day from generate_series(${range.from}::date, ${range.to}::date, interval '1 day') d),
    ${partsOf(audience)},
    candidates as materialized (${sql.join(branches, sql` union all `)}),
    ${lateAmong('candidates', tenantId, until)},
    categories as materialized (select id, category from workflows
      where tenant_id = ${tenantId} and id = any (array(select distinct workflow_id from candidates))),
    fitting as materialized (
      select c.day, c.kind, c.id, c.due_sort, c.workflow_id, s.shown from candidates c
      cross join lateral (select ${shownStatus(until)} as shown) s
      where c.taken and s.shown = any (${filter.statuses}::text[])),
    ranked as (
      select *, count(*) over (partition by day, kind)::int as total,
        row_number() over (partition by day, kind order by shown = 'completed', due_sort, id) as place
      from fitting
      where workflow_id not in (select id from categories where category = any (${filter.withoutTypes}::text[])))
    select 'item' as what, day, kind, id, shown, total, null as category from ranked where place <= ${filter.limit}
    union all
    select 'type', null, null, null, null, sum(count)::int, category
      from (select workflow_id, count(*) from fitting group by workflow_id) w join categories on id = workflow_id
      group by category
    union all
    select 'full', day, kind, null, null, null, null from candidates group by day, kind
      having count(*) > ${sql.lit(MAX_DAY_COUNT)}`.execute(db)
  return {
    items: rows.filter((row) => row.what === 'item'),
    types: rows.flatMap((row) => (row.what === 'type' ? [{ type: row.category, count: row.total }] : [])),
    full: rows.filter((row) => row.what === 'full'),
  }
}

/** So many of what is still open are shown. */
const STILL_OPEN = 4

/** Open tasks from before a day, the longest due first: as many as are shown, and how many there are. */
export async function stillOpenTasks(db: Db, audience: Audience, { from, begins }: DueRange, until: Date) {
  const { tenantId } = audience
  const before = { from: '0001-01-01', to: from, begins: new Date(0), ends: begins }
  const columns = sql`id, due_date, due_sort, status, workflow_id`
  const own = ownTasks(audience, before, { statuses: OPEN_STATUSES, most: OWN, besides: 'visible' })
  const { rows } = await sql<DueItem>`
    with ${partsOf(audience)},
    visible as materialized (
      select ${columns} from tasks t where tenant_id = ${tenantId} and status in ${OPEN} and not in_trash
        and due_sort <= ${begins} and ${visibleIn(audience, 't', 't.instance_id')} order by due_sort, id limit ${OF_DAY}),
    seen as (
      select ${columns} from visible
      union select ${columns} from ${queuedTasks(audience, within(before), OWN)} t
      union select ${columns} from ${own} t),
    first as materialized (
      select *, 'task' as kind, count(*) over ()::int as total from seen where due_date < ${from}::date
      order by due_sort, id limit ${sql.lit(STILL_OPEN)}),
    ${lateAmong('first', tenantId, until)}
    select to_char(c.due_date, 'YYYY-MM-DD') as day, c.kind, c.id, ${shownStatus(until)} as shown, c.total
    from first c order by c.due_sort, c.id`.execute(db)
  return rows
}

const AHEAD = sql`due_sort > now() and due_sort < 'infinity'`
const QUEUED_AHEAD: QueuedDue = { moments: AHEAD, days: sql`true` }

/** Open work that is due next, the earliest first. */
export async function upcomingItems(db: Db, audience: Audience, until: Date, count: number) {
  const { tenantId, memberId } = audience
  const most = sql.lit(count)
  const columns = sql`id, due_date, due_sort, status, workflow_id`
  const { rows } = await sql<DueItem>`
    with ${partsOf(audience)},
    first as materialized (
      select * from (
        select 'task' as kind, ${columns} from (
          (select ${columns} from tasks t where tenant_id = ${tenantId} and status in ${OPEN} and not in_trash and ${AHEAD}
            and ${visibleIn(audience, 't', 't.instance_id')} order by due_sort, id limit ${most})
          union select ${columns} from ${queuedTasks(audience, QUEUED_AHEAD, most)} q
          union select t.id, t.due_date, t.due_sort, t.status, t.workflow_id
            from (select task_id from task_people where tenant_id = ${tenantId} and member_id = ${memberId}
                and part <> 'watcher' and asked and status in ${OPEN} and ${AHEAD} order by due_sort limit ${most}) o
            join tasks t on t.tenant_id = ${tenantId} and t.id = o.task_id and not t.in_trash) tasks
        union all
        (select 'instance', ${columns} from instances i where tenant_id = ${tenantId} and deleted_at is null
          and status in ('pending', 'in_progress', 'failed') and ${AHEAD}
          and ${visibleIn(audience, 'i', 'i.id')} order by due_sort, id limit ${most})) items
      order by due_sort, id limit ${most}),
    ${lateAmong('first', tenantId, until)}
    select to_char(c.due_date, 'YYYY-MM-DD') as day, c.kind, c.id, ${shownStatus(until)} as shown, 1 as total
    from first c order by c.due_sort, c.id`.execute(db)
  return rows
}
