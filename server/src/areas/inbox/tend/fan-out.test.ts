import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { connectAs } from '../../../../test/connect.ts'
import { makeTeam } from '../../../../test/factories.ts'
import { planOf } from '../../../../test/query-plan.ts'
import { startedInstance } from '../../../../test/running-world.ts'
import { unique } from '../../../../test/someone.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { recipientsOf } from '../telling/recipients.queries.ts'
import { tendOnce } from './tend-inboxes.activities.ts'

const api = await sharedApi()
const { ours, task, maya, workflow } = await createTaskWorld(api)
const { tenantId } = ours
const jobs = workerContext(api.ctx)

const PEOPLE = 450

/** A team of this many, none of whom can sign in; the first `gone` of them have left. */
async function crowd(people = PEOPLE, gone = 0): Promise<string> {
  const team = await makeTeam(api.ctx, tenantId, unique('Crowd'))
  await api.database.admin((admin) =>
    admin.query(
      `with made as (
         insert into members (tenant_id, name, email, role_id, status)
         select $1, 'One of many', uuidv7() || '@example.test', (select role_id from members where id = $2),
           case when n > $5::int then 'active' else 'removed' end
         from generate_series(1, $3::int) n returning id)
       insert into team_members (tenant_id, team_id, member_id, name_key) select $1, $4, id, '' from made`,
      [tenantId, ours.ownerId, people, team, gone],
    ),
  )
  return team
}

const toldOf = async (taskId: string) => {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ all: number; asked: number; news: number }>(
      `select count(*)::int as all, count(*) filter (where needs_you)::int as asked,
         (select count(*)::int from message_news n join messages o on o.member_id = n.member_id and o.id = n.message_id
           where o.thing_id = $1) as news
       from messages where thing_id = $1`,
      [taskId],
    ),
  )
  return rows[0]
}

const emit = (id: string) =>
  inTenant(api.ctx, { tenantId }, async (tx) => tx.emit({ type: 'task.opened', kind: 'task', id }))

test('a queue of hundreds is told by a job, everybody once, and nobody once it is taken', async () => {
  const id = await task({ step: 'file', team: await crowd() })
  await emit(id)
  expect(await toldOf(id)).toEqual({ all: 0, asked: 0, news: 0 })
  await Promise.all([tendOnce(jobs, { tenantId }), tendOnce(jobs, { tenantId })])
  expect(await toldOf(id)).toEqual({ all: PEOPLE, asked: PEOPLE, news: PEOPLE })
  await emit(id)
  await tendOnce(jobs, { tenantId })
  expect(await toldOf(id)).toEqual({ all: PEOPLE, asked: PEOPLE, news: PEOPLE })
  await api.database.admin((admin) => admin.query(`update tasks set assigned_to = $1 where id = $2`, [maya.id, id]))
  await emit(id)
  expect(await toldOf(id)).toMatchObject({ asked: 0, news: PEOPLE })
})

test.each([
  [70, 30],
  [450, 220],
])('of a queue of %i everybody is told although the first %i have left', async (people, gone) => {
  const id = await task({ step: 'file', team: await crowd(people, gone) })
  await emit(id)
  await tendOnce(jobs, { tenantId })
  expect(await toldOf(id)).toMatchObject({ all: people - gone, asked: people - gone })
})

test('whom a task waits for is found without reading all members for each of them, however old the statistics', async () => {
  const id = await task({ step: 'file', team: await crowd(2_000) })
  const client = await connectAs('tl_worker', api.database.name)
  await client.query(`begin; set local app.tenant = '${tenantId}'`)
  const plan = await planOf(client, (db) => recipientsOf(db, tenantId, { taskIds: [id], after: null, queueLimit: 200 }))
  await client.end()
  expect(plan.rows).toBe(200)
  expect(plan.read).toBeLessThan(100_000)
})

test('nobody is left asked for a task that is taken while its queue is told', async () => {
  const id = await task({ step: 'file', team: await crowd() })
  await emit(id)
  await api.database.admin(async (admin) => {
    await admin.query('begin')
    await admin.query(
      'select from instances where id = (select instance_id from tasks where id = $1) for no key update',
      [id],
    )
    await admin.query('update tasks set assigned_to = $1 where id = $2', [maya.id, id])
    const told = tendOnce(jobs, { tenantId })
    await sleep(500)
    await admin.query('commit')
    await told
  })
  expect(await toldOf(id)).toMatchObject({ asked: 0 })
})

test('a task that goes from one long queue to another is asked of the other alone', async () => {
  const [one, other] = [await crowd(60), await crowd(PEOPLE)]
  const id = await task({ step: 'file', team: one })
  const askedOf = async (team: string) => {
    const { rows } = await api.database.admin((admin) =>
      admin.query(
        `select from messages m join team_members t on t.member_id = m.member_id
         where m.thing_id = $1 and m.needs_you and t.team_id = $2`,
        [id, team],
      ),
    )
    return rows.length
  }
  await emit(id)
  await tendOnce(jobs, { tenantId })
  expect([await askedOf(one), await askedOf(other)]).toEqual([60, 0])
  await api.database.admin((admin) => admin.query('update tasks set team_id = $1 where id = $2', [other, id]))
  await emit(id)
  await tendOnce(jobs, { tenantId })
  expect([await askedOf(one), await askedOf(other)]).toEqual([0, PEOPLE])
})

test('what hundreds follow is told by a job, everybody once, and by the act itself to nobody', async () => {
  const team = await crowd(260)
  await api.database.admin((admin) =>
    admin.query(
      `insert into follows (tenant_id, workflow_id, member_id, level)
       select tenant_id, $1, member_id, 'everything' from team_members where team_id = $2`,
      [workflow, team],
    ),
  )
  const instance = await startedInstance(api.ctx, tenantId, workflow, {
    startedBy: ours.ownerId,
    variables: { amount: 7 },
  })
  expect(await toldOf(instance)).toMatchObject({ all: 0 })
  await tendOnce(jobs, { tenantId })
  await tendOnce(jobs, { tenantId })
  expect(await toldOf(instance)).toEqual({ all: 260, asked: 0, news: 260 })
})

test('an act that opens many tasks of one queue leaves most of them to the job', async () => {
  const team = await crowd(40)
  const ids: string[] = []
  for (let n = 0; n < 50; n++) ids.push(await task({ step: 'file', team }))
  const toldTimes = async () => {
    const { rows } = await api.database.admin((admin) =>
      admin.query('select from messages where thing_id = any ($1) and needs_you', [ids]),
    )
    return rows.length
  }
  await inTenant(api.ctx, { tenantId }, async (tx) => {
    for (const id of ids) tx.emit({ type: 'task.opened', kind: 'task', id })
  })
  expect(await toldTimes()).toBeLessThanOrEqual(1_000)
  await tendOnce(jobs, { tenantId })
  expect(await toldTimes()).toBe(50 * 40)
})
