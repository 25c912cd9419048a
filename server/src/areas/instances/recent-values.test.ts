import { WorkflowId } from '@throughline/contracts/ids'
import { listRecentValues } from '@throughline/contracts/recent-values'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeInstance, makeWorkflow } from '../../../test/running-world.ts'
import { verdict } from '../../../test/verdict.ts'
import { expectHidden, limitedWorld } from '../../../test/visibility/limited-world.ts'
import { createWorld } from '../../../test/world.ts'
import { AppError } from '../../core/errors.ts'
import { recentValues } from './recent-values.service.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.manager

const admin = (text: string, values: unknown[]) => api.database.admin((db) => db.query(text, values))
const workflowOf = async () => WorkflowId.parse(await makeWorkflow(ctx, ours))
const started = (workflowId: string, name: string, variables = {}) =>
  makeInstance(ctx, ours.tenantId, workflowId, { name, startedBy: ours.ownerId, variables })
const complete = (id: string) => admin(`update instances set status = 'completed' where id = $1`, [id])
const reach = (id: string, step: string) =>
  admin(
    `insert into step_runs (tenant_id, instance_id, workflow_id, step, round, opened_at)
     select tenant_id, id, workflow_id, $2, 1, now() from instances where id = $1`,
    [id, step],
  )
const read = (workflowId: WorkflowId, names: string, step = 'order') =>
  client(listRecentValues, { params: { workflowId }, query: { step, names } })

test('values that are asked for are answered, those that are too long only by name, and no others', async () => {
  const workflowId = await workflowOf()
  const id = await started(workflowId, 'Desk', {
    amount: 120,
    why: 'w'.repeat(2_000),
    secret: 'not asked for',
    who: ours.ownerId,
  })
  const { data, called, calendar } = await read(workflowId, 'amount,why,who,never_set')
  expect(data).toMatchObject([
    {
      id,
      key: expect.stringMatching(/-1$/),
      name: 'Desk',
      reached: false,
      values: { amount: 120, who: ours.ownerId },
      too_long: ['why'],
      instance: { priority: 'medium', starter: ours.ownerId },
    },
  ])
  expect(Object.keys(data[0]?.values ?? {}).toSorted()).toEqual(['amount', 'who'])
  expect(called).toEqual({ [ours.ownerId]: 'Test owner' })
  expect(calendar.days).toContain(1)
})

test('the newest 20 that came to the step or ended are answered, and 5 on their way', async () => {
  const workflowId = await workflowOf()
  const ids: string[] = []
  for (let n = 0; n < 30; n++) ids.push(await started(workflowId, `Case ${n}`, { amount: n }))
  for (const [n, id] of ids.slice(0, 23).entries()) await (n % 2 === 0 ? complete(id) : reach(id, 'order'))
  await admin('update instances set deleted_at = now() where id = any ($1)', [[ids[22], ids[29]]])
  const { data } = await read(workflowId, 'amount')
  const amounts = (reached: boolean) =>
    data.filter((one) => one.reached === reached).map(({ values }) => values['amount'])
  expect(amounts(true)).toEqual(Array.from({ length: 20 }, (_, n) => 21 - n))
  expect(amounts(false)).toEqual([28, 27, 26, 25, 24])
  await admin(`update instances set status = 'cancelled' where id = any ($1)`, [[ids[26], ids[21]]])
  const left = (await read(workflowId, 'amount')).data.map(({ values }) => values['amount'])
  expect(left.slice(0, 4), 'one that was canceled never comes').toEqual([28, 27, 25, 24])
  expect(left, 'one that came to the step before it was canceled stays').toContain(21)
  const other = await read(workflowId, 'amount', 'file')
  expect(other.data.filter(({ reached }) => reached)).toHaveLength(11)
})

test('nobody reads values of work that is hidden from them, nor of another organization', async () => {
  const world = await limitedWorld(api)
  const values = JSON.stringify({ amount: 4711 })
  await admin(
    `insert into instance_state (tenant_id, instance_id, variables, state)
     select tenant_id, id, $2, '{}' from instances where tenant_id = $1`,
    [world.tenant.tenantId, values],
  )
  await expectHidden(world, async (viewer) => {
    const ids: string[] = []
    for (const workflowId of Object.values(world.workflows)) {
      const query = { step: 'order', names: ['amount'] }
      const answer = await recentValues(ctx, viewer, WorkflowId.parse(workflowId), query).catch((error: unknown) => {
        if (error instanceof AppError && error.status === 404) return { data: [] }
        throw error
      })
      ids.push(...answer.data.map(({ id }) => id))
    }
    return ids
  })
  const workflowId = await workflowOf()
  const by = actors.other_admin.client
  expect(
    await verdict(by(listRecentValues, { params: { workflowId }, query: { step: 'order', names: 'amount' } })),
  ).toBe('404 not_found')
})

test('no more than fifty variables are asked for at a time, nor what no name can be', async () => {
  const workflowId = await workflowOf()
  const names = Array.from({ length: 51 }, (_, n) => `v${n}`).join(',')
  for (const asked of [names, 'a\u0000b']) expect(await verdict(read(workflowId, asked))).toBe('422 invalid_request')
})
