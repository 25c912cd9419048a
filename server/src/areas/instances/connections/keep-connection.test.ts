import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeConnection } from '../../../../test/connected.ts'
import { type Engine, startEngine } from '../../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../../test/engine/firm.ts'
import { call, form } from '../../../../test/engine/steps.ts'
import { eventually } from '../../../../test/eventually.ts'
import { pokeConnection } from '../../../../test/kept-connections.ts'
import { createLimitedTool } from '../tools/limited-tool.ts'
import { holdsOf } from '../waiting.queries.ts'
import { keepConnectionOnce } from './keep-connection.ts'

let engine: Engine
let firm: Firm
let isSignedOut = false
let received: string[] = []
beforeAll(async () => {
  engine = await startEngine((ctx) => ({
    connected: createLimitedTool(ctx, async ({ key }) => {
      received.push(key)
      return isSignedOut
        ? { ok: false, code: 'signed_out', text: 'The key was refused.' }
        : { ok: true, output: { status: 200 } }
    }),
  }))
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(() => engine.stop(), 30_000)
beforeEach(() => {
  received = []
  isSignedOut = false
})

const connect = () => makeConnection(engine.ctx, firm.scope, firm.owner)
type Connected = Awaited<ReturnType<typeof connect>>
const published = (tool: Connected) =>
  firm.publish({ name: 'Calls', steps: [call('call', ['end'], { ...tool, input: {} }), form('end', [])] })

const holds = (instanceId: string) =>
  firm.work(({ db, tenantId }) => holdsOf(db, tenantId, [{ instanceId, step: 'call', round: 1 }]))
const held = (id: string) =>
  eventually(async () => {
    const [hold] = await holds(id)
    if (!hold) throw new Error('it is not held')
    return hold
  })
const change = ({ connection }: Connected, set: Record<string, unknown>) =>
  firm.work(async (tx) => {
    const { db, tenantId } = tx
    await db
      .updateTable('integrations')
      .set(set)
      .where('tenant_id', '=', tenantId)
      .where('id', '=', connection)
      .execute()
    pokeConnection(tx, connection)
  })
const messages = async () =>
  (
    await engine.database.admin((admin) =>
      admin.query<{ because: string }>(`select because from messages where type = 'connection_signed_out'`),
    )
  ).rows.map(({ because }) => because)
const look = ({ connection }: Connected) =>
  keepConnectionOnce(engine.workerCtx, { tenantId: firm.scope.tenantId, connectionId: connection })

test('steps whose sign-in was refused wait, and each is called once when somebody has reconnected', {
  timeout: 60_000,
}, async () => {
  const tool = await connect()
  const workflow = await published(tool)
  isSignedOut = true
  const ids = [await firm.start(workflow), await firm.start(workflow), await firm.start(workflow)]
  for (const id of ids) {
    expect(await held(id)).toMatchObject({ connection: { problem: 'The key was refused.', signed_out: true } })
    expect(await firm.instance(id)).toMatchObject({ status: 'in_progress' })
  }
  expect(await messages(), 'the owner is told once').toEqual(['connected'])
  received = []
  isSignedOut = false
  await change(tool, { signed_out_at: null, rotated_at: new Date(), release_from: new Date() })
  for (const id of ids) await firm.open(id, 'end')
  expect(received.sort()).toEqual(ids.map((id) => `${id}:call:1`).sort())
})

test('a call that waits for its place goes on by itself', { timeout: 30_000 }, async () => {
  const tool = await connect()
  await change(tool, { paused_until: new Date(Date.now() + 1_500) })
  const id = await firm.start(await published(tool))
  expect(await held(id)).toMatchObject({ connection: { problem: 'The tool asked “Main” to wait.', signed_out: false } })
  await firm.open(id, 'end')
  expect(received).toEqual([`${id}:call:1`])
})

test('admins hear of a refused sign-in that lasts an hour, once', { timeout: 30_000 }, async () => {
  const tool = await connect()
  const before = (await messages()).length
  const ago = new Date(Date.now() - 59 * 60_000)
  const set = { signed_out_at: ago, signed_out_text: 'The key was refused.' }
  await firm.work(({ db, tenantId }) =>
    db
      .updateTable('integrations')
      .set(set)
      .where('tenant_id', '=', tenantId)
      .where('id', '=', tool.connection)
      .execute(),
  )
  expect(await look(tool)).toBe(ago.getTime() + 3_600_000)
  await firm.work(({ db, tenantId }) =>
    sql`update integrations set signed_out_at = signed_out_at - interval '2 minutes', member_id = ${firm.members[0]}
      where tenant_id = ${tenantId} and id = ${tool.connection}`.execute(db),
  )
  expect(await look(tool)).toBeNull()
  expect(await look(tool)).toBeNull()
  expect((await messages()).slice(before)).toEqual(['admin'])
})

test('of a connection that was disconnected the secret goes when its last call has ended, and what waits says so', {
  timeout: 60_000,
}, async () => {
  const tool = await connect()
  const id = await firm.start(await published(tool))
  await firm.open(id, 'end')
  isSignedOut = true
  const waits = await firm.start(await published(tool))
  await held(waits)
  await firm.work(({ db, tenantId }) =>
    sql`insert into connection_calls (tenant_id, integration_id, id, began_at, ends_by)
      values (${tenantId}, ${tool.connection}, gen_random_uuid(), now(), now() + interval '4 seconds')`.execute(db),
  )
  await change(tool, { ending_at: new Date() })
  expect(await firm.open(waits, 'call', { status: 'failed' })).toMatchObject({
    problem: 'This connection was ended. Choose another for the step, or connect the tool again.',
  })
  const rows = async () =>
    (
      await engine.database.admin((admin) =>
        admin.query('select from connection_secrets where integration_id = $1', [tool.connection]),
      )
    ).rowCount
  expect(await rows(), 'a call is under way').toBe(1)
  await eventually(async () => expect(await rows()).toBe(0), 15_000)
})
