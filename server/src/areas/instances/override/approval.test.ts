import { InstanceId } from '@throughline/contracts/ids'
import { overrideStep } from '@throughline/contracts/instance-acts'
import { completeTask, decideTask } from '@throughline/contracts/task-acts'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi } from '../../../../test/api.ts'
import { ENGINE_AWAY } from '../../../../test/queued-mails.ts'
import { makeInstance, type TaskSpec } from '../../../../test/running-world.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'

const api = await createTestApi(ENGINE_AWAY)
const { ours, actors, workflow, maya, priya, task, read, at } = await createTaskWorld(api)
afterAll(() => api.close())

const ALLOWED = '503 engine_away'
const NOT_YOURS = '403 not_yours'

async function approval(seats: TaskSpec['seats'], startedBy = maya.id) {
  const instance = await makeInstance(api.ctx, ours.tenantId, workflow, { startedBy })
  const id = await task({ type: 'approval', round: 1, ...(seats && { seats }) }, instance)
  return { id, instance }
}

/** By both calls that override; the page offers what they allow. */
async function override({ id, instance }: { id: string; instance: string }, by: typeof actors.admin) {
  const params = { instanceId: InstanceId.parse(instance), step: 'ok' }
  const verdicts = [
    await verdict(by.client(overrideStep, { params, body: { reason: 'In a hurry', outcome: 'approved' } })),
    await verdict(by.client(completeTask, { ...at(id), body: { override: true, reason: 'In a hurry' } })),
  ]
  const { can } = await read(id, by.client)
  expect([...new Set(verdicts)], `the page offers it: ${can.override}`).toHaveLength(1)
  expect(can.override).toBe(verdicts[0] === ALLOWED)
  return verdicts[0]
}

describe('nobody approves their own request by overriding the approval', () => {
  test('a member can’t override an approval, a manager can', async () => {
    const made = await approval([{ member: priya.id }])
    expect(await override(made, actors.member)).toBe('403 forbidden')
    expect(await override(made, actors.manager)).toBe(ALLOWED)
  })

  test('nor can the person who started it, whatever their role', async () => {
    const made = await approval([{ member: priya.id }], ours.ownerId)
    expect(await override(made, actors.owner)).toBe(NOT_YOURS)
    expect(await override(made, actors.admin)).toBe(ALLOWED)
  })

  test('nor the person who did what is being approved', async () => {
    const made = await approval([{ member: priya.id }])
    const did = actors.manager.user.member_id
    await task({ step: 'ask', round: 1, assignedTo: did, status: 'completed' }, made.instance)
    expect(await override(made, actors.manager)).toBe(NOT_YOURS)
  })

  test('nor anybody with a vote, of their own or through a role', async () => {
    const seated = await approval([{ member: actors.manager.user.member_id }, { member: priya.id }])
    expect(await override(seated, actors.manager)).toBe(NOT_YOURS)
    await actors.manager.client(decideTask, { ...at(seated.id), body: { decision: 'approve' } })
    expect(await override(seated, actors.manager), 'after the vote, too').toBe(NOT_YOURS)
    const queued = await approval([{ role: ours.roles.manager.id }])
    expect(await override(queued, actors.manager)).toBe(NOT_YOURS)
    expect(await override(queued, actors.admin)).toBe(ALLOWED)
  })
})
