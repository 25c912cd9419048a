import { afterAll, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeTeam } from '../../../../test/factories.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { createPools } from '../../../core/db/pools.ts'
import { tendOnce } from './tend-inboxes.activities.ts'

const api = await sharedApi()
const { ours, task, maya } = await createTaskWorld(api)
const { tenantId } = ours
const jobs = { ...api.ctx, pools: createPools(api.ctx.config, 'worker', () => undefined) }
afterAll(() => jobs.pools.end())

const PEOPLE = 450

/** A team of this many, none of whom can sign in. */
async function crowd(): Promise<string> {
  const team = await makeTeam(api.ctx, tenantId, 'Crowd')
  await api.database.admin((admin) =>
    admin.query(
      `with made as (
         insert into members (tenant_id, name, email, role_id, status)
         select $1, 'One of many', uuidv7() || '@example.test', (select role_id from members where id = $2), 'active'
         from generate_series(1, $3::int) returning id)
       insert into team_members (tenant_id, team_id, member_id, name_key) select $1, $4, id, '' from made`,
      [tenantId, ours.ownerId, PEOPLE, team],
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

test('a queue of hundreds is told by a job, everybody once, and nobody once it is taken', async () => {
  const id = await task({ step: 'file', team: await crowd() })
  const emit = () => inTenant(api.ctx, { tenantId }, async (tx) => tx.emit({ type: 'task.opened', kind: 'task', id }))
  await emit()
  expect(await toldOf(id)).toEqual({ all: 0, asked: 0, news: 0 })
  await Promise.all([tendOnce(jobs, { tenantId }), tendOnce(jobs, { tenantId })])
  expect(await toldOf(id)).toEqual({ all: PEOPLE, asked: PEOPLE, news: PEOPLE })
  await emit()
  await tendOnce(jobs, { tenantId })
  expect(await toldOf(id)).toEqual({ all: PEOPLE, asked: PEOPLE, news: PEOPLE })
  await api.database.admin((admin) => admin.query(`update tasks set assigned_to = $1 where id = $2`, [maya.id, id]))
  await emit()
  expect(await toldOf(id)).toMatchObject({ asked: 0, news: PEOPLE })
})
