import type { BoardColumn, TaskSort, TaskType } from '@throughline/contracts/tasks'
import { type RawBuilder, sql } from 'kysely'
import { type CountedFilter, countedConditions } from '../../instances/instances.public.ts'
import { OPEN, type Range, type Stored, storedStates, wholeOpen } from './stored-states.ts'
import { beginsNow, type Direction, orderOf, type TaskOrder } from './task-order.ts'

/** Where a filter has no index of its own, so many rows are looked at for a page, which may then be short. */
export const MAX_SCANNED = 2000

/**
 * As a value the plan does not know: it then expects few rows to be wanted and reads an index in its order. If it knew, it
 * would rather read and sort all rows of whoever has much more to do than most.
 */
export const LOOKED_AT = sql`${MAX_SCANNED}`

/** Rows of tasks in the order of an index, or of other rows that name tasks by their id. */
export interface Scan {
  branches: RawBuilder<unknown>[]
  /** Whether a branch has whole rows, or ids with copies of what they are ordered by. */
  rows: 'whole' | 'ids'
  /** The order in which the branches are merged. */
  scanned: TaskOrder
  /** Set where no index has the wanted order: what was scanned is sorted. */
  sorted?: TaskOrder
  after: readonly string[] | undefined
  filter: RawBuilder<boolean> | undefined
}

export const COLUMNS = sql`id, instance_id, workflow_id, number, step, round, item, narrowed, name, name_key, description,
  task_type, status, priority, due_date, due_at, due_sort, assigned_to, reviewer_id, team_id, role_id, review_status,
  review_comment, sent_back_by, outcome, asked_by, problem, completed_at, created_at, updated_at, version, in_trash`

const OPEN_ROWS = sql`status in ('pending', 'in_progress', 'review', 'failed') and not in_trash`

const within = (range: Range): RawBuilder<unknown> =>
  range === 'any' ? sql`` : range === 'ahead' ? sql`and due_sort >= now()` : sql`and due_sort < now()`

type Behind = (range: Range) => RawBuilder<boolean>

/**
 * Rows of a range behind a place. Of two bounds on one side a search takes the range's own and passes over everything
 * between it and the place: there the place is the only bound.
 */
const withinBehind = (range: Range, direction: Direction, behind: Behind | undefined) => {
  if (!behind) return within(range)
  return sql`${range === beginsNow(direction) ? sql`` : within(range)} and ${behind(range)}`
}

export interface ByState {
  shown: readonly BoardColumn[]
  sort: TaskSort
  direction: Direction
  priorities: readonly number[] | undefined
  types: readonly TaskType[] | undefined
  after: readonly string[] | undefined
}

/** Conditions without an index; all of them have to hold. */
export const all = (conditions: readonly (RawBuilder<boolean> | undefined)[]): RawBuilder<boolean> | undefined => {
  const given = conditions.filter((one) => one !== undefined)
  return given.length === 0 ? undefined : sql<boolean>`${sql.join(given, sql` and `)}`
}

const oneOf = (column: string, values: readonly string[] | readonly number[], type: 'text' | 'smallint') =>
  sql<boolean>`t.${sql.ref(column)} = any (${values}::${sql.raw(type)}[])`

/** Of a row that was read by its stored state alone. */
const isWithin = (stored: readonly Stored[]): RawBuilder<boolean> | undefined => {
  if (stored.every(({ range }) => range === 'any')) return undefined
  const each = stored.map(({ status, range }) => sql`(status = ${status} ${within(range)})`)
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

interface Part<V> {
  values: readonly V[]
  from: Behind | undefined
}

/**
 * Values in whose order the rows stand. Behind a place: what is left of its own value, found by the date, and the values
 * that follow; both conditions on one column would begin at the first row of the value.
 */
function parts<V extends string | number>(values: readonly V[], { after, direction }: ByState): Part<V>[] {
  const [at] = after ?? []
  if (!after || at === undefined) return [{ values, from: undefined }]
  const own = values.filter((one) => String(one) === at)
  const rest = values.filter((one) => (direction === 'asc' ? String(one) > at : String(one) < at))
  return [
    ...(own.length > 0
      ? [{ values: own, from: (range: Range) => orderOf('dueDate', direction).after(after.slice(1), range) }]
      : []),
    ...(rest.length > 0 ? [{ values: rest, from: undefined }] : []),
  ]
}

/** One branch for each state, and for each priority or type that is asked for, as far as an index has it in this order. */
export function scanStates(tenantId: string, asked: ByState, free: RawBuilder<boolean> | undefined): Scan {
  const { sort, direction, priorities, types, after } = asked
  const stored = storedStates(asked.shown)
  const order = orderOf(sort, direction)
  const byPriority = priorities !== undefined && (sort === 'dueDate' || sort === 'priority')
  const byType = !byPriority && types !== undefined && (sort === 'dueDate' || sort === 'type')
  const ranged = sort === 'dueDate' || byPriority || byType
  const filter = all([
    free,
    byPriority || !priorities ? undefined : oneOf('priority', priorities, 'smallint'),
    byType || !types ? undefined : oneOf('task_type', types, 'text'),
    ranged ? undefined : isWithin(stored),
  ])
  const behind = after && ((range: Range) => order.after(after, range))
  const branch = (
    where: RawBuilder<unknown>,
    range: Range,
    from: Behind | undefined,
  ) => sql`(select ${COLUMNS} from tasks
    where tenant_id = ${tenantId} and ${where} ${withinBehind(range, direction, from)}
    order by ${order.by} limit ${LOOKED_AT})`
  const whole = sort === 'dueDate' && !byPriority && !byType ? wholeOpen(stored) : undefined
  const branches = whole
    ? [branch(OPEN_ROWS, whole, behind)]
    : stored.flatMap((one) => {
        const range = ranged ? one.range : 'any'
        const state = sql`status = ${one.status} and not in_trash`
        // One value each keeps them in the order of dates; all at once, in the order of the values.
        if (byPriority && sort === 'priority') {
          return parts(priorities, asked).map(({ values, from }) =>
            branch(sql`${state} and priority = any (${values}::smallint[])`, range, from),
          )
        }
        if (byPriority)
          return priorities.map((value) => branch(sql`${state} and priority = ${value}::smallint`, range, behind))
        if (byType && sort === 'type') {
          return parts(types, asked).map(({ values, from }) =>
            branch(sql`${state} and task_type = any (${values}::text[])`, range, from),
          )
        }
        return byType
          ? types.map((type) => branch(sql`${state} and task_type = ${type}`, range, behind))
          : [branch(state, range, behind)]
      })
  return { branches, rows: 'whole', scanned: order, after, filter }
}

/**
 * What a figure counted: completed on some days, or open at a moment, which is open now or ended since. In the order of
 * the list, from all of it.
 */
export function scanCounted(
  tenantId: string,
  asked: ByState,
  counted: CountedFilter,
  workflow: string | undefined,
  free: RawBuilder<boolean> | undefined,
): Scan {
  const { sort, direction, priorities, types, after } = asked
  const { asOf, ended } = counted
  const order = orderOf(sort, direction)
  const branch = (where: RawBuilder<unknown>) => sql`(select ${COLUMNS} from tasks
    where tenant_id = ${tenantId} and ${where} ${workflow ? sql`and workflow_id = ${workflow}` : sql``}
      ${after ? sql`and ${order.after(after)}` : sql``}
    order by ${order.by} limit ${LOOKED_AT})`
  const wheres =
    ended === undefined || ended === 'no'
      ? [OPEN_ROWS, sql`completed_at >= ${asOf} and not in_trash`]
      : [sql`completed_at >= ${ended.begins} and completed_at < ${ended.ends} and not in_trash`]
  const filter = all([
    free,
    ...countedConditions('t', counted),
    priorities && oneOf('priority', priorities, 'smallint'),
    types && oneOf('task_type', types, 'text'),
  ])
  return { branches: wheres.map(branch), rows: 'whole', scanned: order, after, filter }
}

/** What is kept in the order of due dates only; any other order is made of the first rows. */
function inDueOrder(
  asked: ByState,
  make: (scanned: TaskOrder, from: (range: Range) => RawBuilder<unknown>) => Pick<Scan, 'branches' | 'rows'>,
) {
  const { sort, direction, after } = asked
  if (sort === 'dueDate') {
    const scanned = orderOf(sort, direction)
    const behind = after && ((range: Range) => scanned.after(after, range))
    return { ...make(scanned, (range) => withinBehind(range, direction, behind)), scanned, after }
  }
  const scanned = orderOf('dueDate', 'asc')
  return { ...make(scanned, within), scanned, sorted: orderOf(sort, direction), after }
}

const filtersOf = ({ priorities, types }: ByState, free: RawBuilder<boolean> | undefined) =>
  all([
    free,
    priorities && oneOf('priority', priorities, 'smallint'),
    types && oneOf('task_type', types, 'text'),
    sql<boolean>`not t.in_trash`,
  ])

/** What a member is asked to do. */
export function scanPerson(
  tenantId: string,
  memberId: string,
  asked: ByState,
  free: RawBuilder<boolean> | undefined,
): Scan {
  const made = inDueOrder(asked, (order, from) => ({
    rows: 'ids',
    branches: storedStates(asked.shown).map(
      ({ status, range }) => sql`(select id, due_sort from (
        select task_id as id, due_sort, tenant_id, member_id, status from task_people where part <> 'watcher' and asked) mine
        where tenant_id = ${tenantId} and member_id = ${memberId} and status = ${status} ${from(range)}
        order by ${order.by} limit ${LOOKED_AT})`,
    ),
  }))
  return { ...made, filter: filtersOf(asked, free) }
}

/** So many of a person's tasks in each state are looked at for the next one. */
const MAX_NEXT = 20

/** What a member is asked to do next, once they have acted on a task: in its instance, or else what is due first. */
export function scanNext(tenantId: string, memberId: string, taskId: string): Scan {
  const scanned = orderOf('dueDate', 'asc')
  const states = OPEN.map(
    (status) => sql`(select task_id as id, due_sort from task_people
      where tenant_id = ${tenantId} and member_id = ${memberId} and status = ${status} and part <> 'watcher' and asked
      order by ${scanned.by} limit ${sql.lit(MAX_NEXT)})`,
  )
  const branch = sql`(select mine.id, mine.due_sort from (${sql.join(states, sql` union all `)}) mine
    cross join lateral (select instance_id, in_trash from tasks where tenant_id = ${tenantId} and id = mine.id offset 0) t
    where mine.id <> ${taskId} and not t.in_trash
    order by t.instance_id <> (select instance_id from tasks where tenant_id = ${tenantId} and id = ${taskId}), due_sort, id
    limit 1)`
  return { branches: [branch], rows: 'ids', scanned, after: undefined, filter: undefined }
}

/** What waits in these queues for somebody to take it. */
export function scanQueues(
  tenantId: string,
  queues: readonly { column: 'team_id' | 'role_id'; id: string }[],
  asked: ByState,
  free: RawBuilder<boolean> | undefined,
): Scan {
  const made = inDueOrder(asked, (order, from) => ({
    rows: 'whole',
    branches: queues.map(
      ({ column, id }) => sql`(select ${COLUMNS} from tasks where tenant_id = ${tenantId} and ${sql.ref(column)} = ${id}
        and assigned_to is null and ${OPEN_ROWS} ${from('any')} order by ${order.by} limit ${LOOKED_AT})`,
    ),
  }))
  return { ...made, filter: all([filtersOf(asked, free), isWithin(storedStates(asked.shown))]) }
}

/** All tasks of an instance, as many as are looked at. */
export function scanInstance(
  tenantId: string,
  instanceId: string,
  asked: ByState,
  free: RawBuilder<boolean> | undefined,
): Scan {
  const { sort, direction, after } = asked
  const scanned = orderOf('dueDate', 'asc')
  const branches = [
    sql`(select ${COLUMNS} from tasks where tenant_id = ${tenantId} and instance_id = ${instanceId}
      order by id limit ${LOOKED_AT})`,
  ]
  return { branches, rows: 'whole', scanned, sorted: orderOf(sort, direction), after, filter: free }
}

/** One task by its id. */
export const scanTask = (tenantId: string, taskId: string, free: RawBuilder<boolean> | undefined): Scan => ({
  branches: [sql`(select ${COLUMNS} from tasks where tenant_id = ${tenantId} and id = ${taskId} and not in_trash)`],
  rows: 'whole',
  scanned: orderOf('dueDate', 'asc'),
  after: undefined,
  filter: free,
})

/** The newest tasks of an instance, whatever their state. */
export const scanNewest = (tenantId: string, instanceId: string, most: number): Scan => ({
  branches: [
    sql`(select ${COLUMNS} from tasks where tenant_id = ${tenantId} and instance_id = ${instanceId}
      order by id desc limit ${sql.lit(most)})`,
  ],
  rows: 'whole',
  scanned: orderOf('dueDate', 'asc'),
  after: undefined,
  filter: undefined,
})
