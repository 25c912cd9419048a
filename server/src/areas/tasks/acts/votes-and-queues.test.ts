import type { Client } from '@throughline/contracts/client'
import * as acts from '@throughline/contracts/task-acts'
import { listTasks } from '@throughline/contracts/tasks'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeInstance } from '../../../../test/running-world.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'

const api = await sharedApi()
const { maya, priya, ours, actors, workflow, task, read, turns, at } = await createTaskWorld(api)

describe('an approval', () => {
  const decide = (client: Client, id: string, decision: 'approve' | 'reject' | 'changes', comment = '') =>
    client(acts.decideTask, { ...at(id), body: { decision, comment } })

  test('takes one vote for each seat', async () => {
    const id = await task({ type: 'approval', seats: [{ member: maya.id }, { member: priya.id }] })
    expect((await read(id, maya.client)).can.decide).toBe(true)
    await decide(maya.client, id, 'approve')
    expect((await read(id, maya.client)).seats).toMatchObject([
      { verdict: 'approve', by: { id: maya.id }, mine: true },
      { verdict: null, mine: false },
    ])
    expect(await turns(id)).toMatchObject([{ t: 'decision', slot: 0, decision: 'approve', by: maya.id }])
    await expect(decide(maya.client, id, 'reject', 'No')).rejects.toMatchObject({ status: 409, code: 'not_asked' })
    expect(await verdict(decide(actors.outsider.client, id, 'approve'))).toBe('409 not_asked')
    expect(await verdict(decide(priya.client, id, 'reject'))).toBe('422 invalid_request')
    await decide(priya.client, id, 'changes', 'Cheaper')
    expect((await read(id)).seats[1]).toMatchObject({
      verdict: 'changes',
      comment: 'Cheaper',
    })
    const open = await maya.client(listTasks, { query: { assigned_to: maya.user.username } })
    expect(open.data.map((row) => row.id)).not.toContain(id)
  })

  test('tells whoever comes too late who decided', async () => {
    const id = await task({ type: 'approval', seats: [{ member: maya.id }, { member: priya.id }] })
    await decide(maya.client, id, 'approve')
    await api.database.admin((admin) =>
      admin.query(`update tasks set status = 'completed', outcome = 'approved' where id = $1`, [id]),
    )
    await expect(decide(priya.client, id, 'approve')).rejects.toMatchObject({
      code: 'not_open',
      message: /Maya Okafor approved/,
    })
  })

  test('in a queue is decided once by each, and by nobody about their own work', async () => {
    const fresh = await makeInstance(api.ctx, ours.tenantId, workflow, { startedBy: ours.ownerId })
    const id = await task({ type: 'approval', seats: [{ team: ours.teamId }, { team: ours.teamId }] }, fresh)
    expect(await verdict(decide(actors.owner.client, id, 'approve'))).toBe('409 not_asked')
    expect(await verdict(decide(maya.client, id, 'approve'))).toBe('accepted')
    await expect(decide(maya.client, id, 'reject', 'No')).rejects.toMatchObject({ code: 'not_asked' })
    expect(await verdict(decide(priya.client, id, 'approve'))).toBe('accepted')
  })
})

describe('a queue', () => {
  test('gives each task to exactly one of two who claim at the same moment, and tells the other who', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, (_, n) => task({ team: ours.teamId, round: 10_000 + n })))
    const claim = (who: typeof maya, id: string) =>
      who.client(acts.claimTask, at(id)).then(
        ({ data }) => ({ won: true, says: data.assigned_to ?? '' }),
        (error: { code: string; message: string }) => ({ won: false, says: `${error.code}: ${error.message}` }),
      )
    for (const id of ids) {
      const [first, second] = await Promise.all([claim(maya, id), claim(priya, id)])
      expect([first.won, second.won].filter(Boolean)).toHaveLength(1)
      const winner = first.won ? 'Maya Okafor' : 'Priya Sharma'
      expect((first.won ? second : first).says).toBe(`claimed: ${winner} has this task`)
    }
  }, 60_000)

  test('takes back what was claimed', async () => {
    const id = await task({ team: ours.teamId })
    expect((await read(id, maya.client)).can).toMatchObject({ claim: true, release: false })
    expect((await maya.client(acts.claimTask, at(id))).data).toMatchObject({
      state: 'in_progress',
      assigned_to: maya.user.username,
    })
    expect(await verdict(priya.client(acts.releaseTask, at(id)))).toBe('403 not_yours')
    expect((await maya.client(acts.releaseTask, at(id))).data).toMatchObject({
      state: 'pending',
      assigned_to: null,
      mine: 'queue',
    })
  })
})
