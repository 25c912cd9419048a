import {
  CALENDAR_KINDS,
  CALENDAR_STATUSES,
  type CalendarStatus,
  SHOWN_OF_DAY,
} from '@throughline/contracts/calendar-lists'
import { MemberId, TenantId } from '@throughline/contracts/ids'
import { afterAll, describe, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { putManyTasks } from '../../../test/many-tasks.ts'
import { planOf } from '../../../test/query-plan.ts'
import { OURS } from '../../../test/tenancy/samples.ts'
import { MEMBERS } from '../../../test/visibility/many-instances.ts'
import { boundKysely } from '../../core/db/bound-kysely.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { taskDetails } from './calendar.queries.ts'
import { dueItems, stillOpenTasks, upcomingItems } from './due-items.queries.ts'

const INSTANCES = 20_000
/** Of one day, all of a workflow that is limited to a team, and due before everything else. */
const CROWD = 50_000
const LIMITED_WORKFLOW = 'ffffffff-0000-7000-8000-000000000001'
const DAY = 86_400_000
/** A month of the calendar, whatever is due in it: also for somebody who has much of it to do and is in two hundred teams. */
const MONTH = 3_500
/** The next deadlines, whatever is hidden before them. */
const NEXT = 1_500

const { tenant } = OURS
const database = await createTestDatabase()
await database.admin(async (admin) => {
  await putManyTasks(admin, INSTANCES)
  await admin.query('set session_replication_role = replica')
  await admin.query(
    `with crowd as (select id from tasks where tenant_id = $1 and status <> 'cancelled' order by id limit $2)
     update tasks set workflow_id = $3, status = 'pending', due_date = current_date, due_sort = now() + interval '1 hour'
     from crowd where tasks.tenant_id = $1 and tasks.id = crowd.id`,
    [tenant, CROWD, LIMITED_WORKFLOW],
  )
  await admin.query(
    `update task_people p set status = t.status, due_sort = t.due_sort from tasks t
     where p.tenant_id = $1 and t.tenant_id = $1 and t.id = p.task_id and t.workflow_id = $2`,
    [tenant, LIMITED_WORKFLOW],
  )
  await admin.query(
    `update instances i set completed_at = case when i.status = 'completed' then now() end,
       due_date = case when w.visibility = 'limited' then current_date else current_date + (i.number % 40 - 20) end,
       due_sort = case when w.visibility = 'limited' then now() + interval '1 hour' else current_date + (i.number % 40 - 20) end
     from workflows w where i.tenant_id = $1 and w.tenant_id = $1 and w.id = i.workflow_id`,
    [tenant],
  )
  await admin.query('set session_replication_role = origin')
  await admin.query('vacuum full tasks, instances')
  await admin.query('vacuum analyze tasks, instances, task_people')
})
const client = await connectAs('tl_api', database.name)
await client.query(`begin; set local app.tenant = '${tenant}'`)
afterAll(async () => {
  await client.end()
  await database.drop()
})

const isoDay = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
const [from, to] = [isoDay(-21), isoDay(20)]
const range = { from, to, begins: new Date(`${from}T00:00:00Z`), ends: new Date(Date.parse(to) + DAY) }
const filter = {
  kinds: CALENDAR_KINDS,
  statuses: CALENDAR_STATUSES,
  withoutTypes: [],
  mine: false,
  limit: SHOWN_OF_DAY,
}
/** What is due until then is near. */
const until = new Date(Date.now() + 2 * DAY)

const audienceOf = async (memberId: string) => {
  const scope = { memberId: MemberId.parse(memberId), user: { is_admin: false } }
  const db = boundKysely(client, { over: false })
  const visible = await visibleTo({ db, tenantId: TenantId.parse(tenant) }, scope)
  return { tenantId: tenant, memberId, visible }
}

describe(`${CROWD} due on one day`, () => {
  test.each(Object.entries(MEMBERS))('a month reads no more than its bound for who sees %s', async (_, memberId) => {
    const audience = await audienceOf(memberId)
    const month = await planOf(client, (db) => dueItems(db, audience, range, filter, until))
    const only = (statuses: CalendarStatus[]) =>
      planOf(client, (db) => dueItems(db, audience, range, { ...filter, statuses }, until))
    const day = { from: isoDay(5), to: isoDay(5), begins: new Date(isoDay(5)), ends: new Date(isoDay(6)) }
    const stillOpen = await planOf(client, (db) => stillOpenTasks(db, audience, day, until))
    const next = await planOf(client, (db) => upcomingItems(db, audience, until, 5))
    const { items } = await dueItems(boundKysely(client, { over: false }), audience, range, filter, until)
    const ids = items.flatMap(({ kind, id }) => (kind === 'task' ? [id] : []))
    const details = await planOf(client, (db) => taskDetails(db, tenant, ids))
    const indexes = ['tasks_day', 'instances_day']
    const narrowed = audience.visible.seesAll ? [] : indexes.map((index) => `${index}_narrowed`)
    expect(month.indexes).toEqual(expect.arrayContaining([...indexes, ...narrowed]))
    expect(month.indexes).not.toContain('instances_restricted')
    expect({
      month: month.buffers,
      open: (await only(['overdue', 'on_track'])).buffers,
      done: (await only(['completed'])).buffers,
      stillOpen: stillOpen.buffers,
      next: next.buffers,
      details: details.buffers / ids.length,
    }).toEqual({
      month: expect.toSatisfy((buffers: number) => buffers <= MONTH),
      open: expect.toSatisfy((buffers: number) => buffers <= MONTH),
      done: expect.toSatisfy((buffers: number) => buffers <= MONTH),
      stillOpen: expect.toSatisfy((buffers: number) => buffers <= MONTH),
      next: expect.toSatisfy((buffers: number) => buffers <= NEXT),
      details: expect.toSatisfy((buffers: number) => buffers <= 12),
    })
  })

  test('the day itself is counted to its bound and says that there are more', async () => {
    const { items } = await dueItems(
      boundKysely(client, { over: false }),
      await audienceOf(MEMBERS.all),
      range,
      { ...filter, kinds: ['task'] },
      until,
    )
    expect(Math.max(...items.map(({ total }) => total))).toBeGreaterThan(1_000)
  })
})

test(`${CROWD} that are hidden and due before everything else are passed over in an index`, async () => {
  const audience = await audienceOf(MEMBERS.none)
  const next = await planOf(client, (db) => upcomingItems(db, audience, until, 5))
  expect(next.rows).toBe(5)
  expect(next.removed).toBeGreaterThanOrEqual(CROWD)
  expect(next.indexes).toEqual(expect.arrayContaining(['tasks_open_due', 'instances_open_due']))
  expect(next.buffers).toBeLessThanOrEqual(NEXT)
})
