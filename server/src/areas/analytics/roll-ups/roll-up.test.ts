import { analyticsOverview, listRuns } from '@throughline/contracts/analytics'
import { InstanceId, WorkflowId } from '@throughline/contracts/ids'
import { purgeInstance, removeInstance } from '@throughline/contracts/instance-acts'
import { expect, test, vi } from 'vitest'
import { compareFigures } from '../../../../test/analytics/figures-and-lists.ts'
import { sharedApi } from '../../../../test/api.ts'
import { makeTenant } from '../../../../test/factories.ts'
import { makeWorkflow, startedInstance } from '../../../../test/running-world.ts'
import { makeSomeone } from '../../../../test/someone.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { periodOf } from '../period.service.ts'
import { compareTenant, recount, rollUp, rollUpBite } from './roll-up.ts'

const api = await sharedApi()
const { maya, ours, actors, workflow, complete } = await createTaskWorld(api)
const { tenantId } = ours
const worker = workerContext(api.ctx)

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await api.database.admin((db) => db.query<Record<string, unknown>>(text, values))).rows
const count = async (tenant: string = tenantId) => {
  while (await rollUpBite(worker, tenant, 0));
}
const isWanted = async (tenant: string = tenantId) =>
  (await rowsOf('select from auth.tenants_to_roll_up(10000) where tenant_id = $1', [tenant])).length === 1
const overview = async () => (await maya.client(analyticsOverview, { query: {} })).data
const touch = (id: string) =>
  inTenant(api.ctx, { tenantId }, async (tx) => tx.emit({ type: 'instance.changed', kind: 'instance', id, to: [] }))
/** Up to when everything that happened has been read. */
const readTo = (at: string) => rowsOf(`update roll_ups set read_to = ${at} where tenant_id = $1`, [tenantId])
const days = () =>
  rowsOf(
    `select narrowed, sum(started)::int as started, sum(ended)::int as ended, sum(late)::int as late,
      sum(tasks_done)::int as done, sum(sum_s)::int as took from workflow_days where tenant_id = $1 and workflow_id = $2
     group by narrowed order by narrowed`,
    [tenantId, workflow],
  )

test('a day is counted from what happened, again and again the same', async () => {
  const instance = await startedInstance(api.ctx, tenantId, workflow, { startedBy: maya.id })
  const [task] = await rowsOf('select id from tasks where instance_id = $1', [instance])
  await complete(maya.client, String(task?.['id']))
  await count()
  const open = { narrowed: false, started: 1, ended: 0, late: 0, done: 1, took: 0 }
  expect(await days()).toEqual([open])
  expect(
    await rowsOf(
      'select step, kind, runs, automated, cardinality(durations) as kept from step_days where tenant_id = $1',
      [tenantId],
    ),
  ).toEqual([{ step: 'ask', kind: 'manual', runs: 1, automated: 0, kept: 1 }])
  await rowsOf(
    `update instances set status = 'completed', started_at = now() - interval '1 hour', completed_at = now() - interval '1 minute',
      due_date = current_date - 3, due_sort = now() - interval '3 days' where id = $1`,
    [instance],
  )
  await touch(instance)
  await count()
  expect(await days()).toEqual([{ ...open, ended: 1, late: 1, took: 3_540 }])
  const before = await rowsOf('select * from workflow_days where tenant_id = $1', [tenantId])
  await count()
  await recount(worker, tenantId, 0)
  expect(await rowsOf('select * from workflow_days where tenant_id = $1', [tenantId])).toEqual(before)
  expect(await compareTenant(worker, tenantId, 0)).toBe(0)
})

test('narrowing moves figures, the trash takes them away, and a row that drifted is put right with an alarm', async () => {
  const [row] = await rowsOf('select id from instances where workflow_id = $1', [workflow])
  const instance = String(row?.['id'])
  await rowsOf('update instances set narrowed = true where id = $1', [instance])
  await touch(instance)
  await count()
  expect(await days()).toMatchObject([{ narrowed: true, started: 1, ended: 1 }])
  await rowsOf('update instances set deleted_at = now() where id = $1', [instance])
  await rowsOf('update tasks set in_trash = true where instance_id = $1', [instance])
  await touch(instance)
  await count()
  expect(await days()).toEqual([])
  await rowsOf('update instances set deleted_at = null, narrowed = false where id = $1', [instance])
  await rowsOf('update tasks set in_trash = false where instance_id = $1', [instance])
  await touch(instance)
  await count()
  expect(await days()).toMatchObject([{ narrowed: false, started: 1, ended: 1, done: 1 }])
  await rowsOf('update workflow_days set started = 7 where tenant_id = $1 and started = 1', [tenantId])
  // As if that day had been counted long ago.
  await readTo(`now() + interval '5 minutes'`)
  expect(await compareTenant(worker, tenantId, 0)).toBe(1)
  await readTo('as_of')
  expect(await days()).toMatchObject([{ started: 1 }])
})

test('what is not counted yet, or happens meanwhile, is no drift', async () => {
  const errors = vi.spyOn(worker.log, 'error')
  const [row] = await rowsOf('select id from instances where workflow_id = $1', [workflow])
  const instance = String(row?.['id'])
  const trash = async (at: string, isIn: boolean) => {
    await rowsOf(`update instances set deleted_at = ${at} where id = $1`, [instance])
    await rowsOf('update tasks set in_trash = $2 where instance_id = $1', [instance, isIn])
    await touch(instance)
  }
  await trash('now()', true)
  expect(await compareTenant(worker, tenantId, 0)).toBe(0)
  expect(await days()).toEqual([])
  // As if it had happened while the figures were held against the facts.
  await trash('null', false)
  await readTo(`now() + interval '5 minutes'`)
  expect(await compareTenant(worker, tenantId, 60_000)).toBe(0)
  expect(await days()).toMatchObject([{ started: 1, ended: 1 }])
  await readTo('as_of')
  await count()
  expect(errors).not.toHaveBeenCalled()
})

test('a day that has ended is closed once although nobody does anything more, and none where nothing happened for long', async () => {
  const quiet = await makeTenant(api.ctx, (await makeSomeone(api.ctx)).personId, 'organization', 'Quiet')
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const yesterday = () =>
    rowsOf(
      `update roll_ups set as_of = now() - interval '1 day', read_to = now(), closed_day = $2 where tenant_id = $1`,
      [quiet.tenantId, day(2)],
    )
  const closed = async () =>
    (await rowsOf('select closed_day::text from roll_ups where tenant_id = $1', [quiet.tenantId]))[0]?.['closed_day']
  await count(quiet.tenantId)
  await yesterday()
  expect(await isWanted(quiet.tenantId)).toBe(false)
  await inTenant(api.ctx, { tenantId: quiet.tenantId }, async (tx) =>
    tx.emit({ type: 'instance.changed', kind: 'instance', id: tenantId, to: [] }),
  )
  await yesterday()
  expect(await isWanted(quiet.tenantId)).toBe(true)
  await count(quiet.tenantId)
  expect(await closed()).toBe(day(1))
  await rowsOf('update roll_ups set read_to = now() where tenant_id = $1', [quiet.tenantId])
  expect(await isWanted(quiet.tenantId)).toBe(false)
})

test('a person’s step that failed is no error of automations, and in none of the lists that those open', async () => {
  const runs = await rowsOf(
    `update step_runs set failed_at = closed_at, issue = 'timeout' where tenant_id = $1 and closed_at is not null
     returning instance_id`,
    [tenantId],
  )
  for (const { instance_id } of runs) await touch(String(instance_id))
  await count()
  expect((await maya.client(listRuns, { query: { failed: 'true' } })).data).toHaveLength(1)
  expect((await overview()).issues).toMatchObject({ errors: 0, rows: [] })
  expect((await compareFigures(maya.client, [WorkflowId.parse(workflow)])).differing).toEqual([])
})

test('open work is kept as counts; a task that becomes overdue is counted although nobody did anything', async () => {
  const own = await makeWorkflow(api.ctx, ours)
  const instance = await startedInstance(api.ctx, tenantId, own, { startedBy: maya.id })
  const due = (at: Date) =>
    rowsOf('update tasks set due_date = current_date, due_sort = $2 where instance_id = $1', [instance, at])
  const open = () =>
    rowsOf(
      `select running, versions, manual, automated, overdue, oldest_due, next_due from open_counts
       where tenant_id = $1 and workflow_id = $2 and not narrowed`,
      [tenantId, own],
    )
  const soon = new Date(Date.now() + 60_000)
  await due(soon)
  await touch(instance)
  await count()
  const counted = { running: 1, versions: { 1: 1 }, manual: 1, automated: 0, overdue: 0, oldest_due: null }
  expect(await open()).toEqual([{ ...counted, next_due: soon }])
  expect((await overview()).as_of <= soon.toISOString()).toBe(true)
  // As if the minute had passed, and everything that happened had been read.
  const past = new Date(Date.now() - 1_000)
  await due(past)
  await rowsOf('update open_counts set next_due = $2 where tenant_id = $1 and next_due is not null', [tenantId, past])
  await rowsOf(`update roll_ups set next_due = $2, as_of = now(), read_to = now() where tenant_id = $1`, [
    tenantId,
    past,
  ])
  expect((await overview()).as_of).toBe(past.toISOString())
  expect(await isWanted()).toBe(true)
  await count()
  expect(await open()).toEqual([{ ...counted, overdue: 1, oldest_due: past, next_due: null }])
  expect((await overview()).summary.overdue).toMatchObject({ value: 1, oldest_due: past.toISOString() })
  await rowsOf('update instances set deleted_at = now() where id = $1', [instance])
  await rowsOf('update tasks set in_trash = true where instance_id = $1', [instance])
  await touch(instance)
  await count()
  expect(await open()).toMatchObject([{ running: 0, versions: {}, manual: 0, overdue: 0 }])
})

test('a tenant that takes long to recount lets others go first, and goes on in the next round', async () => {
  const first = '00000000-0000-0000-0000-000000000000'
  const after = async () =>
    (await rowsOf('select recount_after from roll_ups where tenant_id = $1', [tenantId]))[0]?.['recount_after']
  await rowsOf('update roll_ups set recount_after = $2 where tenant_id = $1', [tenantId, first])
  await rollUp(worker, tenantId, 0)
  expect(await after()).not.toBe(first)
  expect(await after()).not.toBeNull()
  expect(await isWanted()).toBe(true)
  await rollUp(worker, tenantId)
  expect(await after()).toBeNull()
})

test('where nothing happened, figures are of ten seconds ago: what began before that has committed', async () => {
  const still = await makeTenant(api.ctx, (await makeSomeone(api.ctx)).personId, 'organization', 'Still')
  await count(still.tenantId)
  await rowsOf('delete from events where tenant_id = $1', [still.tenantId])
  const age = async (countedAt: string) => {
    await rowsOf(`update roll_ups set as_of = ${countedAt} where tenant_id = $1`, [still.tenantId])
    const { asOf } = await inTenant(api.ctx, { tenantId: still.tenantId }, (tx) => periodOf(tx, 'week'))
    return Date.now() - asOf.getTime()
  }
  const old = await age(`now() - interval '1 hour'`)
  expect(old).toBeGreaterThanOrEqual(10_000)
  expect(old).toBeLessThan(60_000)
  expect(await age('now()')).toBeLessThan(10_000)
})

test('another zone counts every day anew', async () => {
  const where = async () =>
    (await rowsOf('select day::text from workflow_days where tenant_id = $1 and ended > 0', [tenantId]))[0]?.['day']
  await rowsOf(
    `update instances set started_at = '2026-03-09T20:00:00Z', completed_at = '2026-03-10T11:30:00Z' where workflow_id = $1`,
    [workflow],
  )
  await recount(worker, tenantId, 0)
  expect(await where()).toBe('2026-03-10')
  await rowsOf(`update tenants set time_zone = 'Pacific/Auckland' where id = $1`, [tenantId])
  await count()
  expect(await where()).toBe('2026-03-11')
})

test('facts from before they were kept are filled in as well as they can be told', async () => {
  const instance = await startedInstance(api.ctx, tenantId, workflow, { startedBy: maya.id })
  const [task] = await rowsOf('select id from tasks where instance_id = $1', [instance])
  await complete(maya.client, String(task?.['id']))
  const facts = () =>
    rowsOf('select kind, version, waited_s, worked_s, by_hand from step_runs where instance_id = $1 order by step', [
      instance,
    ])
  const before = await facts()
  await rowsOf(
    `update step_runs set kind = null, version = null, waited_s = null, worked_s = null, by_hand = null where instance_id = $1`,
    [instance],
  )
  await rowsOf('update tasks set began_at = null where instance_id = $1', [instance])
  await rowsOf(`update roll_ups set facts_after = '00000000-0000-0000-0000-000000000000' where tenant_id = $1`, [
    tenantId,
  ])
  await count()
  expect(await facts()).toEqual(before)
})

test('a range is compared with the one before as soon as work reaches back that far', async () => {
  const anew = async () => {
    await recount(worker, tenantId, 0)
    return overview()
  }
  const young = await anew()
  expect(young.previous).toBeNull()
  const { of } = young.summary.automation
  expect(of).toBeGreaterThan(0)
  expect(young.summary.automation.before).toBeNull()
  await rowsOf(`update instances set created_at = created_at - interval '60 days' where tenant_id = $1`, [tenantId])
  await rowsOf(`update step_runs set closed_at = closed_at - interval '35 days' where tenant_id = $1`, [tenantId])
  const old = await anew()
  const day = (ago: number) => new Date(Date.parse(old.to) - ago * 86_400_000).toISOString().slice(0, 10)
  expect(old.previous).toEqual({ from: day(55), to: day(28) })
  expect(old.summary.automation).toMatchObject({ of: 0, before: { count: 0, of } })
  expect(old.summary.overdue.series.at(-1)).not.toBeNull()
})

test('people in restricted work see no comparison of what is open: earlier days know nothing of it', async () => {
  const instance = await startedInstance(api.ctx, tenantId, workflow, { startedBy: maya.id })
  await rowsOf('update instances set narrowed = true where id = $1', [instance])
  await rowsOf('update tasks set narrowed = true where instance_id = $1', [instance])
  await touch(instance)
  await count()
  const { summary, counted, previous } = await overview()
  expect(previous).not.toBeNull()
  expect(counted.restricted).toBe(1)
  for (const { before, series } of [summary.active_workflows, summary.overdue])
    expect([before, ...series]).toEqual([null, ...series.map(() => null)])
})

test('what is said to be counted leaves out workflows in the trash', async () => {
  const { workflows } = (await overview()).counted
  const trashed = await makeWorkflow(api.ctx, ours)
  await rowsOf('update workflows set deleted_at = now() where id = $1', [trashed])
  expect((await overview()).counted.workflows).toBe(workflows)
})

test('an instance that is trashed and deleted forever between two rounds is in no figure any more', async () => {
  const own = await makeWorkflow(api.ctx, ours)
  const start = () => startedInstance(api.ctx, tenantId, own, { startedBy: maya.id })
  const [done, running] = [await start(), await start()]
  await rowsOf(
    `update instances set status = 'completed', created_at = now() - interval '4 days', started_at = now() - interval '3 days',
      completed_at = now() - interval '2 days' where id = $1`,
    [done],
  )
  for (const id of [done, running]) await touch(id)
  await count()
  const figures = async () => {
    const [counts] = await rowsOf(
      `select coalesce(sum(started), 0)::int as started, coalesce(sum(ended), 0)::int as ended,
        (select sum(running)::int from open_counts where tenant_id = $1 and workflow_id = $2) as running
       from workflow_days where tenant_id = $1 and workflow_id = $2`,
      [tenantId, own],
    )
    return counts
  }
  expect(await figures()).toEqual({ started: 2, ended: 1, running: 1 })
  for (const id of [done, running]) {
    const at = { params: { instanceId: InstanceId.parse(id) } }
    await actors.owner.client(removeInstance, at)
    await actors.owner.client(purgeInstance, at)
  }
  await count()
  expect(await figures()).toEqual({ started: 0, ended: 0, running: 0 })
})

test('how a day ended is noted once: nothing that is done or counted later changes it', async () => {
  const own = await makeWorkflow(api.ctx, ours)
  const instance = await startedInstance(api.ctx, tenantId, own, { startedBy: maya.id })
  await rowsOf(
    `update instances set created_at = now() - interval '3 days', started_at = now() - interval '3 days' where id = $1`,
    [instance],
  )
  await rowsOf(
    `update tasks set created_at = now() - interval '3 days', due_date = current_date - 3, due_sort = now() - interval '2 days'
     where instance_id = $1`,
    [instance],
  )
  // As if yesterday had ended just now.
  const closeYesterday = () =>
    rowsOf('update roll_ups set closed_day = closed_day - 1 where tenant_id = $1', [tenantId])
  const ends = () =>
    rowsOf(
      'select running, overdue from workflow_days where tenant_id = $1 and workflow_id = $2 and running is not null',
      [tenantId, own],
    )
  await closeYesterday()
  await touch(instance)
  await count()
  expect(await ends()).toEqual([{ running: 1, overdue: 1 }])
  // Before that day ended, so that it would say otherwise if it were asked again.
  await rowsOf(`update instances set status = 'completed', completed_at = now() - interval '60 hours' where id = $1`, [
    instance,
  ])
  await rowsOf(
    `update tasks set status = 'completed', completed_at = now() - interval '60 hours' where instance_id = $1`,
    [instance],
  )
  await closeYesterday()
  await touch(instance)
  await count()
  await recount(worker, tenantId, 0)
  expect(await ends()).toEqual([{ running: 1, overdue: 1 }])
})
