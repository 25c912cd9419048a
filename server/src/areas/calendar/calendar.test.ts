import { getCalendar } from '@throughline/contracts/calendar'
import type { Input } from '@throughline/contracts/endpoint'
import { setWorkflowAccess } from '@throughline/contracts/workflows'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApi, signIn } from '../../../test/api.ts'
import { makeMember } from '../../../test/factories.ts'
import { makeInstance, makeTask, makeWorkflow, RUNNING_DOCUMENT, type TaskSpec } from '../../../test/running-world.ts'
import { makeSchedule } from '../../../test/schedules.ts'
import { makeSomeone, unique } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'

const api = await sharedApi()
const world = await createWorld(api)
const { ours, actors } = world
const { ctx } = api
const { client } = actors.member
const DAY = 86_400_000
const noon = (days: number) => new Date(Math.floor(Date.now() / DAY) * DAY + days * DAY + DAY / 2)
const dayOf = (days: number) => noon(days).toISOString().slice(0, 10)
const [FROM, TO] = [dayOf(-20), dayOf(20)]

const document = (category: string) => ({ ...RUNNING_DOCUMENT, metadata: { version: '1.0', category } })
const invoices = await makeWorkflow(ctx, ours, document('invoice'))
const hidden = await makeWorkflow(ctx, ours, document('product'))
const { personId, username, email } = await makeSomeone(ctx, { username: unique('maya'), name: 'Maya Okafor' })
const maya = await makeMember(ctx, ours, { personId, name: 'Maya Okafor', email, role: 'member' })
const hers = await signIn(api, username)

const dueOn = (id: string, days: number, more: { status?: string; completed?: Date } = {}) =>
  inTenant(ctx, { tenantId: ours.tenantId }, ({ db }) =>
    sql`update instances set due_date = ${dayOf(days)}::date, due_sort = ${noon(days)},
        status = coalesce(${more.status ?? null}, status), completed_at = ${more.completed ?? null}
      where tenant_id = ${ours.tenantId} and id = ${id}`.execute(db),
  )

let round = 0
const task = (of: string, spec: TaskSpec) => {
  round += 1
  return makeTask(ctx, ours.tenantId, of, { round, ...spec })
}

interface Crowd {
  at: Date
  name: string
  status?: string
  count?: number
}

/** Tasks of an instance, more than are counted of a day unless said otherwise. */
const putCrowd = (instance: string, { at, name, status = 'pending', count = 1_001 }: Crowd) =>
  inTenant(ctx, { tenantId: ours.tenantId }, ({ db }) =>
    sql`insert into tasks (tenant_id, instance_id, workflow_id, number, step, round, name, task_type, status, completed_at,
        due_date, due_sort)
      select tenant_id, id, workflow_id, n, 'crowd', n, ${name}, 'manual', ${status},
        case when ${status} = 'completed' then now() end, ${at.toISOString().slice(0, 10)}::date, ${at}
      from instances, generate_series(1, ${count}::int) n where tenant_id = ${ours.tenantId} and id = ${instance}`.execute(
      db,
    ),
  )

/** All tasks of an instance. */
const assign = (instance: string, memberId: string) =>
  inTenant(ctx, { tenantId: ours.tenantId }, ({ db }) =>
    sql`with given as (update tasks set assigned_to = ${memberId} where tenant_id = ${ours.tenantId} and instance_id = ${instance}
        returning tenant_id, id, status, due_sort, priority)
      insert into task_people (tenant_id, task_id, part, member_id, status, due_sort, priority)
      select tenant_id, id, 'assignee', ${memberId}, status, due_sort, priority from given`.execute(db),
  )

const read = async (query: Partial<Input<typeof getCalendar>['query']> = {}, who = client) =>
  (await who(getCalendar, { query: { from: FROM, to: TO, ...query } })).data

/** What stands on the days, as "day: title status". */
const shown = async (query: Partial<Input<typeof getCalendar>['query']> = {}, who = client) =>
  (await read(query, who)).days.flatMap(({ day, items }) =>
    items.map(
      ({ title, status }) => `${Math.round((Date.parse(day) - Date.parse(dayOf(0))) / DAY)}: ${title} ${status}`,
    ),
  )

beforeAll(async () => {
  const desk = await makeInstance(ctx, ours.tenantId, invoices, { name: 'Desk', startedBy: maya })
  await dueOn(desk, 5)
  await task(desk, { name: 'Match it', due: noon(-3), assignedTo: maya })
  await task(desk, { name: 'Begun', due: noon(2), status: 'in_progress' })
  await task(desk, { name: 'Ask', due: noon(3) })
  await task(desk, { name: 'Paid', due: noon(-4), status: 'completed' })
  await task(desk, { name: 'Dropped', due: noon(2), status: 'cancelled' })
  await task(desk, { name: 'Some day' })
  const waiting = await makeInstance(ctx, ours.tenantId, invoices, { name: 'Not begun' })
  await dueOn(waiting, 7)
  const gone = await makeInstance(ctx, ours.tenantId, invoices, { name: 'Trashed' })
  await dueOn(gone, 7)
  await inTenant(ctx, { tenantId: ours.tenantId }, ({ db }) =>
    sql`update instances set deleted_at = now() where tenant_id = ${ours.tenantId} and id = ${gone}`.execute(db),
  )
  const secret = await makeInstance(ctx, ours.tenantId, hidden, { name: 'Secret launch' })
  await dueOn(secret, 6)
  await task(secret, { name: 'Secret task', due: noon(6) })
  await task(secret, { name: 'Hers in secret', due: noon(6), assignedTo: maya })
  const narrow = await makeInstance(ctx, ours.tenantId, invoices, { name: 'Narrowed', narrowed: true })
  await dueOn(narrow, 8)
  await task(narrow, { name: 'Hers, narrowed', due: noon(8), assignedTo: maya })
  await actors.owner.client(setWorkflowAccess, {
    params: { workflowId: hidden },
    body: { visibility: 'limited', member_ids: [ours.ownerId] },
  })
})

const HERS = [
  '-4: Paid completed',
  '-3: Match it overdue',
  '2: Begun in_progress',
  '3: Ask on_track',
  '5: Desk on_track',
  '7: Not begun pending',
]

describe('the days', () => {
  test('show what is due on them and how it stands, as far as the viewer may see it', async () => {
    expect(await shown()).toEqual(HERS)
    expect(await shown({}, hers.client)).toEqual([
      ...HERS.slice(0, 5),
      '6: Hers in secret on_track',
      '7: Not begun pending',
      '8: Hers, narrowed on_track',
      '8: Narrowed on_track',
    ])
  })

  test('show only what the viewer has a part in, if that is wanted', async () => {
    expect(await shown({ mine: 'true' }, hers.client)).toEqual([
      '-3: Match it overdue',
      '5: Desk on_track',
      '6: Hers in secret on_track',
      '8: Hers, narrowed on_track',
      '8: Narrowed on_track',
    ])
    expect(await shown({ mine: 'true' })).toEqual([])
  })

  test('are filtered by kind, status and category, and the counts with them', async () => {
    expect(await shown({ kind: 'instance' })).toEqual(['5: Desk on_track', '7: Not begun pending'])
    expect(await shown({ status: 'overdue,completed' })).toEqual(HERS.slice(0, 2))
    expect(await shown({ status: ',' })).toEqual([])
    expect(await shown({ without_type: 'invoice' })).toEqual([])
    expect((await read()).types).toEqual([{ type: 'invoice', count: 6 }])
    expect((await read({ status: 'overdue', without_type: 'invoice' })).types).toEqual([{ type: 'invoice', count: 1 }])
  })

  test('are filtered by any number of categories', async () => {
    const types = Array.from({ length: 60 }, (_, n) => `Category ${n}`)
    expect(await shown({ without_type: types.join() })).toEqual(HERS)
  })

  test('say alone what is still open from before, as far as the viewer may see it', async () => {
    const stillOpen = async (who = client) => {
      const { still_open } = await read({ from: dayOf(9), to: dayOf(9), kind: 'instance' }, who)
      return { ...still_open, items: still_open?.items.map(({ title }) => title) }
    }
    const items = ['Match it', 'Begun', 'Ask']
    expect(await stillOpen()).toEqual({ items, count: 3, capped: false })
    expect(await stillOpen(hers.client)).toEqual({ items: [...items, 'Hers in secret'], count: 5, capped: false })
    expect((await read()).still_open).toBeNull()
  })

  test('show the first of many and count all of them', async () => {
    const many = await makeInstance(ctx, ours.tenantId, invoices, { name: 'Many' })
    for (let n = 0; n < 9; n++) await task(many, { name: `Many ${n}`, due: noon(15) })
    const { days } = await read({ from: dayOf(15), to: dayOf(15), kind: 'task' })
    expect(days).toMatchObject([{ count: 9, capped: false, items: { length: 6 } }])
    const { days: more } = await read({ from: dayOf(15), to: dayOf(15), kind: 'task', limit: '100' })
    expect(more[0]?.items).toHaveLength(9)
  })

  test('show what is wanted behind a thousand that are done, and say where none of so many fit', async () => {
    const crowd = await makeInstance(ctx, ours.tenantId, invoices, { name: 'Crowd' })
    await putCrowd(crowd, { at: noon(-15), name: 'Done', status: 'completed' })
    await task(crowd, { name: 'Behind them', due: new Date(noon(-15).getTime() + DAY / 24) })
    const day = { from: dayOf(-15), to: dayOf(-15) }
    expect(await shown({ ...day, status: 'overdue' })).toEqual(['-15: Behind them overdue'])
    const { days } = await read({ ...day, without_type: 'invoice' })
    expect(days).toEqual([{ day: dayOf(-15), kind: 'task', count: 0, capped: true, items: [] }])
  })

  test('show a person’s own work behind much restricted work of others and much that is done', async () => {
    const [day, hour] = [noon(17), DAY / 24]
    const before = new Date(day.getTime() - 2 * hour)
    for (let n = 0; n < 110; n++) {
      const theirs = await makeInstance(ctx, ours.tenantId, invoices, { name: `Theirs ${n}`, narrowed: true })
      await dueOn(theirs, 17)
      await task(theirs, { name: 'Theirs', due: before })
    }
    const own = await makeInstance(ctx, ours.tenantId, invoices, { name: 'Hers of many', narrowed: true })
    await dueOn(own, 17)
    await task(own, { name: 'Hers behind many', due: day, assignedTo: maya })
    await task(own, { name: 'Beside hers', due: day })
    const secret = await makeInstance(ctx, ours.tenantId, hidden, { name: 'Secret files' })
    for (let n = 0; n < 205; n++)
      await task(secret, { name: `Done ${n}`, due: noon(18), status: 'completed', assignedTo: maya })
    await task(secret, { name: 'Not done', due: noon(19), assignedTo: maya })
    const range = { from: dayOf(17), to: dayOf(19), status: 'on_track' }
    expect((await shown(range, hers.client)).toSorted()).toEqual([
      '17: Beside hers on_track',
      '17: Hers behind many on_track',
      '17: Hers of many on_track',
      '19: Not done on_track',
    ])
    expect(await shown({ ...range, mine: 'true' }, hers.client)).toEqual([
      '17: Hers behind many on_track',
      '17: Hers of many on_track',
      '19: Not done on_track',
    ])
    expect(await shown(range)).toEqual([])
  })

  test('show a person’s own work in hidden workflows behind much of theirs that everybody sees', async () => {
    const open = await makeInstance(ctx, ours.tenantId, invoices, { name: 'Hers in the open' })
    await putCrowd(open, { at: noon(11), name: 'Open', count: 205 })
    await assign(open, maya)
    const secret = await makeInstance(ctx, ours.tenantId, hidden, { name: 'Secret desk' })
    await task(secret, { name: 'Hers behind hers', due: noon(12), assignedTo: maya })
    const range = { from: dayOf(11), to: dayOf(12) }
    expect(await shown({ ...range, limit: '1' }, hers.client)).toEqual([
      '11: Open on_track',
      '12: Hers behind hers on_track',
    ])
    const { days } = await read(range, hers.client)
    expect(days.map(({ count }) => count)).toEqual([205, 1])
    const { still_open } = await read({ from: dayOf(13), to: dayOf(13) }, hers.client)
    const { still_open: others } = await read({ from: dayOf(13), to: dayOf(13) })
    // The three of hers in workflows that the others may not see, and what is narrowed.
    expect((still_open?.count ?? 0) - (others?.count ?? 0)).toBe(3)
  })

  test('are a bounded range in order', async () => {
    expect(await verdict(client(getCalendar, { query: { from: FROM, to: dayOf(30) } }))).toMatch(/^422/)
    expect(await verdict(client(getCalendar, { query: { from: TO, to: FROM } }))).toMatch(/^422/)
    for (const from of ['0000-01-01', '1999-12-31', '2200-01-01', '9999-12-31']) {
      expect(await verdict(client(getCalendar, { query: { from } }))).toMatch(/^422/)
      expect(await verdict(client(getCalendar, { query: { from, to: from } }))).toMatch(/^422/)
    }
    expect(await verdict(client(getCalendar, { query: { from: '2000-01-01' } }))).toBe('accepted')
    expect(await verdict(client(getCalendar, { query: { from: '2199-12-31' } }))).toBe('accepted')
  })
})

test('what was still open before tells nothing of hidden work, and shows what lies behind much of it', async () => {
  const secret = await makeInstance(ctx, ours.tenantId, hidden, { name: 'Secret crowd' })
  await putCrowd(secret, { at: noon(-40), name: 'Secret' })
  const stillOpen = async (of: number, who = client) => (await read({ from: dayOf(of), to: dayOf(of) }, who)).still_open
  expect(await stillOpen(-35)).toEqual({ items: [], count: 0, capped: false })
  const seen = await makeInstance(ctx, ours.tenantId, invoices, { name: 'Seen' })
  await task(seen, { name: 'Behind the hidden', due: noon(-38) })
  const items = [expect.objectContaining({ title: 'Behind the hidden' })]
  expect(await stillOpen(-35)).toEqual({ items, count: 1, capped: false })
  expect(await stillOpen(-35, actors.owner.client)).toMatchObject({ count: 1_000, capped: true })
})

test('the next deadlines are the five that are due first, open and visible or the viewer’s own', async () => {
  const { upcoming } = await read()
  expect(upcoming.map(({ title }) => title).slice(0, 3)).toEqual(['Begun', 'Ask', 'Desk'])
  expect(upcoming).toHaveLength(5)
  const { upcoming: forHer } = await read({}, hers.client)
  expect(forHer.map(({ title }) => title)).toEqual(['Begun', 'Ask', 'Desk', 'Hers in secret', 'Not begun'])
})

test('much hidden work that is due before the next deadlines does not push them out, and what could be claimed is one', async () => {
  const titles = async () => (await read()).upcoming.map(({ title }) => title)
  const before = await titles()
  const secret = await makeInstance(ctx, ours.tenantId, hidden, { name: 'Secret deadlines' })
  await putCrowd(secret, { at: noon(1), name: 'Secret' })
  await inTenant(ctx, { tenantId: ours.tenantId }, ({ db }) =>
    sql`insert into instances (tenant_id, workflow_id, workflow_version, prefix, number, name, source_key, due_date, due_sort)
      select tenant_id, workflow_id, workflow_version, prefix, n, 'Secret', 'crowd ' || n, ${dayOf(1)}::date, ${noon(1)}
      from instances, generate_series(1, 1001) n where tenant_id = ${ours.tenantId} and id = ${secret}`.execute(db),
  )
  expect((await read({}, actors.owner.client)).upcoming.map(({ title }) => title)).toEqual(Array(5).fill('Secret'))
  expect(await titles()).toEqual(before)
  await task(secret, { name: 'Secret to claim', due: new Date(noon(1).getTime() + DAY / 24), team: ours.teamId })
  expect(await titles()).toEqual(['Secret to claim', ...before.slice(0, 4)])
})

test('the schedules that run next are those of active workflows that the viewer may see, unless they are paused', async () => {
  const archived = await makeWorkflow(ctx, ours, document('archive'))
  const made = async (workflowId: string, name: string) =>
    (await makeSchedule(ctx, ours, { workflowId, name })).scheduleId
  await made(hidden, 'Hidden')
  await made(archived, 'Archived')
  const paused = await made(invoices, 'Paused')
  const first = await made(invoices, 'Reconciliation')
  await made(invoices, 'Standing payments')
  await inTenant(ctx, { tenantId: ours.tenantId }, async ({ db, tenantId }) => {
    await sql`update workflow_triggers set paused_at = now() where tenant_id = ${tenantId} and id = ${paused}`.execute(
      db,
    )
    await sql`update workflows set status = 'archived' where tenant_id = ${tenantId} and id = ${archived}`.execute(db)
    await sql`update schedules set next_run_at = ${noon(1)} where tenant_id = ${tenantId}`.execute(db)
    await sql`update schedules set next_run_at = ${noon(0)} where tenant_id = ${tenantId} and id = ${first}`.execute(db)
  })
  const { schedules } = await read()
  expect(schedules.map(({ name }) => name)).toEqual(['Reconciliation', 'Standing payments'])
  expect(schedules[0]).toMatchObject({ id: first, next_run_at: noon(0).toISOString(), workflow: { id: invoices } })
  const { schedules: forOwner } = await read({}, actors.owner.client)
  expect(forOwner.map(({ name }) => name).toSorted()).toEqual(['Hidden', 'Reconciliation', 'Standing payments'])
})

test('what is due soon is at risk where more than half of ten ended late', async () => {
  const late = await makeWorkflow(ctx, ours, document('contract'))
  const soon = await makeInstance(ctx, ours.tenantId, late, { name: 'Soon' })
  // Noon of tomorrow lies within two working days, whichever day it is.
  await dueOn(soon, 1, { status: 'in_progress' })
  for (let n = 0; n < 10; n++) {
    const ended = await makeInstance(ctx, ours.tenantId, late, { name: `Ended ${n}` })
    expect((await shown({ kind: 'instance' })).includes('1: Soon on_track')).toBe(true)
    await dueOn(ended, -60, { status: 'completed', completed: noon(n < 6 ? -59 : -61) })
  }
  expect(await shown({ kind: 'instance' })).toContain('1: Soon at_risk')
  expect((await read()).upcoming).toContainEqual(expect.objectContaining({ title: 'Soon', status: 'at_risk' }))
  const crowd = await makeInstance(ctx, ours.tenantId, invoices, { name: 'In time' })
  await putCrowd(crowd, { at: new Date(noon(1).getTime() - DAY / 24), name: 'Due before it' })
  expect(await shown({ kind: 'instance' })).toContain('1: Soon at_risk')
})
