import type { TeamId } from '@throughline/contracts/ids'
import { removeTeam, restoreTeam } from '@throughline/contracts/org-teams'
import { afterAll, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { connectAs } from '../../../test/connect.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { makeTeam } from '../../../test/factories.ts'
import { putManyTasks } from '../../../test/many-tasks.ts'
import { planOf, readsTooMuch } from '../../../test/query-plan.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { makeInstance, makeTask, makeWorkflow } from '../../../test/running-world.ts'
import { OURS } from '../../../test/tenancy/samples.ts'
import { createWorld } from '../../../test/world.ts'
import { purgeTeams } from './purge-teams.ts'
import { purgeTeamRows } from './teams.queries.ts'

const api = await createTestApi(ENGINE_AWAY)
const { ours, actors } = await createWorld(api)
const { tenantId } = ours
const { client } = actors.admin
afterAll(() => api.close())

const at = (teamId: TeamId) => ({ params: { orgId: tenantId, teamId } })

test('a team that work was ever asked of stays in the trash, and holds up none of the others', async () => {
  const make = (name: string) => makeTeam(api.ctx, tenantId, name)
  const [queue, asked, idle] = [await make('Queue'), await make('Asked'), await make('Idle')]
  const instance = await makeInstance(api.ctx, tenantId, await makeWorkflow(api.ctx, ours))
  await makeTask(api.ctx, tenantId, instance, { team: queue, status: 'completed' })
  await makeTask(api.ctx, tenantId, instance, { type: 'approval', status: 'completed', seats: [{ team: asked }] })
  for (const team of [queue, asked, idle]) await client(removeTeam, at(team))
  await api.database.admin((admin) => admin.query(`update teams set deleted_at = deleted_at - interval '31 days'`))

  expect(await purgeTeams(api.ctx, { tenantId })).toBe(1)
  expect(await purgeTeams(api.ctx, { tenantId })).toBe(0)
  expect(await client(restoreTeam, at(asked))).toMatchObject({ name: 'Asked' })

  await api.database.admin((admin) => admin.query('delete from tasks where team_id = $1', [queue]))
  expect(await purgeTeams(api.ctx, { tenantId })).toBe(1)
  const left = await api.database.admin((admin) =>
    admin.query<{ id: string }>('select id from teams where id = any ($1)', [[queue, asked, idle]]),
  )
  expect(left.rows).toEqual([{ id: asked }])
})

test('whether work was asked of a team is looked up, however much work there is', { timeout: 120_000 }, async () => {
  const OLD = 40
  const many = await createTestDatabase()
  try {
    await many.admin(async (admin) => {
      await putManyTasks(admin, 5_000)
      await admin.query('set session_replication_role = replica')
      await admin.query(
        `insert into task_seats (tenant_id, task_id, slot, team_id, asked)
         select tenant_id, id, 0, team_id, true from tasks where tenant_id = $1 and team_id is not null`,
        [OURS.tenant],
      )
      await admin.query(
        `insert into teams (tenant_id, name, deleted_at)
         select $1, 'Old ' || n, now() - interval '40 days' from generate_series(1, $2::int) n`,
        [OURS.tenant, OLD],
      )
      await admin.query('vacuum analyze tasks, task_seats, teams')
    })
    const db = await connectAs('tl_api', many.name)
    await db.query(`begin; set local app.tenant = '${OURS.tenant}'`)
    const plan = await planOf(db, (bound) => purgeTeamRows(bound, OURS.tenant, 200))
    await db.end()
    const looked = plan.accesses.filter(({ relation }) => relation.startsWith('task'))
    expect(plan.rows).toBeGreaterThanOrEqual(OLD)
    expect(looked.length).toBeGreaterThanOrEqual(2)
    expect(looked.filter(readsTooMuch)).toEqual([])
    expect(looked.filter(({ rows, times }) => rows > times)).toEqual([])
  } finally {
    await many.drop()
  }
})
