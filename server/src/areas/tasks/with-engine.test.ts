import { setTimeout as sleep } from 'node:timers/promises'
import * as acts from '@throughline/contracts/task-acts'
import { getTask, listTasks } from '@throughline/contracts/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { linkIn, theMail } from '../../../test/caught-mail.ts'
import { makeWorkflow, startedInstance } from '../../../test/running-world.ts'
import { verdict } from '../../../test/verdict.ts'
import { startWorker } from '../../../test/worker.ts'
import { createWorld } from '../../../test/world.ts'

const api = await createTestApi()
const { ours, actors } = await createWorld(api)
const { client } = actors.owner
const workflow = await makeWorkflow(api.ctx, ours)
let worker: Awaited<ReturnType<typeof startWorker>> | undefined
beforeAll(async () => {
  worker = await startWorker(api.database)
}, 90_000)
afterAll(async () => {
  await worker?.stop()
  await api.close()
})

const start = () => startedInstance(api.ctx, ours.tenantId, workflow, { startedBy: ours.ownerId })
const tasksOf = async (instance: string) => (await client(listTasks, { query: { instance } })).data
const at = (taskId: string) => ({ params: { taskId } })

/** The task of a step, once it is in this state. */
async function reached(instance: string, step: string, state: string) {
  const find = async () => (await tasksOf(instance)).find((task) => task.step === step && task.state === state)
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy()
  return (await find())?.id ?? ''
}

test('from a form by a vote of a queue to a tool that fails, is tried again and passed over', {
  timeout: 120_000,
}, async () => {
  const instance = await start()
  const ask = await reached(instance, 'ask', 'pending')
  await client(acts.completeTask, { ...at(ask), body: { answers: { amount: 50 } } })

  const vote = await reached(instance, 'ok', 'pending')
  const queued = await actors.manager.client(listTasks, { query: { queue: 'mine' } })
  expect(queued.data).toMatchObject([{ id: vote, mine: 'queue', queue: { kind: 'role', name: 'Manager' } }])
  const { data: seen } = await actors.manager.client(getTask, at(vote))
  expect(seen).toMatchObject({
    rule: 'all',
    can: { decide: true },
    leads: { approve: ['Order it'], reject: ['Ask for it'], changes: ['Ask for it'] },
    facts: [{ name: 'amount', label: 'Amount', shown: '50', size: null }],
    waiting: { kind: 'approval' },
    step_name: 'Approve it',
  })
  const body = { to: ours.ownerId, question: 'Is it urgent?' }
  await actors.manager.client(acts.askQuery, { ...at(vote), body })
  await actors.manager.client(acts.decideTask, { ...at(vote), body: { decision: 'approve' } })
  expect((await actors.manager.client(listTasks, { query: { queue: 'mine' } })).data).toEqual([])

  const order = await reached(instance, 'order', 'failed')
  const { data: failed } = await client(getTask, at(order))
  expect(failed).toMatchObject({
    task_type_display: 'Automation',
    can: { retry: true, override: true, complete: false },
    tool: { id: 'http.request', honours_keys: true },
    outputs: [{ name: 'status', type: 'number' }],
    waiting: { kind: 'failed' },
  })
  expect(failed.problem).toBeTruthy()
  expect(failed.attempts.length).toBeGreaterThan(0)
  expect((await client(acts.retriggerTask, { ...at(order), body: {} })).data.id).toBe(order)
  await reached(instance, 'order', 'failed')
  const override = (more: object) => client(acts.completeTask, { ...at(order), body: { override: true, ...more } })
  expect(await verdict(override({}))).toBe('422 invalid_request')
  expect(await verdict(override({ reason: 'By phone', outputs: { status: 'two hundred' } }))).toBe(
    '422 invalid_request',
  )
  const passed = await override({ reason: 'Ordered by phone', outputs: { status: 200 } })
  expect(passed.data).toMatchObject({ state: 'completed', status: 'completed' })

  const file = await reached(instance, 'file', 'pending')
  await client(acts.completeTask, { ...at(file), body: {} })
  const query = (await tasksOf(instance)).find(({ task_type }) => task_type === 'query')
  await expect
    .poll(async () => (await tasksOf(instance)).find(({ id }) => id === query?.id)?.state, { timeout: 20_000 })
    .toBe('cancelled')
  expect(
    (await tasksOf(instance)).filter(({ task_type, state }) => task_type !== 'query' && state !== 'completed'),
  ).toEqual([])
})

test('the approvers are told by mail that their approval was overridden, by whom and why', {
  timeout: 60_000,
}, async () => {
  const instance = await start()
  const ask = await reached(instance, 'ask', 'pending')
  await client(acts.completeTask, { ...at(ask), body: { answers: { amount: 50 } } })
  const vote = await reached(instance, 'ok', 'pending')
  const body = { override: true, reason: 'Agreed in the meeting' }
  const { data } = await actors.admin.client(acts.completeTask, { ...at(vote), body })
  expect(data.state).toBe('completed')
  const mail = await theMail(actors.manager.user.email)
  expect(mail.subject).toBe('Approval overridden: Approve it')
  expect(mail.text).toContain('Test admin overrode “Approve it” in Desk.')
  expect(mail.text).toContain('Reason: Agreed in the meeting')
  expect(linkIn(mail)).toMatch(new RegExp(`/tasks/${vote}$`))
})

test('with the worker stopped people’s steps go on; what has to be called waits for it, and is called once', {
  timeout: 120_000,
}, async () => {
  const instance = await start()
  const first = await reached(instance, 'ask', 'pending')
  await worker?.stop()
  worker = undefined

  await client(acts.completeTask, { ...at(first), body: { answers: { amount: 50 } } })
  const vote = (await tasksOf(instance)).find(({ step }) => step === 'ok')?.id ?? ''
  await actors.manager.client(acts.decideTask, { ...at(vote), body: { decision: 'approve' } })
  const states = async () => (await tasksOf(instance)).map(({ step, state }) => `${step} ${state}`).toSorted()
  expect(await states()).toEqual(['ask completed', 'ok completed', 'order in_progress'])
  await sleep(1000)
  expect(await states(), 'nobody calls').toEqual(['ask completed', 'ok completed', 'order in_progress'])

  worker = await startWorker(api.database)
  const order = await reached(instance, 'order', 'failed')
  const { data } = await client(getTask, at(order))
  expect(data.attempts).toHaveLength(1)
})
