import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeConnection } from '../../../../test/connected.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { createWorld } from '../../../../test/world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { CIRCUIT_FAILURES } from '../health.ts'
import { type AdmittedCall, admitCall, type CallEnd, finishCall } from './call-gate.ts'

const api = await sharedApi()
const { ours } = await createWorld(api)
const { tenantId } = ours
/** Each with a way to the database of its own, as processes have it. */
const workers = [workerContext(api.ctx), workerContext(api.ctx)] as const

async function connection(limits: { max_at_once?: number; max_per_minute?: number } = {}) {
  const { connection: id } = await makeConnection(api.ctx, ours, ours.ownerId)
  const change = (set: Record<string, unknown>) =>
    inTenant(api.ctx, ours, ({ db }) =>
      db.updateTable('integrations').set(set).where('tenant_id', '=', tenantId).where('id', '=', id).execute(),
    )
  if (Object.keys(limits).length > 0) await change(limits)
  const admit = (worker = 0) => admitCall(workers[worker % 2] ?? api.ctx, tenantId, id, 10_000)
  const admitted = async (worker = 0): Promise<AdmittedCall> => {
    const given = await admit(worker)
    if (given.kind !== 'admitted') throw new Error(`it was not admitted: ${JSON.stringify(given)}`)
    return given
  }
  const finish = (call: AdmittedCall, end: CallEnd) => finishCall(workers[1], tenantId, call, end)
  const fail = async () => finish(await admitted(), { kind: 'failed', took: 5, problem: 'It answered 503.' })
  const row = () =>
    inTenant(api.ctx, ours, ({ db }) =>
      db
        .selectFrom('integrations')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst(),
    )
  /** As if so much time had passed. */
  const pass = (ms: number) =>
    inTenant(api.ctx, ours, async ({ db }) => {
      const ago = sql`${ms} * interval '1 millisecond'`
      await sql`update connection_calls set began_at = began_at - ${ago}, ends_by = ends_by - ${ago}
        where tenant_id = ${tenantId} and integration_id = ${id}`.execute(db)
      await sql`update integrations set paused_until = paused_until - ${ago}
        where tenant_id = ${tenantId} and id = ${id}`.execute(db)
    })
  return { id, change, admit, admitted, finish, fail, row, pass }
}

const done = { kind: 'done', took: 12, problem: null } as const

test('however many callers of two workers ask at once, only as many calls are under way as the limit says', async () => {
  const { admit, finish } = await connection({ max_at_once: 4 })
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => admit(n)))
  const admitted = answers.filter((one) => one.kind === 'admitted')
  expect(admitted).toHaveLength(4)
  const held = answers.find((one) => one.kind === 'held')
  expect(held).toMatchObject({ text: '“Main” is limited to 4 calls at a time.' })
  if (admitted[0]) await finish(admitted[0], done)
  expect((await admit(1)).kind).toBe('admitted')
})

test('the place of a call whose worker died is free again once it must have ended', async () => {
  const { admit, admitted, pass } = await connection({ max_at_once: 1 })
  await admitted()
  expect((await admit(1)).kind).toBe('held')
  await pass(16_000)
  expect((await admit(1)).kind).toBe('admitted')
})

test('a minute holds as many calls as the limit says, from both workers together, and says when there is room', async () => {
  const { admit, admitted, finish, pass } = await connection({ max_per_minute: 3 })
  for (let n = 0; n < 3; n++) await finish(await admitted(n), done)
  const answer = await admit(1)
  expect(answer).toMatchObject({ kind: 'held', text: '“Main” is limited to 3 calls per minute.' })
  if (answer.kind === 'held') {
    const seconds = (answer.until.getTime() - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThan(61)
  }
  await pass(60_000)
  expect((await admit(1)).kind).toBe('admitted')
})

test('a tool that asks to wait is not called until then, by any worker', async () => {
  const { admit, admitted, finish, row, pass } = await connection()
  const until = new Date(Date.now() + 90_000)
  await finish(await admitted(), { kind: 'wait', until, problem: 'Too many requests.' })
  expect(await admit(1)).toEqual({ kind: 'held', until, text: 'The tool asked “Main” to wait.' })
  expect((await row())?.failures).toBe(0)
  await pass(91_000)
  expect((await admit(1)).kind).toBe('admitted')
})

test('after five failures in a row calls pause; then one alone finds out, and the others follow', async () => {
  const { admit, admitted, finish, fail, pass, row } = await connection()
  for (let n = 1; n < CIRCUIT_FAILURES; n++) await fail()
  await finish(await admitted(), done)
  expect((await row())?.failures).toBe(0)
  for (let n = 0; n < CIRCUIT_FAILURES; n++) await fail()
  expect(await admit(1)).toMatchObject({
    kind: 'held',
    text: '“Main” failed 5 times in a row, so its calls are paused.',
  })
  await pass(31_000)
  const both = await Promise.all([admit(0), admit(1)])
  expect(both.map(({ kind }) => kind).sort()).toEqual(['admitted', 'held'])
  const probe = both.find((one) => one.kind === 'admitted')
  if (probe?.kind === 'admitted') await finish(probe, { kind: 'failed', took: 5, problem: 'It answered 503.' })
  await pass(31_000)
  expect((await admit(1)).kind, 'it pauses longer each time').toBe('held')
  await pass(31_000)
  await finish(await admitted(), done)
  expect(await Promise.all([admit(0), admit(1)])).toMatchObject([{ kind: 'admitted' }, { kind: 'admitted' }])
})

test('a rejection is an answer, and keeps the circuit closed', async () => {
  const { admitted, finish, fail, row } = await connection()
  for (let n = 1; n < CIRCUIT_FAILURES; n++) await fail()
  await finish(await admitted(), { kind: 'refused', took: 5, problem: 'It answered 422.' })
  expect(await row()).toMatchObject({ failures: 0, last_problem: 'It answered 422.' })
})

test('rejections in a row are counted until a call goes through, and pages hear of it when it matters', async () => {
  const { id, admitted, finish, row } = await connection()
  const frames = () =>
    api.database.admin(async (admin) => {
      const { rows } = await admin.query<{ n: number }>(
        `select count(*)::int as n from events where tenant_id = $1 and entity_id = $2 and type = 'connection.changed'`,
        [tenantId, id],
      )
      return rows[0]?.n
    })
  const refused = { kind: 'refused', took: 5, problem: 'It answered 422.' } as const
  await finish(await admitted(), done)
  for (let n = 0; n < 4; n++) await finish(await admitted(), refused)
  expect(await row()).toMatchObject({ rejections: 4 })
  expect(await frames()).toBe(0)
  await finish(await admitted(), { kind: 'unsent', took: 1, problem: 'The input doesn’t fit the tool.' })
  expect(await row()).toMatchObject({ rejections: 5, last_problem: 'The input doesn’t fit the tool.' })
  expect(await frames()).toBe(1)
  await finish(await admitted(), refused)
  expect(await frames(), 'told once').toBe(1)
  await finish(await admitted(), done)
  expect(await row()).toMatchObject({ rejections: 0, last_problem: null })
  expect(await frames()).toBe(2)
})

test('a call that never left says nothing of whether the tool is back: the next one finds out', async () => {
  const { admit, admitted, finish, fail, pass, row } = await connection()
  for (let n = 0; n < CIRCUIT_FAILURES; n++) await fail()
  await pass(31_000)
  await finish(await admitted(), { kind: 'unsent', took: 1, problem: 'The input doesn’t fit the tool.' })
  expect(await row()).toMatchObject({ failures: CIRCUIT_FAILURES })
  const both = await Promise.all([admit(0), admit(1)])
  expect(both.map(({ kind }) => kind).sort(), 'still one alone').toEqual(['admitted', 'held'])
})

test('a refused sign-in holds all calls, and is no news once the secret was replaced', async () => {
  const { admit, admitted, finish, change, row } = await connection()
  const [first, second, late] = [await admitted(0), await admitted(1), await admitted(0)]
  const refused = { kind: 'signed_out', problem: 'The key was refused.' } as const
  expect(await finish(first, refused)).toBeUndefined()
  expect(await finish(second, refused)).toBeUndefined()
  expect(await admit(1)).toEqual({ kind: 'signed_out', text: 'The key was refused.' })
  const told = await api.database.admin((admin) =>
    admin.query(
      `select member_id, type, because from messages where tenant_id = $1 and type = 'connection_signed_out'`,
      [tenantId],
    ),
  )
  expect(told.rows).toEqual([{ member_id: ours.ownerId, type: 'connection_signed_out', because: 'connected' }])
  await change({ signed_out_at: null, rotated_at: new Date() })
  expect(await finish(late, refused)).toBe('again')
  expect((await row())?.signed_out_at).toBeNull()
})

test('the days count what was made and what failed, and the last times are kept', async () => {
  const { id, admitted, finish, fail, row } = await connection()
  await finish(await admitted(), done)
  await finish(await admitted(), { kind: 'refused', took: 7, problem: 'No.' })
  await fail()
  const days = await inTenant(api.ctx, ours, ({ db }) =>
    db
      .selectFrom('connection_days')
      .select(['calls', 'failed'])
      .where('tenant_id', '=', tenantId)
      .where('integration_id', '=', id)
      .execute(),
  )
  expect(days).toEqual([{ calls: 3, failed: 2 }])
  expect((await row())?.recent_ms).toEqual([12, 7])
})
