import type { Query } from '../../../contracts/src/endpoint.ts'
import { InstanceId, WorkflowId } from '../../../contracts/src/ids.ts'
import type { boardTasks } from '../../../contracts/src/tasks.ts'
import { BOARD_COLUMNS, type BoardColumn, TaskSort } from '../../../contracts/src/tasks.ts'
import { openWork } from '../../../server/src/areas/tasks/handover/open-work.service.ts'
import { tasksBoard } from '../../../server/src/areas/tasks/list/board.service.ts'
import { MAX_COUNTED } from '../../../server/src/areas/tasks/list/counts.queries.ts'
import { ownCounts } from '../../../server/src/areas/tasks/list/counts.service.ts'
import type { TaskListQuery } from '../../../server/src/areas/tasks/list/task-filter.ts'
import { tasksPage } from '../../../server/src/areas/tasks/list/task-list.service.ts'
import { MAX_SCANNED } from '../../../server/src/areas/tasks/list/task-scan.ts'
import { combined, inEach, type ListRequest, nameOf, PAGE, type RequestsOf, rowsAnd } from './list-request.ts'
import type { GrowthWorld, ViewerName } from './world.ts'

const CARDS = 20

type List = Partial<TaskListQuery>
type Board = Query<typeof boardTasks>

const ORDERS: List[] = TaskSort.options.flatMap((sort) => [
  { sort, order: 'asc' as const },
  { sort, order: 'desc' as const },
])
const STATES: List[] = [
  {},
  ...BOARD_COLUMNS.map((column): List => ({ status: [column] })),
  { status: ['pending', 'overdue'] },
  { status: [...BOARD_COLUMNS] },
]
const TWO_STATES: List[] = [{}, { status: ['completed'] }]
const FEW_STATES: List[] = [...TWO_STATES, { status: ['pending'] }]
const FEW_ORDERS: List[] = ORDERS.filter(({ sort, order }) => order === 'asc' || sort === 'dueDate')
const BY_DATE_OR_NAME: List[] = [
  { sort: 'dueDate', order: 'asc' },
  { sort: 'title', order: 'asc' },
]

const isWhole = (status: List['status']) => {
  const open = BOARD_COLUMNS.filter((column) => column !== 'completed' && status?.includes(column)).length
  return status === undefined || open === 0 || open === BOARD_COLUMNS.length - 1
}

/** Whether an index has exactly these rows in this order. */
function isIndexed({ sort, status, priority, type, workflow, search, assigned_to, queue, instance }: List): boolean {
  if (workflow || search || instance) return false
  if (assigned_to !== undefined) return sort === 'dueDate' && !priority && !type
  if (queue) return sort === 'dueDate' && !priority && !type && isWhole(status) && !status?.includes('completed')
  const byPriority = priority !== undefined && (sort === 'dueDate' || sort === 'priority')
  const byType = !byPriority && type !== undefined && (sort === 'dueDate' || sort === 'type')
  if ((priority && !byPriority) || (type && !byType)) return false
  return sort === 'dueDate' || byPriority || byType || isWhole(status)
}

/** Nothing of what is theirs, or in queues of their teams, is hidden from anybody. */
const isHiddenFrom = (name: ViewerName, { assigned_to, queue }: List, foreign: boolean) =>
  name !== 'owner' && assigned_to !== name && (queue === undefined || foreign)

const listed = (name: ViewerName, group: string, list: List, foreign = false): ListRequest => ({
  group,
  name: nameOf(list),
  most: rowsAnd(isIndexed(list) && !isHiddenFrom(name, list, foreign) ? PAGE + 1 : MAX_SCANNED),
  further: list.instance ? 'none' : name === 'owner' && isIndexed(list) ? 'far' : 'next',
  ask: async (ctx, viewer, page) => {
    const asked = { sort: 'dueDate', order: 'asc', ...list, ...page } as const
    const { data, pagination } = await tasksPage(ctx, viewer, asked)
    return { rows: data.length, next: pagination.next_cursor ?? undefined }
  },
})

const boarded = (name: ViewerName, group: string, asked: Board): ListRequest => {
  const columns = asked.column ? 1 : BOARD_COLUMNS.length
  const indexed = isIndexed({ sort: 'dueDate', ...asked }) && !isHiddenFrom(name, asked, false)
  return {
    group,
    name: nameOf(asked),
    most: (branches, statement) =>
      statement.trimStart().startsWith('with')
        ? rowsAnd(columns * (indexed ? CARDS + 1 : MAX_SCANNED))(branches, statement)
        : rowsAnd(columns * (MAX_COUNTED + 1))(branches, statement),
    further: asked.column ? 'next' : 'none',
    ask: async (ctx, viewer, { cursor }) => {
      const { data } = await tasksBoard(ctx, viewer, { ...asked, cursor })
      return {
        rows: data.reduce((sum, { tasks }) => sum + tasks.length, 0),
        next: data[0]?.next_cursor ?? undefined,
      }
    },
  }
}

/** What lists and board narrow by; the last two find little or nothing. */
function filters(world: GrowthWorld): Pick<List, 'priority' | 'type' | 'workflow' | 'search'>[] {
  const [limited] = world.workflows
  return [
    {},
    { priority: ['urgent'] },
    { priority: ['urgent', 'high'] },
    { type: ['approval'] },
    { type: ['approval', 'query'] },
    { priority: ['high'], type: ['manual'] },
    { workflow: WorkflowId.parse(world.workflows.at(-1)) },
    { search: 'invoice' },
    { workflow: WorkflowId.parse(limited) },
    { search: 'nowhere' },
    { search: 'PUR-12-3' },
  ]
}

/** Every list, column, count and queue of tasks. */
export const askTasks =
  (world: GrowthWorld, giant: string): RequestsOf =>
  (name, viewer) => {
    const every = filters(world)
    const [, ...narrower] = every
    const few = [...combined(FEW_STATES, FEW_ORDERS), ...combined(BY_DATE_OR_NAME, narrower)]
    const [desk, limiting] = world.teams
    const within = (group: string, scope: List, foreign = false) =>
      few.map((list) => listed(name, group, { ...list, ...scope }, foreign))
    const columns: Board[] = BOARD_COLUMNS.map((column: BoardColumn) => ({ column }))
    const board = (group: string, scope: Partial<Board>) =>
      [...every, ...columns].map((asked) => boarded(name, group, { ...asked, ...scope }))
    return [
      ...[...combined(STATES, ORDERS), ...combined(combined(TWO_STATES, ORDERS), narrower)].map((list) =>
        listed(name, isIndexed(list) ? 'tasks, any state and order' : 'tasks, what no index answers', list),
      ),
      ...within('own work (home)', { assigned_to: viewer.user.username }),
      ...within('somebody’s work', { assigned_to: name === 'half' ? 'owner' : 'half' }),
      ...within('own queues (home)', { queue: 'mine' }),
      ...within('a team’s queue', { queue: desk }),
      ...within('a limited team’s queue', { queue: limiting }, name === 'none'),
      ...within('an instance of 2,503 tasks', { instance: InstanceId.parse(giant) }),
      ...board('board and columns', {}),
      ...board('board of own work', { assigned_to: viewer.user.username }),
      {
        group: 'counts of own work (home)',
        name: 'counts',
        most: inEach(MAX_COUNTED + 1),
        perLookup: MAX_COUNTED + 1,
        further: 'none',
        ask: async (ctx, by) => ownCounts(ctx, by).then(() => ({ rows: 1, next: undefined })),
      },
      {
        group: 'what somebody would leave behind',
        name: 'open work',
        most: inEach(MAX_COUNTED),
        further: 'none',
        ask: async (ctx, by) => openWork(ctx, by, world.members[1] ?? '').then(() => ({ rows: 1, next: undefined })),
      },
    ]
  }
