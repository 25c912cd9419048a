import { orgDashboard, userDashboard } from '@throughline/contracts/analytics'
import { getMe } from '@throughline/contracts/auth'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { startedInstance } from '../../../test/running-world.ts'
import { createTaskWorld } from '../../../test/task-world.ts'
import { verdict } from '../../../test/verdict.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { durationInWords } from './dashboard.service.ts'
import { rollUpBite } from './roll-ups/roll-up.ts'

const api = await sharedApi()
const { maya, ours, theirs, actors, workflow, complete } = await createTaskWorld(api)
const { tenantId } = ours
const rowsOf = async (text: string, values: unknown[] = []) =>
  (await api.database.admin((db) => db.query<Record<string, unknown>>(text, [tenantId, ...values]))).rows

const of = (organizationId = tenantId, query: Record<string, string> = {}) =>
  actors.owner.client(orgDashboard, { params: { organizationId }, query })

test('a workspace without work has no rates, and nothing of which a rate could be said', async () => {
  const { data } = await of()
  expect(data.summary).toEqual({
    totalActiveWorkflows: 0,
    automationRate: null,
    overdueItems: 0,
    clientOnTimeRate: null,
  })
  expect([data.workflowHealth, data.workflowPerformance, data.automationIssues]).toEqual([[], [], []])
})

test('rates are percent of what was counted, and what waits for people is apart from what waits for automations', async () => {
  const instances: string[] = []
  for (let n = 0; n < 3; n++) {
    const instance = await startedInstance(api.ctx, tenantId, workflow, { startedBy: maya.id })
    const [task] = await rowsOf('select id from tasks where tenant_id = $1 and instance_id = $2', [instance])
    await complete(maya.client, String(task?.['id']))
    instances.push(instance)
  }
  const [onTime, late, open] = instances
  await rowsOf(
    `with client as (insert into clients (tenant_id, name) values ($1, 'Larkfield') returning id)
     update instances set status = 'completed', completed_at = now(), started_at = now() - interval '3599 seconds',
       client_id = client.id, due_date = current_date, due_sort = now() + make_interval(hours => case when instances.id = $2 then 1 else -1 end)
     from client where tenant_id = $1 and instances.id in ($2, $3)`,
    [onTime, late],
  )
  await rowsOf(
    `update tasks set status = 'completed', completed_at = now() where tenant_id = $1 and instance_id in ($2, $3)
       and completed_at is null`,
    [onTime, late],
  )
  await rowsOf(
    `update tasks set due_date = current_date - 2, due_sort = now() - interval '1 day' where tenant_id = $1
    and instance_id = $2 and completed_at is null`,
    [open],
  )
  await rowsOf(
    `update step_runs set kind = 'tool', by_hand = false where tenant_id = $1 and instance_id = $2 and closed_at is not null`,
    [onTime],
  )
  await inTenant(api.ctx, { tenantId }, async (tx) => {
    for (const id of instances) tx.emit({ type: 'instance.changed', kind: 'instance', id, to: [] })
  })
  while (await rollUpBite(workerContext(api.ctx), tenantId, 0));
  const { data } = await of()
  expect(data.summary).toEqual({
    totalActiveWorkflows: 1,
    automationRate: 33.3,
    overdueItems: 1,
    clientOnTimeRate: 50,
  })
  expect(data.workflowHealth).toMatchObject([{ instances: 2, onTimeRate: 50, avgDuration: '1 hour', status: null }])
  expect(data.workflowPerformance).toMatchObject([{ total: 6, pendingManual: 1, pendingAutomated: 0 }])
})

test('answers are never older than their moment: to ask for one that is not cached changes nothing', async () => {
  const [plain, fresh] = [await of(), await of(tenantId, { noCache: 'true' })]
  expect({ ...fresh.data, as_of: '' }).toEqual({ ...plain.data, as_of: '' })
  expect(fresh.data.as_of >= plain.data.as_of).toBe(true)
})

test('somebody’s own figures are the same, and those of others are not there', async () => {
  const me = await actors.owner.client(getMe)
  const them = await actors.other_admin.client(getMe)
  const own = (userId: typeof me.id) => actors.owner.client(userDashboard, { params: { userId }, query: {} })
  expect({ ...(await own(me.id)).data, as_of: '' }).toEqual({ ...(await of()).data, as_of: '' })
  expect(await verdict(own(them.id))).toBe('404 not_found')
  expect(await verdict(own((await maya.client(getMe)).id))).toBe('404 not_found')
  expect(await verdict(of(theirs.tenantId))).toBe('404 not_found')
})

test('durations are in minutes, hours and days, each below where the next begins', () => {
  const words = [0, 89, 2_700, 3_569, 3_599, 3_600, 12_600, 172_619, 172_799, 181_440].map(durationInWords)
  expect(words).toEqual([
    '0 min',
    '1 min',
    '45 min',
    '59 min',
    '1 hour',
    '1 hour',
    '3.5 hours',
    '47.9 hours',
    '2 days',
    '2.1 days',
  ])
})
