import { InstanceId } from '@throughline/contracts/ids'
import { editInstance } from '@throughline/contracts/instance-acts'
import { updateOrganization } from '@throughline/contracts/org'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../test/api.ts'
import { makeInstance, makeTask, makeWorkflow } from '../../../test/running-world.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { createRedateActivities } from './redate.activities.ts'
import type { Dated } from './redate.queries.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)

const FIRST = '00000000-0000-0000-0000-000000000000'
const Moments = z.object({ rows: z.array(z.object({ due_sort: z.date() })) })
const momentOf = async (table: 'instances' | 'tasks' | 'task_people' | 'messages', id: string) => {
  const key = table === 'task_people' || table === 'messages' ? 'task_id' : 'id'
  const found = await api.database.admin((db) => db.query(`select due_sort from ${table} where ${key} = $1`, [id]))
  return z.parse(Moments, { rows: found.rows }).rows[0]?.due_sort.toISOString()
}

const dayOf = async (table: Dated, id: string) => {
  const found = await api.database.admin((db) =>
    db.query<{ day: string }>(`select due_date::text as day from ${table} where id = $1`, [id]),
  )
  return found.rows[0]?.day
}

test('another zone leaves every day the day it is, and moves the moment from which open work is overdue', async () => {
  const { ctx } = api
  const { tenantId, ownerId } = ours
  const instance = await makeInstance(ctx, tenantId, await makeWorkflow(ctx, ours))
  const day = new Date('2030-05-04T00:00:00Z')
  const open = await makeTask(ctx, tenantId, instance, { assignedTo: ownerId, due: day })
  const done = await makeTask(ctx, tenantId, instance, { assignedTo: ownerId, due: day, round: 2, status: 'completed' })
  const timed = await makeTask(ctx, tenantId, instance, { due: day, round: 3 })
  await api.database.admin(async (db) => {
    await db.query(`update instances set due_date = '2030-05-04', due_sort = '2030-05-05T00:00:00Z' where id = $1`, [
      instance,
    ])
    await db.query('update tasks set due_at = due_sort where id = $1', [timed])
  })
  await inTenant(ctx, { tenantId }, async (tx) => tx.emit({ type: 'task.opened', kind: 'task', id: open }))
  await actors.owner.client(updateOrganization, {
    params: { orgId: tenantId },
    body: { name: 'Ours', time_zone: 'Pacific/Auckland' },
  })
  const { rows } = await api.database.admin((db) =>
    db.query<{ args: unknown }>(
      `select payload->'args' as args from outbox where tenant_id = $1 and payload->>'workflow' = 'redateWork'`,
      [tenantId],
    ),
  )
  expect(rows).toEqual([{ args: { tenantId } }])
  const { redateBite } = createRedateActivities(ctx)
  for (const table of ['instances', 'tasks'] satisfies Dated[]) {
    const last = await redateBite({ tenantId, table, after: FIRST })
    expect(await redateBite({ tenantId, table, after: last ?? FIRST })).toBeUndefined()
  }
  const end = '2030-05-04T12:00:00.000Z'
  expect([
    await momentOf('instances', instance),
    await momentOf('tasks', open),
    await momentOf('task_people', open),
    await momentOf('messages', open),
  ]).toEqual([end, end, end, end])
  expect([await momentOf('tasks', done), await momentOf('tasks', timed)]).toEqual([
    day.toISOString(),
    day.toISOString(),
  ])
})

test('what has a time of day keeps its moment and goes to the day on which that falls in another zone', async () => {
  const { ctx } = api
  const { ours: firm, actors: people } = await createWorld(api)
  const { tenantId, ownerId } = firm
  const workflow = await makeWorkflow(ctx, firm)
  const instance = await makeInstance(ctx, tenantId, workflow)
  const moved = await makeInstance(ctx, tenantId, workflow)
  // In Auckland the next day has begun at eight in the evening, but not at ten in the morning.
  const [evening, morning] = [new Date('2030-05-04T20:00:00Z'), new Date('2030-05-04T10:00:00Z')]
  const late = await makeTask(ctx, tenantId, instance, { assignedTo: ownerId, due: evening })
  const early = await makeTask(ctx, tenantId, instance, { due: morning, round: 2 })
  const done = await makeTask(ctx, tenantId, instance, { due: evening, round: 3, status: 'completed' })
  await api.database.admin(async (db) => {
    await db.query('update tasks set due_at = due_sort where id = any ($1)', [[late, early, done]])
    await db.query(
      `update instances set due_date = '2030-05-04', due_at = $2, due_sort = $2, due_first = $2 where id = any ($1)`,
      [[instance, moved], evening],
    )
    await db.query(`update tenants set time_zone = 'Pacific/Auckland' where id = $1`, [tenantId])
  })
  // Before the rest has come along, somebody sends the same moment again.
  await people.owner.client(editInstance, {
    params: { instanceId: InstanceId.parse(moved) },
    body: { due_date: evening.toISOString() },
  })
  expect([await dayOf('instances', moved), await dayOf('instances', instance)]).toEqual(['2030-05-05', '2030-05-04'])
  const { redateBite } = createRedateActivities(ctx)
  for (const table of ['instances', 'tasks'] satisfies Dated[]) await redateBite({ tenantId, table, after: FIRST })
  expect([await dayOf('instances', instance), await dayOf('tasks', late)]).toEqual(['2030-05-05', '2030-05-05'])
  expect([await dayOf('tasks', early), await dayOf('tasks', done)]).toEqual(['2030-05-04', '2030-05-04'])
  expect([await momentOf('instances', instance), await momentOf('tasks', late)]).toEqual([
    evening.toISOString(),
    evening.toISOString(),
  ])
})
