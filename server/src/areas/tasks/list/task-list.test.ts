import { randomUUID } from 'node:crypto'
import type { Input } from '@throughline/contracts/endpoint'
import { boardTasks, countTasks, exportTasks, listTasks } from '@throughline/contracts/tasks'
import { setWorkflowAccess } from '@throughline/contracts/workflows'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApi, signIn } from '../../../../test/api.ts'
import { makeMember, makeTeam } from '../../../../test/factories.ts'
import { makeInstance, makeTask, makeWorkflow, type TaskSpec } from '../../../../test/running-world.ts'
import { makeSomeone, unique } from '../../../../test/someone.ts'
import { verdict } from '../../../../test/verdict.ts'
import { createWorld } from '../../../../test/world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'

const api = await sharedApi()
const world = await createWorld(api)
const { ours, actors } = world
const { ctx } = api
const hour = (n: number) => new Date(Date.now() + n * 3_600_000)
const workflow = await makeWorkflow(ctx, ours)
const instance = await makeInstance(ctx, ours.tenantId, workflow, { name: 'Desk for Ada' })
let step = 0
/** Each in a run of its own, so that a test has as many tasks as it wants. */
const task = (spec: TaskSpec, of = instance) => {
  step += 1
  return makeTask(ctx, ours.tenantId, of, { round: step, ...spec })
}
const { personId, username, email } = await makeSomeone(ctx, { username: unique('maya'), name: 'Maya Okafor' })
const maya = await makeMember(ctx, ours, { personId, name: 'Maya Okafor', email, role: 'member' })
const mine = await signIn(api, username)
const { client } = actors.member

const names = async (query: Input<typeof listTasks>['query'], who = client) => {
  const { data } = await who(listTasks, { query })
  return data.map(({ name }) => name)
}

beforeAll(async () => {
  await task({ name: 'Überweisung prüfen', due: hour(-2), priority: 3 })
  await task({ name: 'Call the vendor', due: hour(5), priority: 0, assignedTo: maya })
  await task({ name: 'Begun', status: 'in_progress', due: hour(30), priority: 1, assignedTo: maya })
  await task({ name: 'Look over it', status: 'review', due: hour(3), assignedTo: ours.ownerId, reviewer: maya })
  await task({ name: 'Broken', type: 'automated', status: 'failed', problem: 'No answer', due: hour(60) })
  await task({ name: 'Done', status: 'completed', due: hour(-50), assignedTo: maya })
  await task({ name: 'Undated' })
  await task({ name: 'Not wanted', status: 'cancelled', due: hour(1) })
  await task({ name: 'In the queue', team: ours.teamId, due: hour(8) })
  await task({ name: 'To approve', type: 'approval', due: hour(2), seats: [{ member: maya }] })
})

describe('the list', () => {
  test('shows what is not completed, in the order of its dates, undated last', async () => {
    expect(await names({})).toEqual([
      'Überweisung prüfen',
      'To approve',
      'Look over it',
      'Call the vendor',
      'In the queue',
      'Begun',
      'Broken',
      'Undated',
    ])
    expect(await names({ status: 'pending_only' })).toEqual(await names({}))
  })

  test.each([
    ['pending', ['To approve', 'Call the vendor', 'In the queue', 'Broken', 'Undated']],
    ['overdue', ['Überweisung prüfen']],
    ['in_progress', ['Begun']],
    ['review', ['Look over it']],
    ['completed', ['Done']],
    ['pending,overdue', ['Überweisung prüfen', 'To approve', 'Call the vendor', 'In the queue', 'Broken', 'Undated']],
    ['overdue,completed', ['Done', 'Überweisung prüfen']],
  ])('under %s stands what is shown so', async (status, expected) => {
    expect(await names({ status })).toEqual(expected)
  })

  test('is ordered by name, priority and type, both ways, page after page', async () => {
    for (const sort of ['dueDate', 'title', 'priority', 'type'] as const) {
      const up = await names({ sort })
      expect((await names({ sort, order: 'desc' })).toReversed()).toEqual(up)
      const paged: string[] = []
      let cursor: string | undefined
      do {
        const page = await client(listTasks, { query: { sort, limit: 3, ...(cursor && { cursor }) } })
        paged.push(...page.data.map(({ name }) => name))
        cursor = page.pagination.next_cursor ?? undefined
      } while (cursor)
      expect(paged).toEqual(up)
    }
    expect((await names({ sort: 'title' }))[0]).toBe('Begun')
    expect((await names({ sort: 'priority' })).slice(0, 2)).toEqual(['Call the vendor', 'Begun'])
  })

  test('a cursor fits its own list only', async () => {
    const page = await client(listTasks, { query: { limit: 2 } })
    const cursor = page.pagination.next_cursor ?? ''
    expect(await verdict(client(listTasks, { query: { limit: 2, cursor, sort: 'title' } }))).toBe('400 invalid_cursor')
    expect(await verdict(client(listTasks, { query: { cursor: 'bm90IG1pbmU' } }))).toBe('400 invalid_cursor')
  })

  test('is narrowed by priority, type, workflow, words and keys', async () => {
    expect(await names({ priority: 'urgent,high' })).toEqual(['Call the vendor', 'Begun'])
    expect(await names({ type: 'approval,automated' })).toEqual(['To approve', 'Broken'])
    expect(await names({ priority: 'medium', type: 'approval', sort: 'title' })).toEqual(['To approve'])
    expect(await names({ search: 'uber' })).toEqual(['Überweisung prüfen'])
    expect(await names({ search: 'VEND' })).toEqual(['Call the vendor'])
    expect(await names({ search: 'endor' })).toEqual([])
    const [row] = (await client(listTasks, { query: { search: 'vendor' } })).data
    expect(await names({ search: row?.key })).toEqual(['Call the vendor'])
    expect((await names({ search: row?.instance_key })).length).toBe(8)
    expect((await names({ workflow })).length).toBe(8)
  })

  test('of an instance holds all its tasks', async () => {
    expect(await names({ instance })).toHaveLength(10)
    expect(await names({ instance: '0197a0b0-0000-7000-8000-000000000000' })).toEqual([])
  })

  test('says all that a row shows', async () => {
    const [row] = (await client(listTasks, { query: { search: 'vendor' } })).data
    expect(row).toMatchObject({
      task_type_display: 'Manual',
      status: 'pending',
      priority: 'urgent',
      instance_name: 'Desk for Ada',
      assigned_to: username,
      assignee: { id: maya, name: 'Maya Okafor', username },
      workflow: { id: workflow },
      comment_count: 0,
      mine: null,
    })
    expect(row?.key).toMatch(/^PUR\d*-1-\d+$/)
    const [own] = (await mine.client(listTasks, { query: { search: 'vendor' } })).data
    expect(own?.mine).toBe('assignee')
    const [queued] = (await client(listTasks, { query: { search: 'queue' } })).data
    expect(queued).toMatchObject({ mine: 'queue', queue: { kind: 'team', id: ours.teamId, name: 'Our team' } })
  })
})

describe('one’s own work', () => {
  const theirs = ['To approve', 'Look over it', 'Call the vendor', 'Begun']

  test('is what one is asked to do now', async () => {
    expect(await names({ assigned_to: username }, mine.client)).toEqual(theirs)
    expect(await names({ assigned_to: username.toUpperCase() })).toEqual(theirs)
    expect(await names({ assigned_to: username, sort: 'title' })).toEqual([
      'Begun',
      'Call the vendor',
      'Look over it',
      'To approve',
    ])
    expect(await names({ assigned_to: username, status: 'completed' })).toEqual(['Done'])
    expect(await names({ assigned_to: 'nobody-here' })).toEqual([])
  })

  test('is counted, with what waits in one’s queues', async () => {
    const { data } = await mine.client(countTasks)
    expect(data).toMatchObject({ pending: 2, in_progress: 1, review: 1, overdue: 0, queue: 0 })
    expect((await client(countTasks)).data.queue).toBe(1)
  })

  test('a queue shows its own people what waits in it', async () => {
    expect(await names({ queue: 'mine' })).toEqual(['In the queue'])
    expect(await names({ queue: 'mine' }, mine.client)).toEqual([])
    expect(await names({ queue: ours.teamId }, mine.client)).toEqual(['In the queue'])
  })
})

describe('the board', () => {
  test('has five columns, each with what is shown so and how many there are', async () => {
    const { data } = await client(boardTasks, { query: {} })
    expect(data.map(({ column, count, tasks }) => [column, count, tasks.length])).toEqual([
      ['pending', 5, 5],
      ['in_progress', 1, 1],
      ['review', 1, 1],
      ['overdue', 1, 1],
      ['completed', 1, 1],
    ])
    expect((await client(boardTasks, { query: { assigned_to: username } })).data.map(({ count }) => count)).toEqual([
      2, 1, 1, 0, 1,
    ])
    expect((await client(boardTasks, { query: { search: 'vendor' } })).data.map(({ count }) => count)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })

  test('pages each column alone', async () => {
    for (let n = 0; n < 25; n++) await task({ name: `More ${n}`, status: 'in_progress', due: hour(100 + n) })
    const [column] = (await client(boardTasks, { query: { column: 'in_progress' } })).data
    expect(column).toMatchObject({ count: 26, capped: false })
    expect(column?.tasks).toHaveLength(20)
    const cursor = column?.next_cursor ?? ''
    const [rest] = (await client(boardTasks, { query: { column: 'in_progress', cursor } })).data
    expect(rest?.tasks).toHaveLength(6)
    expect(rest?.next_cursor).toBeNull()
    expect(await verdict(client(boardTasks, { query: { cursor } }))).toBe('422 invalid_request')
  })
})

describe('whoever may not see a workflow', () => {
  const makeHidden = async () => {
    const workflowId = await makeWorkflow(ctx, ours)
    await actors.owner.client(setWorkflowAccess, {
      params: { workflowId },
      body: { visibility: 'limited', team_ids: [ours.teamId], member_ids: [] },
    })
    return workflowId
  }

  test('finds none of its tasks anywhere, but those they have a part in', async () => {
    const hidden = await makeHidden()
    const secret = await makeInstance(ctx, ours.tenantId, hidden)
    await task({ name: 'Secret one', due: hour(4) }, secret)
    await task({ name: 'Secret but theirs', due: hour(5), assignedTo: maya }, secret)
    expect(await names({ search: 'secret' })).toEqual(['Secret one', 'Secret but theirs'])
    expect(await names({ search: 'secret' }, mine.client)).toEqual(['Secret but theirs'])
    expect(await names({ instance: secret }, actors.outsider.client)).toEqual([])
    expect(await names({ assigned_to: username, search: 'secret' }, actors.outsider.client)).toEqual([])
    const [pending] = (await actors.outsider.client(boardTasks, { query: { column: 'pending' } })).data
    expect(pending?.count).toBe(5)
  })

  test('nor is what they started of it counted', async () => {
    const startedBy = actors.outsider.user.member_id
    await makeInstance(ctx, ours.tenantId, workflow, { startedBy })
    await makeInstance(ctx, ours.tenantId, await makeHidden(), { startedBy })
    expect((await actors.outsider.client(countTasks)).data.started).toBe(1)
  })

  test('nor those of an instance that is narrowed to others', async () => {
    const narrow = await makeInstance(ctx, ours.tenantId, workflow, { narrowed: true })
    await task({ name: 'Narrowed', assignedTo: maya }, narrow)
    expect(await names({ search: 'narrowed' })).toEqual([])
    expect(await names({ search: 'narrowed' }, mine.client)).toEqual(['Narrowed'])
  })

  test('another tenant has none of it', async () => {
    expect(await names({}, actors.other_admin.client)).toEqual([])
    expect(await names({ instance }, actors.other_admin.client)).toEqual([])
    const team = await makeTeam(ctx, world.theirs.tenantId, 'Another')
    expect(await names({ queue: team })).toEqual([])
  })
})

test('a task of a step that runs for each of a list is told apart by its item', async () => {
  const trip = await makeInstance(ctx, ours.tenantId, workflow, { name: 'Trip' })
  const list = ['Laptop', { amount: 5, title: 'Monitor' }, maya, randomUUID(), 7]
  await inTenant(ctx, { tenantId: ours.tenantId }, ({ db }) =>
    sql`update instance_state set lists = ${JSON.stringify({ 'ask:1': list })}::jsonb
      where tenant_id = ${ours.tenantId} and instance_id = ${trip}`.execute(db),
  )
  for (const item of list.keys()) await makeTask(ctx, ours.tenantId, trip, { item })
  const { data } = await client(listTasks, { query: { instance: trip } })
  const items = new Set(data.map(({ item_name }) => item_name))
  expect(items).toEqual(new Set(['Laptop', 'Monitor', 'Maya Okafor', '#4', '7']))
  expect((await client(listTasks, { query: { instance } })).data.map(({ item_name }) => item_name)).not.toContain('#1')
})

test('what the filter shows is exported as CSV to its end, and that is in the audit log', async () => {
  const many = await makeInstance(ctx, ours.tenantId, workflow, { name: 'Many, and =more' })
  for (let n = 0; n < 103; n++) await makeTask(ctx, ours.tenantId, many, { round: n + 1, name: `No. ${n}` })
  const { visitor } = actors.member
  const answer = await visitor.fetch(`${visitor.origin}${exportTasks.path}?instance=${many}&sort=title`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="tasks-\d{4}-\d\d-\d\d\.csv"$/)
  const lines = (await answer.text()).split('\r\n').slice(0, -1)
  expect(lines).toHaveLength(104)
  expect(lines[0]).toContain('Key,Title,Type,Status,Assignee,Due Date,Priority,Workflow,Instance')
  expect(lines[1]).toContain('"Many, and =more"')
  const { rows } = await api.database.admin((db) =>
    db.query(`select 1 from audit_pending where tenant_id = $1 and act = 'tasks.exported'`, [ours.tenantId]),
  )
  expect(rows).toHaveLength(1)
})
