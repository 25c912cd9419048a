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
import { dueItems, oftenLate, stillOpenTasks, upcomingItems } from './due-items.queries.ts'

const INSTANCES = 20_000
/** Of one day. */
const CROWD = 50_000
const DAY = 86_400_000
/** A month of the calendar, whatever is due in it. */
const MONTH = 3_000

const { tenant } = OURS
const database = await createTestDatabase()
await database.admin(async (admin) => {
  await putManyTasks(admin, INSTANCES)
  await admin.query('set session_replication_role = replica')
  await admin.query(
    `with crowd as (select id from tasks where tenant_id = $1 and status <> 'cancelled' order by id limit $2)
     update tasks set due_date = current_date + 3, due_sort = current_date + 4 from crowd where tasks.id = crowd.id`,
    [tenant, CROWD],
  )
  await admin.query(
    `update instances set due_date = current_date + (number % 40 - 20), due_sort = current_date + (number % 40 - 20),
       completed_at = case when status = 'completed' then now() end where tenant_id = $1`,
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
const risk = { workflows: [], until: new Date() }

const audienceOf = async (memberId: string) => {
  const scope = { memberId: MemberId.parse(memberId), user: { is_admin: false } }
  const db = boundKysely(client, { over: false })
  const visible = await visibleTo({ db, tenantId: TenantId.parse(tenant) }, scope)
  return { tenantId: tenant, memberId, visible }
}

describe(`${CROWD} due on one day`, () => {
  test.each(Object.entries(MEMBERS))('a month reads no more than its bound for who sees %s', async (_, memberId) => {
    const audience = await audienceOf(memberId)
    const month = await planOf(client, (db) => dueItems(db, audience, range, filter, risk))
    const only = (statuses: CalendarStatus[]) =>
      planOf(client, (db) => dueItems(db, audience, range, { ...filter, statuses }, risk))
    const day = { from: isoDay(5), to: isoDay(5), begins: new Date(isoDay(5)), ends: new Date(isoDay(6)) }
    const stillOpen = await planOf(client, (db) => stillOpenTasks(db, audience, day, risk))
    const next = await planOf(client, (db) => upcomingItems(db, audience, risk, 5))
    const late = await planOf(client, (db) => oftenLate(db, tenant, new Date(Date.now() + 2 * DAY)))
    const { items } = await dueItems(boundKysely(client, { over: false }), audience, range, filter, risk)
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
      late: late.buffers,
      details: details.buffers / ids.length,
    }).toEqual({
      month: expect.toSatisfy((buffers: number) => buffers <= MONTH),
      open: expect.toSatisfy((buffers: number) => buffers <= MONTH),
      done: expect.toSatisfy((buffers: number) => buffers <= MONTH),
      stillOpen: expect.toSatisfy((buffers: number) => buffers <= MONTH),
      next: expect.toSatisfy((buffers: number) => buffers <= 100),
      late: expect.toSatisfy((buffers: number) => buffers <= 1_500),
      details: expect.toSatisfy((buffers: number) => buffers <= 12),
    })
  })

  test('the day itself is counted to its bound and says that there are more', async () => {
    const { items } = await dueItems(
      boundKysely(client, { over: false }),
      await audienceOf(MEMBERS.all),
      range,
      { ...filter, kinds: ['task'] },
      risk,
    )
    expect(Math.max(...items.map(({ total }) => total))).toBeGreaterThan(1_000)
  })
})
