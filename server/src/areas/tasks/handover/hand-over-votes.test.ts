import { decideTask, openWorkOf, takeOver } from '@throughline/contracts/task-acts'
import { setWorkflowAccess } from '@throughline/contracts/workflows'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeMember, setMemberStatus } from '../../../../test/factories.ts'
import { makeInstance, makeWorkflow } from '../../../../test/running-world.ts'
import { makeSomeone } from '../../../../test/someone.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors, maya, priya, workflow, task, read, at } = await createTaskWorld(api)

const hire = async () =>
  makeMember(ctx, ours, { ...(await makeSomeone(ctx, { name: 'Goes' })), name: 'Goes', role: 'member' })
/** Somebody who is suspended before their work is handed over. */
const leaver = async () => {
  const id = await hire()
  await setMemberStatus(ctx, ours.tenantId, id, 'suspended')
  return id
}
const startedBy = (memberId: string, of = workflow) => makeInstance(ctx, ours.tenantId, of, { startedBy: memberId })
const hand = async (memberId: string, to_member: string, by = actors.admin.client) =>
  (await by(takeOver, { params: { memberId }, body: { to_member } })).data.moved
const approvalsOf = async (memberId: string) =>
  (await actors.owner.client(openWorkOf, { params: { memberId } })).data.approvals
const seatedIn = async (id: string) => (await read(id)).seats.map(({ person }) => person?.name)
const approve = (who: typeof maya, id: string) =>
  verdict(who.client(decideTask, { ...at(id), body: { decision: 'approve' } }))

/** Two seats of one person and one of another, as handing over used to leave them. */
async function seatedTwice(memberId: string) {
  const id = await task({
    type: 'approval',
    seats: [{ member: memberId }, { team: ours.teamId }, { member: priya.id }],
  })
  await api.database.admin((admin) =>
    admin.query('update task_seats set member_id = $2, team_id = null where task_id = $1 and slot = 1', [id, memberId]),
  )
  return id
}

test('a vote on their own work is not handed to anybody, and nobody appoints themselves: it stays', async () => {
  const goes = await leaver()
  const started = await task({ type: 'approval', seats: [{ member: goes }] }, await startedBy(maya.id))
  const did = await startedBy(ours.ownerId)
  await task({ step: 'ask', assignedTo: maya.id, status: 'completed' }, did)
  const covers = await task({ type: 'approval', seats: [{ member: goes }] }, did)
  expect(await hand(goes, maya.id)).toBe(0)
  expect(await seatedIn(started)).toEqual(['Goes'])
  expect(await seatedIn(covers)).toEqual(['Goes'])
  expect(await approvalsOf(goes)).toBe(2)
})

test('where they have no part in the work it is theirs, and they decide', async () => {
  const goes = await leaver()
  const id = await task({ type: 'approval', seats: [{ member: goes }] }, await startedBy(priya.id))
  expect(await hand(goes, maya.id)).toBe(1)
  expect(await approve(maya, id)).toBe('accepted')
})

test('nor is it handed to whoever may not see the work', async () => {
  const goes = await leaver()
  const hidden = await makeWorkflow(ctx, ours)
  const body = { visibility: 'limited' as const, team_ids: [ours.teamId], member_ids: [] }
  await actors.owner.client(setWorkflowAccess, { params: { workflowId: hidden }, body })
  const id = await task({ type: 'approval', seats: [{ member: goes }] }, await startedBy(priya.id, hidden))
  expect(await hand(goes, await hire())).toBe(0)
  expect(await seatedIn(id)).toEqual(['Goes'])
  expect(await approvalsOf(goes)).toBe(1)
})

test('nobody comes to have two votes, in seats or in queues', async () => {
  const goes = await leaver()
  const seats = await task({ type: 'approval', seats: [{ member: goes }, { member: maya.id }] })
  const queue = await task({ type: 'approval', seats: [{ member: goes }, { team: ours.teamId }] })
  expect(await approve(maya, queue)).toBe('accepted')
  expect(await hand(goes, maya.id)).toBe(0)
  expect(await seatedIn(seats)).toEqual(['Goes', 'Maya Okafor'])
  expect(await seatedIn(queue)).toEqual(['Goes', undefined])
})

test('where two seats are somebody’s already, they vote in one', async () => {
  const id = await seatedTwice(maya.id)
  expect(await approve(maya, id)).toBe('accepted')
  await expect(
    maya.client(decideTask, { ...at(id), body: { decision: 'reject', comment: 'No' } }),
  ).rejects.toMatchObject({ message: 'You’ve already decided this' })
})

test('of two seats of one who goes the other gets one: nobody comes to have both', async () => {
  const goes = await leaver()
  const id = await seatedTwice(goes)
  expect(await hand(goes, maya.id)).toBe(1)
  expect(await seatedIn(id)).toEqual(['Maya Okafor', 'Goes', 'Priya Sharma'])
  expect(await approvalsOf(goes)).toBe(1)
})

test('what the other cannot have stays open work of the one who goes until a manager overrides it', async () => {
  const goes = await leaver()
  const id = await task({ type: 'approval', seats: [{ member: goes }, { member: maya.id }] })
  expect(await hand(goes, maya.id, actors.owner.client)).toBe(0)
  expect((await read(id)).seats[0]?.person?.id).toBe(goes)
  expect(await approvalsOf(goes)).toBe(1)
  expect((await read(id, actors.manager.client)).can.override).toBe(true)
})

describe('nobody approves their own request by handing work over', () => {
  test('the vote of somebody who is here moves by their own hand alone', async () => {
    const id = await task({ type: 'approval', seats: [{ member: priya.id }] })
    const own = await task({ assignedTo: priya.id })
    expect(await hand(priya.id, maya.id), 'the rest of the work does').toBe(1)
    expect((await read(own)).assignee?.id).toBe(maya.id)
    expect(await seatedIn(id)).toEqual(['Priya Sharma'])
    expect(await hand(priya.id, maya.id, priya.client)).toBe(1)
    expect(await seatedIn(id)).toEqual(['Maya Okafor'])
  })

  test('nobody hands work to themselves', async () => {
    const goes = await leaver()
    const id = await task({ type: 'approval', seats: [{ member: goes }] }, await startedBy(priya.id))
    expect(await verdict(hand(goes, actors.admin.user.member_id))).toBe('403 forbidden')
    expect(await seatedIn(id)).toEqual(['Goes'])
  })

  test('nobody hands over the work of somebody with a higher role', async () => {
    const id = await task({ assignedTo: ours.ownerId })
    expect(await verdict(hand(ours.ownerId, maya.id))).toBe('403 forbidden')
    expect((await read(id)).assignee?.id).toBe(ours.ownerId)
  })

  test('nor, without managing members, that of anybody else', async () => {
    expect(await verdict(hand(priya.id, await hire(), maya.client))).toBe('403 not_yours')
  })
})
