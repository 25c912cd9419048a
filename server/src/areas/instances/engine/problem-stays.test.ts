import { InstanceId, TaskId } from '@throughline/contracts/ids'
import { cancelInstance } from '@throughline/contracts/instance-acts'
import { getInstance } from '@throughline/contracts/instances'
import { completeTask } from '@throughline/contracts/task-acts'
import { parse } from '@throughline/flow/compile'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { form } from '../../../../test/engine/steps.ts'
import { makeWorkflow, startedInstance } from '../../../../test/running-world.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { createChildren } from './children.ts'
import { keepProblem } from './keep-problem.ts'
import { syncInstance } from './sync.ts'

const api = await sharedApi()
const { ctx, database } = api
const { ours, actors } = await createTaskWorld(api)
const { client } = actors.owner
const children = createChildren(ctx)

const workflow = (...steps: object[]) =>
  makeWorkflow(ctx, ours, parse({ name: 'Stays', prefix: 'STY', type: 'parallel', steps }).doc)

const sub = (id: string, workflow_id: string) => ({
  id,
  type: 'subworkflow',
  name: id,
  workflow_id,
  input: {},
  output: {},
  next: [],
})

const statusOf = async (id: InstanceId) => (await client(getInstance, { params: { instanceId: id } })).data.status

/** An instance that wants these two children, with a task open beside them. */
async function begin(one: string, other: string) {
  const steps = [form('go', ['one', 'other', 'more']), sub('one', one), sub('other', other), form('more', ['end'])]
  const parent = await workflow(...steps, form('end', []))
  const id = InstanceId.parse(await startedInstance(ctx, ours.tenantId, parent, { startedBy: ours.ownerId }))
  const complete = async () => {
    const { rows } = await database.admin((admin) =>
      admin.query<{ id: string }>(`select id from tasks where instance_id = $1 and status = 'pending'`, [id]),
    )
    await client(completeTask, { params: { taskId: TaskId.parse(rows[0]?.id) }, body: { answers: {} } })
  }
  await complete()
  const address = { tenantId: ours.tenantId, instanceId: id }
  const { start } = await syncInstance(ctx, address)
  const startChild = async (step: string) => {
    for (const call of start) if (call.step === step) await children.start({ ...address, ...call })
  }
  return { id, address, complete, startChild }
}

test('a child that could not be started says so, whatever else of its parent goes on', async () => {
  const [good, bad] = [await workflow(form('do', [])), await workflow(form('do', []))]
  await database.admin((admin) =>
    admin.query(`update workflow_versions set document = '"nonsense"' where workflow_id = $1`, [bad]),
  )
  const { id, address, complete, startChild } = await begin(bad, good)
  await expect(startChild('one')).rejects.toThrow()
  expect(await statusOf(id)).toBe('failed')
  await complete()
  expect(await statusOf(id), 'another step has gone on').toBe('failed')
  await startChild('other')
  expect(await statusOf(id), 'another child is started').toBe('failed')
  await database.admin((admin) => admin.query('update instance_wants set tries = 1 where instance_id = $1', [id]))
  await syncInstance(ctx, address)
  expect(await statusOf(id), 'the engine has looked').toBe('failed')
  await client(cancelInstance, { params: { instanceId: id }, body: { reason: 'It is broken' } })
  const { rows } = await database.admin((admin) =>
    admin.query(`select from instance_wants where instance_id = $1 and problem is not null`, [id]),
  )
  expect(rows).toEqual([])
})

test('a problem is over as soon as all that is wanted has begun', async () => {
  const child = await workflow(form('do', []))
  const { id, startChild } = await begin(child, child)
  await keepProblem(ctx, ours.tenantId, id, { problem: 'It could not be started.' })
  await startChild('one')
  expect(await statusOf(id)).toBe('failed')
  await startChild('other')
  expect(await statusOf(id)).toBe('in_progress')
})
