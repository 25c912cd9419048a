import { randomUUID } from 'node:crypto'
import {
  changeConnection,
  getConnection,
  getConnectionTest,
  KEPT_SECRET,
  replaceConnection,
  testConnection,
} from '@throughline/contracts/connection-acts'
import { disconnectTool, listConnections } from '@throughline/contracts/connections'
import { ConnectionId } from '@throughline/contracts/ids'
import { createWorkflow, getWorkflow, setWorkflowAccess } from '@throughline/contracts/workflows'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeAnotherConnection, makeConnection } from '../../../../test/connected.ts'
import { foundInDatabase } from '../../../../test/found-in-database.ts'
import { makeInstance } from '../../../../test/running-world.ts'
import { verdict } from '../../../../test/verdict.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { createWorld } from '../../../../test/world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { createEgress } from '../../../core/egress/egress.ts'
import { createOpenConnection } from '../../integrations/integrations.public.ts'
import { createMakeConnectionTest } from '../test-call/make-connection-test.ts'
import { createMakeTestCall } from '../test-call/make-test-call.ts'
import { keepConnectionOnce } from './keep-connection.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)
const worker = workerContext(api.ctx)
const connections = createOpenConnection(worker)
const { client: owner } = actors.owner
const { client: member } = actors.member
const memberId = actors.member.user.member_id

const connected = async (more: Parameters<typeof makeConnection>[3] = {}, of: string = memberId) => {
  const made = await makeConnection(api.ctx, ours, of, more)
  return { ...made, params: { connectionId: ConnectionId.parse(made.connection) } }
}
const page = async (at: { params: { connectionId: ConnectionId } }, by = member) =>
  (await by(getConnection, { params: at.params })).data

/** What the worker does with what the outbox gives it. */
async function work(id: string) {
  const { rows } = await api.database.admin((admin) =>
    admin.query(`select payload -> 'args' as args from outbox where payload ->> 'workflowId' = $1`, [
      `test-call:${id}`,
    ]),
  )
  const egress = createEgress({ trustedOrigins: [] })
  await createMakeTestCall(worker, {}, createMakeConnectionTest(worker, egress, connections))(rows[0]?.args)
}
const tested = async (at: { params: { connectionId: ConnectionId } }, body: object, by = member) => {
  const { data } = await by(testConnection, { params: at.params, body })
  expect(data).toMatchObject({ state: 'under_way', steps: [], taken: false })
  await work(data.id)
  return (await by(getConnectionTest, { params: { connectionTestId: data.id } })).data
}
const stored = async ({ tool_id, connection }: Awaited<ReturnType<typeof connected>>) => {
  const opened = await connections.open(ours.tenantId, tool_id, connection)
  return { now: opened?.configuration.reveal(), before: opened?.previous?.reveal() }
}

test('a new configuration is taken by the worker alone, and dots keep what is stored', async () => {
  const secret = randomUUID()
  const at = await connected({ configuration: { token: 'the old token', region: 'eu' } })
  const configuration = { token: `token ${secret}`, region: KEPT_SECRET }
  expect(await tested(at, { configuration })).toMatchObject({ state: 'passed', taken: false })
  expect((await stored(at)).now, 'a test alone changes nothing').toEqual({ token: 'the old token', region: 'eu' })

  expect(await tested(at, { configuration, take: true })).toMatchObject({ state: 'passed', taken: true })
  expect(await stored(at)).toEqual({
    now: { token: `token ${secret}`, region: 'eu' },
    before: { token: 'the old token', region: 'eu' },
  })
  expect(await page(at)).toMatchObject({ has_previous: true, rotated_at: expect.any(String) })
  expect(await foundInDatabase(api.database, secret)).toEqual([])
  const reading = inTenant(api.ctx, ours, ({ db }) => sql`select sealed from test_calls`.execute(db))
  await expect(reading).rejects.toThrow('permission denied')
})

test('the old secret is erased once the new one has worked for an hour', async () => {
  const at = await connected()
  await tested(at, { configuration: { metadata: 'the new key' }, take: true })
  const look = () => keepConnectionOnce(worker, { tenantId: ours.tenantId, connectionId: at.connection })
  const worked = (minutes: number) =>
    inTenant(worker, ours, ({ db, tenantId }) =>
      sql`update integrations set worked_since = now() - ${minutes} * interval '1 minute'
        where tenant_id = ${tenantId} and id = ${at.connection}`.execute(db),
    )
  await worked(59)
  expect(await look()).toEqual(expect.any(Number))
  expect((await stored(at)).before).toBeDefined()
  await worked(61)
  expect(await look()).toBeNull()
  expect(await stored(at)).toEqual({ now: { metadata: 'the new key' }, before: undefined })
})

test('reconnecting ends the hold, and what was refused is not kept beside the new one', async () => {
  const at = await connected()
  await inTenant(worker, ours, ({ db, tenantId }) =>
    sql`update integrations set signed_out_at = now(), signed_out_text = 'The key was refused.'
      where tenant_id = ${tenantId} and id = ${at.connection}`.execute(db),
  )
  expect(await page(at)).toMatchObject({
    connection: { health: 'needs_attention' },
    signed_out: { text: 'The key was refused.' },
  })
  await tested(at, { configuration: { metadata: 'the new key' }, take: true })
  expect(await page(at)).toMatchObject({ connection: { health: 'working' }, signed_out: null, has_previous: false })
})

test('it is tested and changed by its owner and by admins, and by nobody else', async () => {
  const at = await connected()
  for (const { client } of [actors.manager, actors.other_admin]) {
    expect(await verdict(client(getConnection, at))).toBe('404 not_found')
    expect(await verdict(client(testConnection, { ...at, body: {} }))).toBe('404 not_found')
    expect(await verdict(client(changeConnection, { ...at, body: { name: 'Mine' } }))).toBe('404 not_found')
    expect(await verdict(client(disconnectTool, { params: { connectionOrToolId: at.connection } }))).toBe(
      '404 not_found',
    )
  }
  expect(await page(at, owner)).toMatchObject({ can_manage: true, connection: { is_own: false } })
  const share = owner(changeConnection, { ...at, body: { usable_by: 'everyone' } })
  expect(await verdict(share), 'the access is not theirs to share').toBe('403 forbidden')
  const limits = { max_at_once: 3, max_per_minute: 30 }
  const { data } = await member(changeConnection, { ...at, body: { name: 'Bank', usable_by: 'everyone', ...limits } })
  expect(data).toMatchObject({
    connection: { name: 'Bank', usable_by: 'everyone' },
    limits: { at_once: 3, per_minute: 30, last_minute: 0 },
  })
  expect(await page(at, actors.manager.client)).toMatchObject({ can_manage: false })
  expect(await verdict(member(changeConnection, { ...at, body: { max_at_once: 0 } }))).toMatch(/^422/)
})

test('what a tool said is for those who look after the connection: it may repeat what others may not see', async () => {
  const at = await connected({ usable_by: 'everyone' })
  await inTenant(worker, ours, ({ db, tenantId }) =>
    sql`update integrations set last_called_at = now(), last_problem = 'Ada Lovelace has no account.', rejections = 1
      where tenant_id = ${tenantId} and id = ${at.connection}`.execute(db),
  )
  const shown = { health: 'rejected', problem: 'Ada Lovelace has no account.' }
  expect((await page(at)).connection).toMatchObject(shown)
  expect((await page(at, owner)).connection).toMatchObject(shown)
  const { client: other } = actors.manager
  expect((await page(at, other)).connection).toMatchObject({ health: 'rejected', problem: null })
  const listed = (await other(listConnections)).data.find(({ id }) => id === at.connection)
  expect(listed).toMatchObject({ health: 'rejected', problem: null })
})

const calls = (name: string, at: { tool_id: string; connection: string }) => {
  const step = {
    id: 'call',
    type: 'tool' as const,
    name: 'Call',
    next: [],
    tool_id: at.tool_id,
    connection: at.connection,
  }
  return owner(createWorkflow, {
    body: { name, prefix: 'PAY', type: 'sequential', start_step: 'call', steps: { call: step } },
  })
}

test('its page names the steps and cases that the viewer may see, and counts the others', async () => {
  const at = await connected({ usable_by: 'everyone' }, ours.ownerId)
  const { data: open } = await calls('Pays', at)
  const { data: hidden } = await calls('Hidden', at)
  const access = { visibility: 'limited' as const, team_ids: [], member_ids: [ours.ownerId] }
  await owner(setWorkflowAccess, { params: { workflowId: hidden.id }, body: access })
  const seen = await makeInstance(api.ctx, ours.tenantId, open.id)
  const unseen = await makeInstance(api.ctx, ours.tenantId, hidden.id)
  const effect = (key: string, instance: string, state: string, more: object = {}) =>
    inTenant(worker, ours, ({ db, tenantId }) =>
      db
        .insertInto('effects')
        .values({
          tenant_id: tenantId,
          key,
          instance_id: instance,
          step: 'call',
          round: 1,
          tool_id: at.tool_id,
          state,
          integration_id: at.connection,
          attempts: 1,
          tries: JSON.stringify([{ took: 40, problem: null }]),
          ...more,
        })
        .execute(),
    )
  await effect('1', seen, 'done')
  await effect('2', unseen, 'failed', { problem: 'Rejected.' })
  await effect('3', seen, 'intended', { held_since: new Date(), held_until: new Date(Date.now() + 60_000) })
  const shown = await page(at)
  expect(shown.steps).toMatchObject([{ workflow: { id: open.id, name: 'Pays', prefix: 'PAY' }, step: 'call' }])
  expect(shown).toMatchObject({ hidden_workflows: 1, held: 1, under_way: 0 })
  expect(shown.days).toHaveLength(14)
  const byResult = Object.fromEntries(shown.calls.map((one) => [one.result, one]))
  expect(byResult.sent).toMatchObject({ operation: 'Call', took: 40, instance: { id: seen } })
  expect(byResult.failed, 'its words may repeat what is hidden').toMatchObject({ problem: null, instance: null })
  expect(byResult.held).toMatchObject({ instance: { id: seen } })
  expect(JSON.stringify(shown)).not.toContain('Hidden')
  const whole = await page(at, owner)
  expect(whole.hidden_workflows).toBe(0)
  expect(whole.calls.find(({ result }) => result === 'failed')).toMatchObject({ problem: 'Rejected.' })
})

test('a connection that is disconnected is gone from every list at once, and its name is free', async () => {
  const at = await connected()
  await member(disconnectTool, { params: { connectionOrToolId: at.connection } })
  expect((await member(listConnections)).data.map(({ id }) => id)).not.toContain(at.connection)
  expect(await verdict(member(getConnection, at))).toBe('404 not_found')
  expect(await keepConnectionOnce(worker, { tenantId: ours.tenantId, connectionId: at.connection })).toBeNull()
  expect(await stored(at)).toEqual({ now: undefined, before: undefined })
})

const anotherOf = async ({ tool_id }: { tool_id: string }, of: string) =>
  ConnectionId.parse(await makeAnotherConnection(api.ctx, ours, of, tool_id))

test('another connection takes its place in drafts alone, and what is published calls as before', async () => {
  const at = await connected({ usable_by: 'everyone' }, ours.ownerId)
  const { data: published } = await calls('Published', at)
  const { data: hidden } = await calls('Hidden', at)
  const access = { visibility: 'limited' as const, team_ids: [], member_ids: [ours.ownerId] }
  await owner(setWorkflowAccess, { params: { workflowId: hidden.id }, body: access })
  const shown = { name: 'Call', operation: 'Call', running: 0 }
  expect((await page(at)).steps).toMatchObject([{ ...shown, in_draft: true, in_version: true }])

  const by = await anotherOf(at, memberId)
  const body = { connection_id: by }
  expect((await member(replaceConnection, { ...at, body })).data).toEqual([
    { id: published.id, name: 'Published', steps: 1 },
  ])
  const draft = (await member(getWorkflow, { params: { workflowId: published.id } })).data
  expect(draft.steps.call).toMatchObject({ connection: by, tool_id: at.tool_id })
  expect((await page(at)).steps).toMatchObject([{ ...shown, in_draft: false, in_version: true }])
  expect((await page({ params: { connectionId: by } })).steps).toMatchObject([{ in_draft: true, in_version: false }])
  const unseen = (await owner(getWorkflow, { params: { workflowId: hidden.id } })).data
  expect(unseen.steps.call, 'a draft that they may not see stays').toMatchObject({ connection: at.connection })
  expect((await member(replaceConnection, { ...at, body })).data, 'again changes nothing').toEqual([])
})

test('a connection is replaced only by one of the same tool that the person may use', async () => {
  const at = await connected({ usable_by: 'everyone' }, ours.ownerId)
  const { data: workflow } = await calls('Pays', at)
  const elsewhere = await connected()
  const refusals = [
    { by: await anotherOf(at, ours.ownerId), expected: '404 not_found' },
    { by: ConnectionId.parse(randomUUID()), expected: '404 not_found' },
    { by: elsewhere.params.connectionId, expected: '422 invalid_request' },
    { by: at.params.connectionId, expected: '422 invalid_request' },
  ]
  for (const { by, expected } of refusals)
    expect(await verdict(member(replaceConnection, { ...at, body: { connection_id: by } }))).toBe(expected)
  const mine = { connection_id: await anotherOf(at, memberId) }
  expect(await verdict(actors.viewer.client(replaceConnection, { ...at, body: mine }))).toBe('403 forbidden')
  const { data } = await owner(getWorkflow, { params: { workflowId: workflow.id } })
  expect(data.steps.call).toMatchObject({ connection: at.connection })
})
