import { MemberId, TenantId } from '@throughline/contracts/ids'
import { BOARD_COLUMNS } from '@throughline/contracts/tasks'
import { afterAll, describe, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect.ts'
import { createTestDatabase } from '../../../../test/database.ts'
import { BUSY, putManyTasks, QUEUE } from '../../../../test/many-tasks.ts'
import { planOf, readsTooMuch } from '../../../../test/query-plan.ts'
import { OURS } from '../../../../test/tenancy/samples.ts'
import { MEMBERS } from '../../../../test/visibility/many-instances.ts'
import { boundKysely } from '../../../core/db/bound-kysely.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { findDetail, queriesAbout, seatsOfTask } from '../detail/detail.queries.ts'
import { countOpenWork, openTasksOfMember } from '../handover/open-work.queries.ts'
import { isTaskVisible } from '../task-visibility.ts'
import { countOwn, countScans, MAX_COUNTED } from './counts.queries.ts'
import { freeFilter, UNFINISHED } from './task-filter.ts'
import { taskPages } from './task-rows.queries.ts'
import { all, type ByState, MAX_SCANNED, type Scan, scanNext, scanPerson, scanQueues, scanStates } from './task-scan.ts'

const INSTANCES = 20_000
/** The newest, all of limited workflows. */
const HIDDEN = 1000
const LIMIT = 50
/** What a row of a list costs beside the row itself: its instance, workflow, people, queue, part, comments and files. */
const PER_ROW = 25
/** Of a branch: down an index, once more into the table. */
const PER_BRANCH = 5

const database = await createTestDatabase()
await database.admin((admin) => putManyTasks(admin, INSTANCES, HIDDEN))
const client = await connectAs('tl_api', database.name)
await client.query(`begin; set local app.tenant = '${OURS.tenant}'`)
afterAll(async () => {
  await client.end()
  await database.drop()
})

const { tenant } = OURS
const visibilityOf = (member: string) => {
  const db = boundKysely(client, { over: false })
  const scope = { memberId: MemberId.parse(member), user: { is_admin: false } }
  return visibleTo({ db, tenantId: TenantId.parse(tenant) }, scope)
}
const sees = async (member: string) => isTaskVisible(await visibilityOf(member), tenant, member)
const by = (more: Partial<ByState> = {}): ByState => ({
  shown: UNFINISHED,
  sort: 'dueDate',
  direction: 'asc',
  priorities: undefined,
  types: undefined,
  after: undefined,
  ...more,
})
const planned = (scans: readonly Scan[], limit = LIMIT) =>
  planOf(client, (db) => taskPages(db, tenant, BUSY, scans, limit))
const read = async (scan: Scan, limit = LIMIT) => {
  const [page] = await taskPages(boundKysely(client, { over: false }), tenant, BUSY, [scan], limit)
  if (!page) throw new Error('a scan has a page')
  return page
}

/** Whoever sees nearly all: what is filtered out is little. */
const seesMost = await sees(MEMBERS.all)

describe(`${INSTANCES * 3} tasks: a page reads its rows and no more`, () => {
  const LISTS: [string, Partial<ByState>, branches: number][] = [
    ['open, by date', {}, 1],
    ['open, by date, backwards', { direction: 'desc' }, 1],
    ['overdue', { shown: ['overdue'] }, 1],
    ['pending', { shown: ['pending'] }, 2],
    ['completed', { shown: ['completed'], direction: 'desc' }, 1],
    ['pending and overdue', { shown: ['pending', 'overdue'] }, 4],
    ['open, by name', { sort: 'title' }, 4],
    ['open, by priority', { sort: 'priority' }, 4],
    ['open, by type', { sort: 'type', direction: 'desc' }, 4],
    ['open and urgent or high', { priorities: [0, 1] }, 8],
    ['open approvals', { types: ['approval'] }, 4],
    ['open approvals and automations, by type', { types: ['approval', 'automated'], sort: 'type' }, 4],
    ['urgent or low, by priority, backwards', { priorities: [0, 3], sort: 'priority', direction: 'desc' }, 4],
    ['pending, urgent or low, by priority', { shown: ['pending'], priorities: [0, 3], sort: 'priority' }, 2],
    ['pending approvals, by type', { shown: ['pending'], types: ['approval'], sort: 'type' }, 2],
    ['everything', { shown: [...BOARD_COLUMNS] }, 5],
  ]

  test.each(LISTS)('%s', async (_, more, branches) => {
    const scan = scanStates(tenant, by(more), seesMost)
    expect(scan.branches).toHaveLength(branches)
    const plan = await planned([scan])
    expect(plan.buffers).toBeLessThanOrEqual((LIMIT + 1) * PER_ROW + branches * PER_BRANCH)
    const { next } = await read(scan)
    const deep = await planned([scanStates(tenant, by({ ...more, after: next }), seesMost)])
    expect(deep.rows).toBe(LIMIT + 1)
    expect([...plan.accesses, ...deep.accesses].filter(readsTooMuch)).toEqual([])
    expect(deep.buffers).toBeLessThanOrEqual((LIMIT + 1) * PER_ROW + branches * PER_BRANCH)
  })

  test.each<[string, Partial<ByState>]>([
    ['overdue, the latest first', { shown: ['overdue'], direction: 'desc' }],
    ['pending, the next first', { shown: ['pending'] }],
  ])('%s: a page far behind begins at its place, not where the range does', async (_, more) => {
    const { next } = await read(scanStates(tenant, by(more), seesMost), 1_500)
    const far = await planned([scanStates(tenant, by({ ...more, after: next }), seesMost)])
    expect(far.rows).toBe(LIMIT + 1)
    expect(far.accesses.filter(readsTooMuch)).toEqual([])
  })

  test('somebody’s own work, by date and in any other order', async () => {
    const plan = await planned([scanPerson(tenant, BUSY, by(), undefined)])
    expect(plan.indexes).toContain('task_people_mine')
    expect(plan.buffers).toBeLessThanOrEqual((LIMIT + 1) * (PER_ROW + 5) + 4 * PER_BRANCH)
    const sorted = await planned([scanPerson(tenant, BUSY, by({ sort: 'title' }), undefined)])
    expect(sorted.buffers).toBeLessThanOrEqual(LIMIT * PER_ROW + MAX_SCANNED * 6)
  })

  test('what somebody is asked next', async () => {
    const { rows } = await read(scanPerson(tenant, BUSY, by(), undefined), 1)
    const plan = await planned([scanNext(tenant, BUSY, rows[0]?.id ?? '')], 1)
    expect(plan.indexes).toContain('task_people_mine')
    expect(plan.accesses.filter(readsTooMuch)).toEqual([])
    expect(plan.buffers).toBeLessThanOrEqual(4 * 20 * PER_BRANCH + 2 * PER_ROW)
  })

  test('a queue', async () => {
    const plan = await planned([scanQueues(tenant, [{ column: 'team_id', id: QUEUE }], by(), undefined)])
    expect(plan.buffers).toBeLessThanOrEqual((LIMIT + 1) * PER_ROW + PER_BRANCH)
  })

  test('the board', async () => {
    const columns = BOARD_COLUMNS.map((column) => scanStates(tenant, by({ shown: [column] }), seesMost))
    const plan = await planned(columns, 20)
    expect(plan.buffers).toBeLessThanOrEqual(5 * 21 * PER_ROW + 6 * PER_BRANCH)
    const counts = await planOf(client, (db) => countScans(db, tenant, columns))
    expect(counts.buffers).toBeLessThanOrEqual(5 * (MAX_COUNTED + 1) * 2)
  })
})

describe('where much is filtered out a page looks at no more than its bound', () => {
  test('nothing is found', async () => {
    const nothing = freeFilter(tenant, { search: 'nowhere' })
    const scan = scanStates(tenant, by(), all([nothing, seesMost]))
    const plan = await planned([scan])
    expect(plan.buffers).toBeLessThanOrEqual(MAX_SCANNED * 2)
    const { rows, next } = await read(scan)
    expect(rows).toEqual([])
    expect(next).toHaveLength(2)
    const further = await read(scanStates(tenant, by({ after: next }), all([nothing, seesMost])))
    expect(further.next?.[0]?.localeCompare(next?.[0] ?? '')).toBe(1)
  })

  test('most of it is hidden', async () => {
    const scan = scanStates(tenant, by(), await sees(MEMBERS.none))
    const plan = await planned([scan])
    expect(plan.rows).toBe(LIMIT + 1)
    expect(plan.buffers).toBeLessThanOrEqual(LIMIT * PER_ROW + MAX_SCANNED * 8)
  })
})

test('counts of one’s own work and of what somebody leaves behind stop at their bound', async () => {
  const visible = await visibilityOf(BUSY)
  const own = await planOf(client, (db) => countOwn(db, tenant, BUSY, new Date(), visible))
  expect(own.buffers).toBeLessThanOrEqual(5 * MAX_COUNTED)
  const left = await planOf(client, (db) => countOpenWork(db, tenant, BUSY))
  expect(left.buffers).toBeLessThanOrEqual(5 * MAX_COUNTED * 4)
  const first = await planOf(client, (db) => openTasksOfMember(db, tenant, BUSY, undefined, 200))
  expect(first.indexes.every((name) => !name.includes('pkey') || name.startsWith('task_seats'))).toBe(true)
})

test('what a task’s page asks of it reads a few rows, whatever else there is', async () => {
  const { rows } = await client.query<{ id: string }>('select id from tasks where tenant_id = $1 limit 1', [tenant])
  const id = rows[0]?.id ?? ''
  const plans = [
    await planOf(client, (db) => findDetail(db, tenant, id, BUSY)),
    await planOf(client, (db) => queriesAbout(db, tenant, id)),
    await planOf(client, (db) => seatsOfTask(db, tenant, id, BUSY)),
  ]
  expect(Math.max(...plans.map(({ read: found }) => found))).toBeLessThanOrEqual(10)
})
