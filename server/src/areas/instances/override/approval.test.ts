import { InstanceId } from '@throughline/contracts/ids'
import { overrideStep } from '@throughline/contracts/instance-acts'
import { completeTask, decideTask } from '@throughline/contracts/task-acts'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeDocument } from '../../../../test/documents.ts'
import { makeInstance, type TaskSpec } from '../../../../test/running-world.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'

const api = await sharedApi()
const { ours, actors, workflow, maya, priya, task, read, at } = await createTaskWorld(api)

const ALLOWED = 'accepted'
const NOT_YOURS = '403 not_yours'

interface Approval {
  id: string
  instance: string
}

async function approval(seats: TaskSpec['seats'], startedBy = maya.id): Promise<Approval> {
  const instance = await makeInstance(api.ctx, ours.tenantId, workflow, { startedBy })
  const id = await task({ type: 'approval', ...(seats && { seats }) }, instance)
  return { id, instance }
}

/** By both calls that override, each on an approval of its own; the page offers what they allow. */
async function override(make: () => Promise<Approval>, by: typeof actors.admin) {
  const [one, other] = [await make(), await make()]
  const { can } = await read(one.id, by.client)
  const params = { instanceId: InstanceId.parse(one.instance), step: 'ok' }
  const verdicts = [
    await verdict(by.client(overrideStep, { params, body: { reason: 'In a hurry', outcome: 'approved' } })),
    await verdict(by.client(completeTask, { ...at(other.id), body: { override: true, reason: 'In a hurry' } })),
  ]
  expect([...new Set(verdicts)], `the page offers it: ${can.override}`).toHaveLength(1)
  expect(can.override).toBe(verdicts[0] === ALLOWED)
  return verdicts[0]
}

describe('nobody approves their own request by overriding the approval', () => {
  test('a member can’t override an approval, a manager can', async () => {
    const make = () => approval([{ member: priya.id }])
    expect(await override(make, actors.member)).toBe('403 forbidden')
    expect(await override(make, actors.manager)).toBe(ALLOWED)
  })

  test('nor can the person who started it, whatever their role', async () => {
    const make = () => approval([{ member: priya.id }], ours.ownerId)
    expect(await override(make, actors.owner)).toBe(NOT_YOURS)
    expect(await override(make, actors.admin)).toBe(ALLOWED)
  })

  test('nor the person who did what is being approved', async () => {
    const did = actors.manager.user.member_id
    const make = async () => {
      const made = await approval([{ member: priya.id }])
      await task({ step: 'ask', assignedTo: did, status: 'completed' }, made.instance)
      return made
    }
    expect(await override(make, actors.manager)).toBe(NOT_YOURS)
  })

  test('nor the person who uploaded the file that is being approved', async () => {
    const by = actors.manager.user.member_id
    const make = async () => {
      const made = await approval([{ member: priya.id }])
      await makeDocument(api.ctx, ours, { taskId: made.id }, { by })
      return made
    }
    expect(await override(make, actors.manager)).toBe(NOT_YOURS)
    expect(await override(make, actors.admin)).toBe(ALLOWED)
  })

  test('nor anybody with a vote, of their own or through a role', async () => {
    const seated = () => approval([{ member: actors.manager.user.member_id }, { member: priya.id }])
    expect(await override(seated, actors.manager)).toBe(NOT_YOURS)
    const voted = async () => {
      const made = await seated()
      await actors.manager.client(decideTask, { ...at(made.id), body: { decision: 'approve' } })
      return made
    }
    expect(await override(voted, actors.manager), 'after the vote, too').toBe(NOT_YOURS)
    const queued = () => approval([{ role: ours.roles.manager.id }])
    expect(await override(queued, actors.manager)).toBe(NOT_YOURS)
    expect(await override(queued, actors.admin)).toBe(ALLOWED)
  })
})
