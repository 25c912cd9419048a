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

/** Workflows whose instances usually end late, and until when what is due is near. */
export interface Risk {
  workflows: readonly string[]
  until: Date
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

/** What the viewer is asked for, by their own index; what is done makes way for what is not. */
const ownTasks = (
  { tenantId, memberId }: Audience,
  { from, to, begins, ends }: DueRange,
  statuses: readonly CalendarStatus[],
  most: RawBuilder<unknown>,
) => sql`(
  select t.id, t.due_date, t.due_sort, t.status, t.workflow_id, t.instance_id, t.narrowed
  from (select task_id from task_people where tenant_id = ${tenantId} and member_id = ${memberId}
      and part <> 'watcher' and asked and status in ('pending', 'in_progress', 'review', 'failed', 'completed')
      and ${wanted(statuses, 'status')} and due_sort between ${begins} and ${ends}
    order by status = 'completed', due_sort limit ${most}) o
  join tasks t on t.tenant_id = ${tenantId} and t.id = o.task_id
  where t.due_date between ${from}::date and ${to}::date and not t.in_trash)`

/** What waits in a queue of the viewer's. */
const queuedTasks = ({ tenantId, memberId }: Audience, { from, to, begins, ends }: DueRange) => sql`(
  select t.id, t.due_date, t.due_sort, t.status, t.workflow_id, t.instance_id, t.narrowed
  from (select team_id from team_members where tenant_id = ${tenantId} and member_id = ${memberId}) q
  cross join lateral (select ${TASK_COLUMNS} from tasks where tenant_id = ${tenantId} and team_id = q.team_id
    and assigned_to is null and status in ${OPEN} and not in_trash and due_sort between ${begins} and ${ends}
    and due_date between ${from}::date and ${to}::date
    order by due_sort, id limit ${OWN}) t
  union all
  select t.id, t.due_date, t.due_sort, t.status, t.workflow_id, t.instance_id, t.narrowed
  from (select role_id from members where tenant_id = ${tenantId} and id = ${memberId}) q
  cross join lateral (select ${TASK_COLUMNS} from tasks where tenant_id = ${tenantId} and role_id = q.role_id
    and assigned_to is null and status in ${OPEN} and not in_trash and due_sort between ${begins} and ${ends}
    and due_date between ${from}::date and ${to}::date
    order by due_sort, id limit ${OWN}) t)`

function tasksDue(audience: Audience, range: DueRange, { mine, statuses }: DueFilter): RawBuilder<unknown> {
  const columns = sql`to_char(due_date, 'YYYY-MM-DD') as day, 'task' as kind, id, due_sort, status, workflow_id, true as taken`
  if (mine) return sql`select distinct ${columns} from ${ownTasks(audience, range, statuses, OF_DAY)} t`
  if (audience.visible.seesAll) return sql`select ${columns} from (${ofDays(audience, 'tasks', statuses)}) t`
  const columnsOf = (rows: RawBuilder<unknown>) =>
    sql`select id, due_date, due_sort, status, workflow_id from ${rows} rows`
  const branches = [
    columnsOf(sql`(${ofDays(audience, 'tasks', statuses)})`),
    // What somebody could take they see wherever it belongs, and so with what they are asked to do.
    columnsOf(queuedTasks(audience, range)),
    columnsOf(ownTasks(audience, range, statuses, OWN)),
  ]
  return sql`select distinct ${columns} from (${sql.join(branches, sql` union all `)}) t`
}

function instancesDue(audience: Audience, { mine, statuses }: DueFilter): RawBuilder<unknown> {
  const taken = mine ? takesPart('i.id') : sql`true`
  return sql`select to_char(i.due_date, 'YYYY-MM-DD') as day, 'instance' as kind, i.id, i.due_sort, i.status, i.workflow_id,
      ${taken} as taken
    from (${ofDays(audience, 'instances', statuses)}) i`
}

/** What people read of how it stands. */
const shownStatus = ({ workflows, until }: Risk) => sql<CalendarStatus>`case
  when c.status = 'completed' then 'completed'
  when c.due_sort <= now() then 'overdue'
  when c.due_sort <= ${until} and c.workflow_id = any (${workflows}::uuid[]) then 'at_risk'
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

/** The first of each day and kind with how many there are, of which of them there are more, and how many of each category. */
export async function dueItems(db: Db, audience: Audience, range: DueRange, filter: DueFilter, risk: Risk) {
  const { tenantId } = audience
  const branches = filter.kinds.map((kind) =>
    kind === 'task' ? tasksDue(audience, range, filter) : instancesDue(audience, filter),
  )
  if (branches.length === 0) return { items: [], types: [], full: [] }
  const { rows } = await sql<DueRow>`
    with days as (select d::date as day from generate_series(${range.from}::date, ${range.to}::date, interval '1 day') d),
    ${partsOf(audience)},
    candidates as materialized (${sql.join(branches, sql` union all `)}),
    categories as materialized (select id, category from workflows
      where tenant_id = ${tenantId} and id = any (array(select distinct workflow_id from candidates))),
    fitting as materialized (
      select c.day, c.kind, c.id, c.due_sort, w.category, s.shown
      from candidates c join categories w on w.id = c.workflow_id
      cross join lateral (select ${shownStatus(risk)} as shown) s
      where c.taken and s.shown = any (${filter.statuses}::text[])),
    ranked as (
      select *, count(*) over (partition by day, kind)::int as total,
        row_number() over (partition by day, kind order by shown = 'completed', due_sort, id) as place
      from fitting where category <> all (${filter.withoutTypes}::text[]))
    select 'item' as what, day, kind, id, shown, total, null as category from ranked where place <= ${filter.limit}
    union all
    select 'type', null, null, null, null, count(*)::int, category from fitting group by category
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
export async function stillOpenTasks(db: Db, audience: Audience, { from, begins }: DueRange, risk: Risk) {
  const { tenantId, visible } = audience
  const before = { from: '0001-01-01', to: from, begins: new Date(0), ends: begins }
  const columns = sql`id, due_date, due_sort, status, workflow_id`
  const { rows } = await sql<DueItem>`
    with seen as (
      (select ${columns} from tasks t where tenant_id = ${tenantId} and status in ${OPEN} and not in_trash
        and due_sort <= ${begins} and ${visible.ofTask('t')} order by due_sort, id limit ${OF_DAY})
      union select ${columns} from ${queuedTasks(audience, before)} t
      union select ${columns} from ${ownTasks(audience, before, OPEN_STATUSES, OWN)} t)
    select to_char(c.due_date, 'YYYY-MM-DD') as day, c.kind, c.id, ${shownStatus(risk)} as shown, count(*) over ()::int as total
    from (select *, 'task' as kind from seen where due_date < ${from}::date) c
    order by c.due_sort, c.id limit ${sql.lit(STILL_OPEN)}`.execute(db)
  return rows
}

/** Open work that is due next, the earliest first. */
export async function upcomingItems(db: Db, audience: Audience, risk: Risk, most: number) {
  const { tenantId, memberId, visible } = audience
  const { rows } = await sql<DueItem>`
    select c.day, c.kind, c.id, ${shownStatus(risk)} as shown, 1 as total from (
      (select to_char(t.due_date, 'YYYY-MM-DD') as day, 'task' as kind, t.id, t.due_sort, t.status, t.workflow_id
        from (select ${TASK_COLUMNS} from tasks where tenant_id = ${tenantId} and status in ${OPEN} and not in_trash
          and due_sort > now() and due_sort < 'infinity' order by due_sort, id limit ${OF_DAY}) t
        where ${visible.ofTask('t')} limit ${most})
      union
      (select to_char(t.due_date, 'YYYY-MM-DD'), 'task', t.id, t.due_sort, t.status, t.workflow_id
        from (select task_id from task_people where tenant_id = ${tenantId} and member_id = ${memberId}
            and part <> 'watcher' and asked and status in ${OPEN} and due_sort > now() and due_sort < 'infinity'
          order by due_sort limit ${most}) o
        join tasks t on t.tenant_id = ${tenantId} and t.id = o.task_id and not t.in_trash)
      union all
      (select to_char(i.due_date, 'YYYY-MM-DD'), 'instance', i.id, i.due_sort, i.status, i.workflow_id
        from (select ${INSTANCE_COLUMNS} from instances where tenant_id = ${tenantId} and deleted_at is null
          and status in ('pending', 'in_progress', 'failed') and due_sort > now() and due_sort < 'infinity'
          order by due_sort, id limit ${OF_DAY}) i
        where ${visible.ofInstance('i')} limit ${most})) c
    order by c.due_sort, c.id limit ${most}`.execute(db)
  return rows
}

/** So many of the last ended instances tell how a workflow usually ends; fewer than this tell nothing. */
const ENDED = sql.lit(100)
const ENOUGH = sql.lit(10)

/** Of the workflows with something due until then, those of whose ended instances more than half ended late. */
export async function oftenLate(db: Db, tenantId: string, until: Date): Promise<string[]> {
  const { rows } = await sql<{ workflow_id: string }>`select w.workflow_id from (
      select distinct workflow_id from (
        (select workflow_id from tasks where tenant_id = ${tenantId} and status in ${OPEN} and not in_trash
          and due_sort > now() and due_sort <= ${until} order by due_sort, id limit ${OF_DAY})
        union all
        (select workflow_id from instances where tenant_id = ${tenantId} and deleted_at is null
          and status in ('pending', 'in_progress', 'failed') and due_sort > now() and due_sort <= ${until}
          order by due_sort, id limit ${OF_DAY})) near) w
    cross join lateral (
      select count(*) as ended, count(*) filter (where completed_at > due_sort) as late from (
        select completed_at, due_sort from instances where tenant_id = ${tenantId} and workflow_id = w.workflow_id
          and due_date is not null and deleted_at is null and status = 'completed' and not narrowed
        order by completed_at desc limit ${ENDED}) e) ends
    where ends.ended >= ${ENOUGH} and ends.late * 2 > ends.ended`.execute(db)
  return rows.map(({ workflow_id }) => workflow_id)
}
