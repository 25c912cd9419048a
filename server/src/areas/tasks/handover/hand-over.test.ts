import type { MemberId } from '@throughline/contracts/ids'
import { openWorkOf, takeOver } from '@throughline/contracts/task-acts'
import { getTask } from '@throughline/contracts/tasks'
import { setWorkflowAccess } from '@throughline/contracts/workflows'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeConnection } from '../../../../test/connected.ts'
import { makeMember, makeTeam, placeMember, setMemberStatus } from '../../../../test/factories.ts'
import { makeInstance, makeTask, makeWorkflow, type TaskSpec } from '../../../../test/running-world.ts'
import { makeSomeone } from '../../../../test/someone.ts'
import { verdict } from '../../../../test/verdict.ts'
import { createWorld } from '../../../../test/world.ts'
import { createHandOverActivities } from './hand-over.activities.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, theirs, actors } = await createWorld(api)
const { client } = actors.admin
const hire = async (name: string) => makeMember(ctx, ours, { ...(await makeSomeone(ctx)), name, role: 'member' })
/** Votes move once their holder is suspended. */
const suspend = (id: MemberId) => setMemberStatus(ctx, ours.tenantId, id, 'suspended')
const workflow = await makeWorkflow(ctx, ours)
const instance = await makeInstance(ctx, ours.tenantId, workflow)
const admin = async (statement: string, values: unknown[]) =>
  (await api.database.admin((db) => db.query<Record<string, unknown>>(statement, values))).rows
let round = 0
const task = (spec: TaskSpec, of = instance) => {
  round += 1
  return makeTask(ctx, ours.tenantId, of, { round, ...spec })
}
const read = async (taskId: string) => (await client(getTask, { params: { taskId } })).data
const work = async (memberId: string) => (await client(openWorkOf, { params: { memberId } })).data
const counts = async (memberId: string) => {
  const { queues: _queues, connections: _connections, ...rest } = await work(memberId)
  return rest
}

test('all that somebody still has to do goes to whoever takes over', async () => {
  const [goes, comes, other] = [await hire('Goes'), await hire('Comes'), await hire('Other')]
  const own = await task({ assignedTo: goes, status: 'in_progress' })
  const reviews = await task({ assignedTo: other, reviewer: goes })
  const inReview = await task({ assignedTo: other, reviewer: goes, status: 'review' })
  const votes = await task({ type: 'approval', seats: [{ member: other }, { member: goes }] })
  const done = await task({ assignedTo: goes, status: 'completed' })
  expect(await counts(goes)).toEqual({ assigned: 1, approvals: 1, reviews: 2 })

  await suspend(goes)
  const { data } = await client(takeOver, { params: { memberId: goes }, body: { to_member: comes } })
  expect(data).toEqual({ moved: 4 })
  expect(await counts(goes)).toEqual({ assigned: 0, approvals: 0, reviews: 0 })
  expect(await counts(comes)).toEqual({ assigned: 1, approvals: 1, reviews: 2 })
  expect(await read(own)).toMatchObject({ state: 'pending', assignee: { id: comes } })
  expect(await read(reviews)).toMatchObject({ reviewer_person: { id: comes }, assignee: { id: other } })
  expect(await read(inReview)).toMatchObject({ state: 'review', reviewer_person: { id: comes } })
  expect((await read(votes)).seats.map(({ person }) => person?.id)).toEqual([other, comes])
  expect((await read(done)).assignee?.id).toBe(goes)
})

test('or to the queue of a team; reviews to whoever hands it over', async () => {
  const goes = await hire('Goes')
  const own = await task({ assignedTo: goes })
  const votes = await task({ type: 'approval', seats: [{ member: goes }] })
  const reviews = await task({ reviewer: goes, status: 'review' })
  await suspend(goes)
  await client(takeOver, { params: { memberId: goes }, body: { to_team: ours.teamId } })
  expect(await read(own)).toMatchObject({ assignee: null, queue: { kind: 'team', id: ours.teamId } })
  expect((await read(votes)).seats).toMatchObject([{ person: null, queue: { id: ours.teamId } }])
  expect((await read(reviews)).reviewer).toBe(actors.admin.user.username)
})

test('queues that nobody else works are named, as long as something waits in them', async () => {
  const [alone, other] = [await hire('Alone'), await hire('Other')]
  const team = (name: string) => makeTeam(ctx, ours.tenantId, name)
  const [lonely, shared, idle] = [await team('Lonely'), await team('Shared'), await team('Idle')]
  await placeMember(ctx, ours.tenantId, alone, { otherTeams: [lonely, shared, idle] })
  await placeMember(ctx, ours.tenantId, other, { teamId: shared })
  for (const id of [lonely, shared]) await task({ team: id })
  expect((await work(alone)).queues).toEqual([{ id: lonely, name: 'Lonely' }])
  await suspend(other)
  expect((await work(alone)).queues.map(({ name }) => name)).toEqual(['Lonely', 'Shared'])
})

test('nobody is left to review what they did themselves', async () => {
  const goes = await hire('Goes')
  const open = await task({ assignedTo: ours.ownerId, reviewer: goes })
  const inReview = await task({ assignedTo: ours.ownerId, reviewer: goes, status: 'review' })
  await actors.owner.client(takeOver, { params: { memberId: goes }, body: { to_team: ours.teamId } })
  expect(await read(open)).toMatchObject({ reviewer: null, state: 'pending' })
  expect(await read(inReview)).toMatchObject({ reviewer: null, state: 'in_progress' })
})

test('what the other may not see goes back to nobody', async () => {
  const [goes, comes] = [await hire('Goes'), await hire('Comes')]
  const hidden = await makeWorkflow(ctx, ours)
  const body = { visibility: 'limited' as const, team_ids: [ours.teamId], member_ids: [] }
  await actors.owner.client(setWorkflowAccess, { params: { workflowId: hidden }, body })
  const secret = await task({ assignedTo: goes }, await makeInstance(ctx, ours.tenantId, hidden))
  await client(takeOver, { params: { memberId: goes }, body: { to_member: comes } })
  expect((await read(secret)).assignee).toBeNull()
})

test('nor does it go into the queue of a team that may not see it, and a query is left to no queue at all', async () => {
  const goes = await hire('Goes')
  const { client: owner } = actors.owner
  const hidden = await makeWorkflow(ctx, ours)
  const body = { visibility: 'limited' as const, team_ids: [], member_ids: [ours.ownerId] }
  await owner(setWorkflowAccess, { params: { workflowId: hidden }, body })
  const secret = await task({ assignedTo: goes }, await makeInstance(ctx, ours.tenantId, hidden))
  const query = await task({ type: 'query', assignedTo: goes })
  await owner(takeOver, { params: { memberId: goes }, body: { to_team: ours.teamId } })
  const now = async (taskId: string) => (await owner(getTask, { params: { taskId } })).data
  expect(await now(secret)).toMatchObject({ assignee: null, queue: null })
  expect(await now(query)).toMatchObject({ assignee: { id: ours.ownerId }, queue: null })
})

test('of very many the first are moved at once, the others by the engine', async () => {
  const [goes, comes] = [await hire('Goes'), await hire('Comes')]
  for (let n = 0; n < 210; n++) await task({ assignedTo: goes })
  const { data } = await client(takeOver, { params: { memberId: goes }, body: { to_member: comes } })
  expect(data).toEqual({ moved: 210 })
  const { rows } = await api.database.admin((admin) =>
    admin.query(
      `select payload->'args' as args from outbox where tenant_id = $1 and payload->>'workflow' = 'handOverWork'`,
      [ours.tenantId],
    ),
  )
  const { handOverBatch } = createHandOverActivities(ctx)
  expect(await handOverBatch(rows[0]?.args)).toBeUndefined()
  expect(await counts(goes)).toEqual({ assigned: 0, approvals: 0, reviews: 0 })
  expect((await work(comes)).assigned).toBe(210)
}, 120_000)

test('is refused where it makes no sense, and for those of others', async () => {
  const [goes, comes] = [await hire('Goes'), await hire('Comes')]
  const hand = (memberId: string, body: object, by = client) => verdict(by(takeOver, { params: { memberId }, body }))
  expect(await hand(goes, {})).toBe('422 invalid_request')
  expect(await hand(goes, { to_member: goes })).toBe('422 invalid_request')
  expect(await hand(goes, { to_member: comes, to_team: ours.teamId })).toBe('422 invalid_request')
  expect(await hand(goes, { to_member: theirs.memberId })).toBe('404 not_found')
  expect(await hand(goes, { to_team: theirs.teamId })).toBe('404 not_found')
  expect(await hand(theirs.memberId, { to_member: comes })).toBe('404 not_found')
  expect(await hand(goes, { to_member: comes }, actors.manager.client)).toBe('403 not_yours')
})

test('connections go to the person who takes over, under a name of their own, once their owner is suspended', async () => {
  const [goes, comes] = [await hire('Goes'), await hire('Comes')]
  const mine = await makeConnection(ctx, ours, goes)
  const twin = await makeConnection(ctx, ours, comes)
  await admin(`update integrations set tool_id = $2 where id = $1`, [twin.connection, mine.tool_id])
  expect(await work(goes)).toMatchObject({ assigned: 0, connections: 1 })
  const take = () => client(takeOver, { params: { memberId: goes }, body: { to_member: comes } })
  await take()
  expect((await work(goes)).connections, 'their owner is here').toBe(1)
  await suspend(goes)
  await admin(`update integrations set signed_out_at = now(), signed_out_text = 'Expired' where id = $1`, [
    mine.connection,
  ])
  await take()
  expect([(await work(goes)).connections, (await work(comes)).connections]).toEqual([0, 2])
  const [row] = await admin('select member_id, name, usable_by from integrations where id = $1', [mine.connection])
  expect(row).toEqual({ member_id: comes, name: 'Main (2)', usable_by: 'owner' })
  const told = await admin(`select type, because from messages where tenant_id = $1 and member_id = $2`, [
    ours.tenantId,
    comes,
  ])
  expect(told).toEqual([{ type: 'connection_signed_out', because: 'connected' }])
  const acts = await admin(`select data from audit_pending where tenant_id = $1 and act = 'connection.handed_over'`, [
    ours.tenantId,
  ])
  expect(acts).toEqual([
    { data: { tool: mine.tool_name, name: 'Main (2)', usable_by: 'owner', from: goes, to: { member: comes } } },
  ])
})

test('where nobody takes them who may connect tools, they go to the one who hands over', async () => {
  const viewer = await makeMember(ctx, ours, { ...(await makeSomeone(ctx)), name: 'Looks', role: 'viewer' })
  for (const body of [{ to_team: ours.teamId }, { to_member: viewer }]) {
    const goes = await hire('Goes')
    const { connection } = await makeConnection(ctx, ours, goes)
    await suspend(goes)
    await client(takeOver, { params: { memberId: goes }, body })
    const [row] = await admin(
      'select username from integrations i join members m on m.id = i.member_id where i.id = $1',
      [connection],
    )
    expect(row).toEqual({ username: actors.admin.user.username })
  }
})
