import { InstanceId } from '@throughline/contracts/ids'
import { overrideStep } from '@throughline/contracts/instance-acts'
import { getInstance } from '@throughline/contracts/instances'
import { completeTask } from '@throughline/contracts/task-acts'
import { parse } from '@throughline/flow/compile'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { form } from '../../../../test/engine/steps.ts'
import { makeWorkflow, startedInstance } from '../../../../test/running-world.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'

const api = await sharedApi()
const { ctx, database } = api
const { ours, actors } = await createTaskWorld(api)
const { client } = actors.owner

const started = async (steps: object[]) => {
  const workflow = await makeWorkflow(ctx, ours, parse({ name: 'Together', prefix: 'TOG', steps }).doc)
  return InstanceId.parse(await startedInstance(ctx, ours.tenantId, workflow, { startedBy: ours.ownerId }))
}

test('twenty tasks of one instance, completed at once, are all completed', async () => {
  const list = JSON.stringify(Array.from({ length: 20 }, (_, n) => n))
  const id = await started([form('do', [], { each: { list, order: 'at_once', until: 'all' } })])
  const params = { instanceId: id }
  const { tasks } = (await client(getInstance, { params })).data
  expect(tasks).toHaveLength(20)
  const verdicts = await Promise.all(
    tasks.map((one) => verdict(client(completeTask, { params: { taskId: one.id }, body: { answers: {} } }))),
  )
  expect(new Set(verdicts)).toEqual(new Set(['accepted']))
  expect((await client(getInstance, { params })).data).toMatchObject({ status: 'completed', tasks_done: 20 })
})

test('an override whose audit row cannot be written is refused whole, and done once it can be', async () => {
  const id = await started([form('do', ['next']), form('next', [])])
  const override = () =>
    verdict(client(overrideStep, { params: { instanceId: id, step: 'do' }, body: { reason: 'By phone' } }))
  const stepsOf = async () =>
    (await client(getInstance, { params: { instanceId: id } })).data.waiting.map(({ step }) => step)
  await database.admin(async (admin) => {
    await admin.query('begin; lock table audit_pending in access exclusive mode')
    expect(await override()).toBe('503 busy')
    await admin.query('rollback')
  })
  expect(await stepsOf()).toEqual(['do'])
  expect(await override()).toBe('accepted')
  expect(await stepsOf()).toEqual(['next'])
})
